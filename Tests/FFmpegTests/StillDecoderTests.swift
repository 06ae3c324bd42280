import ByteSources
import FFmpeg
import MediaTypes
import TestSupport
import Testing

@Suite("Still pictures by FFmpeg", .timeLimit(.minutes(2)))
struct StillDecoderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    let format: MediaFormat
    /// The largest mean difference of samples, 0 to 255.
    var tolerance = 0.6
    /// The largest mean difference in a block of 8×8 pixels.
    var blockTolerance = 4.0

    var testDescription: String { file }
  }

  /// The same picture in every format that the library decodes from one packet, some at half size.
  static let cases: [Case] = [
    Case(file: "colour.bmp", format: .bmp),
    Case(file: "colour-top-down.bmp", format: .bmp),
    Case(file: "colour.png", format: .png),
    Case(file: "colour-16.png", format: .png),
    Case(file: "colour-interlaced.png", format: .png),
    Case(file: "colour.apng", format: .apng),
    Case(file: "colour.tga", format: .tga),
    Case(file: "colour.pcx", format: .pcx),
    Case(file: "colour.psd", format: .psd),
    Case(file: "colour.qoi", format: .qoi),
    Case(file: "colour.sgi", format: .sgi),
    Case(file: "colour.ras", format: .sunRaster),
    Case(file: "colour.dpx", format: .dpx),
    Case(file: "colour.ppm", format: .pnm),
    Case(file: "colour.tif", format: .tiff),
    Case(file: "colour-lzw.tif", format: .tiff),
    Case(file: "colour-16.tif", format: .tiff),
    Case(file: "colour-lossless.webp", format: .webp),
    Case(file: "colour.gif", format: .gif, tolerance: 12, blockTolerance: 30),
    Case(file: "colour.jpg", format: .jpeg, tolerance: 3, blockTolerance: 12),
    Case(file: "colour-444.jpg", format: .jpeg, tolerance: 3, blockTolerance: 12),
    Case(file: "colour-progressive.jpg", format: .jpeg, tolerance: 3, blockTolerance: 12),
    Case(file: "colour.webp", format: .webp, tolerance: 4, blockTolerance: 16),
    Case(file: "colour.jp2", format: .jp2, tolerance: 3, blockTolerance: 12),
    Case(file: "colour.j2k", format: .j2k, tolerance: 3, blockTolerance: 12),
    Case(file: "colour.dds", format: .dds, tolerance: 1, blockTolerance: 6),
    Case(file: "colour-dxt1.dds", format: .dds, tolerance: 6, blockTolerance: 20),
  ]

  @Test("The same picture comes out of every format", arguments: cases)
  func samePicture(_ item: Case) throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let source = try MemorySource(Fixture.at("same-picture/\(item.file)").bytes())
    let frame = try StillDecoder.frame(
      from: source, format: item.format, frameByteLimit: 8 << 20)
    let isDamaged = frame.isDamaged
    #expect(!isDamaged)
    let scaled = try Scaler.scale(
      frame, to: PixelSize(width: 60, height: 45), as: .rgb8,
      colour: Scaler.Colour(matrix: 6, isFullRange: frame.codePoints.isFullRange))
    let found = PerceptualDistance(between: Picture(scaled), and: truth.reduced(by: 4))
    let distance = try #require(found)
    #expect(distance.meanAbsoluteDifference <= item.tolerance)
    #expect(distance.worstBlockMean <= item.blockTolerance)
  }

  @Test(
    "Indices stay indices in some formats, and become colours in others",
    arguments: [
      ("colour-palette.bmp", MediaFormat.bmp, 1),
      ("colour.gif", .gif, 4), ("colour-alpha.gif", .gif, 4), ("colour.xpm", .xpm, 4),
    ])
  func palettes(file: String, format: MediaFormat, bytesPerPixel: UInt64) throws {
    let source = try MemorySource(Fixture.at("same-picture/\(file)").bytes())
    let area = try UInt64(
      StillDecoder.frame(from: source, format: format, frameByteLimit: 8 << 20).size.area ?? 0)
    // A palette is 256 colours of four bytes.
    let needed = area * bytesPerPixel + (bytesPerPixel == 1 ? 1024 : 0)
    #expect(throws: Never.self) {
      _ = try StillDecoder.frame(from: source, format: format, frameByteLimit: needed)
    }
    #expect(throws: FFmpegError.frameTooLarge(neededBytes: needed, grantedBytes: needed - 1)) {
      _ = try StillDecoder.frame(from: source, format: format, frameByteLimit: needed - 1)
    }
  }

  @Test(
    "Alpha comes out straight",
    arguments: [
      ("colour-alpha.png", MediaFormat.png), ("colour-alpha.webp", .webp),
      ("colour-alpha.pam", .pnm),
    ])
  func alpha(file: String, format: MediaFormat) throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour-alpha.pam").bytes())
    let source = try MemorySource(Fixture.at("same-picture/\(file)").bytes())
    let frame = try StillDecoder.frame(from: source, format: format, frameByteLimit: 8 << 20)
    let hasAlpha = frame.samples?.hasAlpha
    #expect(hasAlpha == true)
    let scaled = try Scaler.scale(
      frame, to: frame.size, as: .rgba8,
      colour: Scaler.Colour(matrix: 6, isFullRange: frame.codePoints.isFullRange))
    let picture = Picture(scaled)
    let isOpaque = scaled.isOpaque
    #expect(!isOpaque)
    var worst = 0
    for y in 0..<truth.height {
      for x in 0..<truth.width {
        worst = max(worst, abs(Int(picture.alpha(x: x, y: y)) - Int(truth.alpha(x: x, y: y))))
      }
    }
    #expect(worst <= 8)
  }

  @Test("One bit a pixel and one channel decode")
  func fewBits() throws {
    for (file, format) in [("colour.xbm", MediaFormat.xbm), ("colour.pgm", .pnm)] {
      let source = try MemorySource(Fixture.at("same-picture/\(file)").bytes())
      let frame = try StillDecoder.frame(from: source, format: format, frameByteLimit: 8 << 20)
      let isGrey = frame.samples?.isGrey
      #expect(isGrey == true, "\(file)")
      let scaled = try Scaler.scale(
        frame, to: PixelSize(width: 24, height: 18), as: .rgb8,
        colour: Scaler.Colour(matrix: 6, isFullRange: true))
      let colour = Picture(scaled).meanColour(x: 0..<24, y: 0..<18)
      #expect(colour.red == colour.green && colour.green == colour.blue, "\(file)")
      #expect((20...235).contains(colour.red), "\(file)")
    }
  }

  @Test("A frame above its bound is refused with both numbers; one byte more is granted")
  func frameBound() throws {
    let source = try MemorySource(Fixture.at("same-picture/colour.bmp").bytes())
    let needed: UInt64 = 120 * 90 * 3
    #expect(throws: FFmpegError.frameTooLarge(neededBytes: needed, grantedBytes: needed - 1)) {
      _ = try StillDecoder.frame(from: source, format: .bmp, frameByteLimit: needed - 1)
    }
    let frame = try StillDecoder.frame(from: source, format: .bmp, frameByteLimit: needed)
    let size = frame.size
    #expect(size == PixelSize(width: 120, height: 90))
  }

  @Test("A format without a decoder here is named")
  func unknownFormat() {
    #expect(!StillDecoder.decodes(.svg))
    #expect(throws: FFmpegError.noDecoder("svg")) {
      _ = try StillDecoder.frame(
        from: MemorySource([1, 2, 3]), format: .svg, frameByteLimit: 1 << 20)
    }
  }

  @Test("Rubbish is refused, and an empty file too", arguments: [MediaFormat.png, .bmp, .exr])
  func rubbish(format: MediaFormat) {
    for bytes in [[], [UInt8](repeating: 0x5A, count: 4096)] {
      #expect(throws: FFmpegError.self) {
        _ = try StillDecoder.frame(
          from: MemorySource(bytes), format: format, frameByteLimit: 1 << 20)
      }
    }
  }

  @Test("Every cut of a picture ends in a frame or in an error", arguments: ["png", "bmp", "tga"])
  func prefixes(name: String) throws {
    let fixture = try Fixture.at("same-picture/colour.\(name)")
    let bytes = try fixture.bytes()
    let format = try #require(MediaFormat.named(name))
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
      do throws(FFmpegError) {
        let frame = try StillDecoder.frame(
          from: MemorySource(Array(bytes[..<count])), format: format, frameByteLimit: 1 << 20)
        let size = frame.size
        #expect(size == fixture.size)
      } catch {
        #expect(error.thumbnailError.code == .corrupt)
      }
    }
  }
}
