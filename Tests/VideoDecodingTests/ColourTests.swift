import MediaTypes
import TestSupport
import Testing
import VideoDecoding

@Suite("Colours of videos", .timeLimit(.minutes(3)))
struct ColourTests {
  /// How known colours are coded.
  struct Case: CustomTestStringConvertible, Sendable {
    /// MatrixCoefficients, and the name that `ffmpeg` has for it.
    var matrix: (number: Int, name: String)
    var isFullRange = false
    var bits = 8
    /// Bits by which chroma is narrower and lower.
    var shift = (1, 1)
    /// Whether the file says what matrix it is.
    var isStated = true
    var height = 64

    var testDescription: String {
      "\(matrix.name) \(isFullRange ? "full" : "limited") \(bits) bits, "
        + "chroma \(shift), \(height) rows\(isStated ? "" : ", not stated")"
    }

    var samples: String {
      let layout = shift == (1, 1) ? "420" : shift == (1, 0) ? "422" : "444"
      return "yuv\(layout)p" + (bits > 8 ? "\(bits)le" : "")
    }
  }

  static let bt601 = (number: 6, name: "smpte170m")
  static let bt709 = (number: 1, name: "bt709")
  static let bt2020 = (number: 9, name: "bt2020nc")

  static let cases: [Case] = [
    Case(matrix: bt601), Case(matrix: bt709), Case(matrix: bt2020),
    Case(matrix: bt601, isFullRange: true), Case(matrix: bt709, isFullRange: true),
    Case(matrix: bt709, bits: 10), Case(matrix: bt709, isFullRange: true, bits: 10),
    Case(matrix: bt601, bits: 12), Case(matrix: bt709, shift: (1, 0)),
    Case(matrix: bt709, shift: (0, 0)), Case(matrix: bt601, bits: 10, shift: (1, 0)),
    Case(matrix: bt709, bits: 12, shift: (0, 0)),
    Case(matrix: bt601, isStated: false), Case(matrix: bt709, isStated: false, height: 720),
    Case(matrix: bt601, isStated: false, height: 704),
  ]

  static let patches: [RGB] = [
    RGB(red: 201, green: 60, blue: 40), RGB(red: 52, green: 168, blue: 83),
    RGB(red: 58, green: 92, blue: 190), RGB(red: 240, green: 214, blue: 60),
    RGB(red: 222, green: 120, blue: 150), RGB(red: 128, green: 128, blue: 128),
    RGB(red: 16, green: 16, blue: 16), RGB(red: 240, green: 240, blue: 240),
  ]

  @Test("Known colours come back, however they are coded", arguments: cases)
  func patches(_ item: Case) async throws {
    let width = 32 * Self.patches.count
    let size = PixelSize(width: width, height: item.height)
    let frame = CodedPatches(item, Self.patches).frame(patchWidth: 32, height: item.height)
    let tags =
      item.isStated
      ? [
        "-colorspace", item.matrix.name, "-color_primaries", "bt709", "-color_trc", "bt709",
        "-color_range", item.isFullRange ? "pc" : "tv",
      ] : []
    let clip = try await Clips.make(
      frames: frame, samples: item.samples, size: size, ["-c:v", "ffv1"] + tags, to: "a.mkv")
    let seen = try Seen(clip, .matroska, side: max(width, item.height))
    for (index, patch) in Self.patches.enumerated() {
      let colour = seen.picture.meanColour(
        x: (32 * index + 8)..<(32 * index + 24), y: 8..<(item.height - 8))
      let distance = Lab(colour).deltaE2000(to: Lab(patch))
      #expect(distance <= 2, "\(patch) came back as \(colour)")
    }
  }

  @Test(
    "Codecs that hold red, green and blue, or a palette, keep them",
    arguments: [
      ["-c:v", "qtrle", "-pix_fmt", "rgb24"], ["-c:v", "png", "-pix_fmt", "rgb24"],
      ["-c:v", "libx264rgb", "-crf", "1"], ["-c:v", "rawvideo", "-pix_fmt", "rgb24"],
    ])
  func rgb(arguments: [String]) async throws {
    let frame = (0..<32).flatMap { _ in
      Self.patches.flatMap { colour in
        (0..<32).flatMap { _ in [colour.red, colour.green, colour.blue] }
      }
    }
    let clip = try await Clips.make(
      frames: frame, samples: "rgb24", size: PixelSize(width: 256, height: 32), arguments,
      to: "a.mov")
    let seen = try Seen(clip, .mov)
    for (index, patch) in Self.patches.enumerated() {
      let colour = seen.picture.meanColour(x: (32 * index + 8)..<(32 * index + 24), y: 4..<28)
      #expect(Lab(colour).deltaE2000(to: Lab(patch)) <= 2, "\(patch) came back as \(colour)")
    }
  }

  @Test(
    "Alpha is kept where a pixel is transparent",
    arguments: [
      ("vp9.webm", MediaFormat.webm, ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"]),
      ("vp8.webm", .webm, ["-c:v", "libvpx", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]),
      (
        "prores.mov", .mov, ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]
      ),
      ("qtrle.mov", .mov, ["-c:v", "qtrle", "-pix_fmt", "argb"]),
      ("png.mov", .mov, ["-c:v", "png", "-pix_fmt", "rgba"]),
    ])
  func alpha(name: String, format: MediaFormat, arguments: [String]) async throws {
    func clip(alpha: Int) async throws -> [UInt8] {
      try await Clips.make(
        [
          "-f", "lavfi", "-i",
          "color=red:s=96x64:r=10:d=0.3,format=rgba,geq=r=200:g=30:b=30:a='if(lt(X,48),255,\(alpha))'",
        ] + arguments, to: name)
    }
    let seen = try Seen(try await clip(alpha: 0), format, side: 48)
    #expect(seen.picture.channels == 4)
    #expect(seen.picture.alpha(x: 8, y: 16) > 250)
    #expect(seen.picture.alpha(x: 40, y: 16) < 5)
    #expect(seen.picture.colour(x: 8, y: 16).name == "red")
    let opaque = try Seen(try await clip(alpha: 255), format, side: 48)
    #expect(opaque.picture.channels == 3)
  }
}

/// Colours coded as luma and chroma, by the standard's own equations.
///
/// Source: ITU-T H.273 § 8.3, equations 38 to 47.
struct CodedPatches {
  let codes: [[Int]]
  let bits: Int
  let shift: (Int, Int)

  init(_ item: ColourTests.Case, _ colours: [RGB]) {
    let (kr, kb) =
      switch item.matrix.number {
      case 1: (0.2126, 0.0722)
      case 9: (0.2627, 0.0593)
      default: (0.299, 0.114)
      }
    bits = item.bits
    shift = item.shift
    let scale = Double(1 << (item.bits - 8))
    let full = Double(1 << item.bits) - 1
    codes = colours.map { colour in
      let (r, g, b) = (
        Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255
      )
      let y = kr * r + (1 - kr - kb) * g + kb * b
      let cb = (b - y) / (2 * (1 - kb))
      let cr = (r - y) / (2 * (1 - kr))
      let middle = Double(1 << (item.bits - 1))
      let coded =
        item.isFullRange
        ? [full * y, full * cb + middle, full * cr + middle]
        : [
          (219 * y + 16) * scale, (224 * cb + 128) * scale, (224 * cr + 128) * scale,
        ]
      return coded.map { Int($0.rounded()) }
    }
  }

  /// A frame of upright stripes.
  func frame(patchWidth: Int, height: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for plane in 0..<3 {
      let (across, down) = plane == 0 ? (0, 0) : shift
      let row = codes.flatMap { code in
        (0..<(patchWidth >> across)).flatMap { _ in
          bits > 8
            ? [UInt8(code[plane] & 0xFF), UInt8(code[plane] >> 8)] : [UInt8(code[plane])]
        }
      }
      for _ in 0..<(height >> down) { bytes += row }
    }
    return bytes
  }
}
