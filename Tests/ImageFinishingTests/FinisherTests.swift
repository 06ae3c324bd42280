import ImageFinishing
import MediaTypes
import MemoryBudget
import Pixels
import TestSupport
import Testing

@Suite("Finisher", .timeLimit(.minutes(2)))
struct FinisherTests {
  /// What a raster is made of: its numbers at each place, before orientation.
  private func finished(
    _ size: (Int, Int), _ layout: PixelLayout, orientation: Orientation = .up,
    colour: RasterColour = .sRGB, options: ThumbnailOptions,
    pixel: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> [Picture] {
    let budget = MemoryBudget(byteCount: 64 << 20)
    let raster = try Raster.filled(
      size: PixelSize(width: size.0, height: size.1), layout: layout, colour: colour,
      orientation: orientation, budget: budget
    ) { buffer in
      var index = 0
      for y in 0..<size.1 {
        for x in 0..<size.0 {
          for sample in pixel(x, y) {
            buffer[index] = sample
            index += 1
          }
        }
      }
      return []
    }
    return try Finisher.thumbnails(from: raster, options: options).thumbnails.map {
      try Picture(png: $0.bytes)
    }
  }

  @Test("An untagged colour stays what it is")
  func untagged() throws {
    let picture = try #require(
      finished((64, 48), .rgb8, options: ThumbnailOptions(sizes: [32], format: .png)) { _, _ in
        [201, 60, 40]
      }.first)
    #expect(picture.width == 32 && picture.height == 24)
    let middle = picture.colour(x: 16, y: 12)
    #expect(abs(Int(middle.red) - 201) <= 2)
    #expect(abs(Int(middle.green) - 60) <= 2)
    #expect(abs(Int(middle.blue) - 40) <= 2)
  }

  @Test("Every orientation brings the mark to the place where EXIF says it belongs")
  func orientations() throws {
    // Where the stored top left corner lands: EXIF 2.32 § 4.6.4 A.
    let corners: [Orientation: (right: Bool, bottom: Bool)] = [
      .up: (false, false), .upMirrored: (true, false), .down: (true, true),
      .downMirrored: (false, true), .leftMirrored: (false, false), .right: (true, false),
      .rightMirrored: (true, true), .left: (false, true),
    ]
    #expect(corners.count == 8)
    for (orientation, corner) in corners {
      let picture = try #require(
        finished(
          (24, 16), .rgb8, orientation: orientation,
          options: ThumbnailOptions(sizes: [24], format: .png)
        ) { x, y in x < 6 && y < 4 ? [255, 0, 0] : [0, 0, 255] }.first)
      #expect(picture.width == (orientation.exchangesSides ? 16 : 24))
      let mark = picture.colour(
        x: corner.right ? picture.width - 1 : 0, y: corner.bottom ? picture.height - 1 : 0)
      #expect(mark.red == 255, "\(orientation)")
    }
    // A mark along the stored top edge tells the mirrored ones from the turned ones.
    for orientation in Orientation.allCases {
      let picture = try #require(
        finished(
          (24, 16), .grey8, orientation: orientation,
          options: ThumbnailOptions(sizes: [24], format: .png)
        ) { x, y in y < 4 && x < 18 ? [255] : [0] }.first)
      let brightColumns = (0..<picture.width).filter { column in
        (0..<picture.height).contains { picture.colour(x: column, y: $0).red > 128 }
      }.count
      #expect(brightColumns == (orientation.exchangesSides ? 4 : 18), "\(orientation)")
    }
  }

  @Test("Alpha weighs colours, so that hidden ones do not bleed")
  func premultiplied() throws {
    let picture = try #require(
      finished((64, 64), .rgba8, options: ThumbnailOptions(sizes: [16])) { x, _ in
        x % 2 == 0 ? [255, 0, 0, 255] : [0, 255, 0, 0]
      }.first)
    #expect(picture.channels == 4)
    let colour = picture.colour(x: 8, y: 8)
    #expect(colour.red > 245 && colour.green < 10, "\(colour)")
    #expect(abs(Int(picture.alpha(x: 8, y: 8)) - 128) <= 4)
  }

  @Test("Transparency decides between PNG and JPEG unless a coding is named")
  func automaticFormat() throws {
    let budget = MemoryBudget(byteCount: 1 << 20)
    func format(alpha: UInt8, _ options: ThumbnailOptions) throws -> OutputFormat? {
      let raster = try Raster.filled(
        size: PixelSize(width: 8, height: 8), layout: .rgba8, budget: budget
      ) { buffer in
        for index in buffer.indices { buffer[index] = index % 4 == 3 ? alpha : 100 }
        return []
      }
      return try Finisher.thumbnails(from: raster, options: options).thumbnails.first?.format
    }
    let options = ThumbnailOptions(sizes: [8])
    #expect(try format(alpha: 255, options) == .jpeg)
    #expect(try format(alpha: 254, options) == .png)
    var onWhite = options
    onWhite.background = .white
    #expect(try format(alpha: 10, onWhite) == .jpeg)
    #expect(try format(alpha: 10, ThumbnailOptions(sizes: [8], format: .webp)) == .webp)
  }

  @Test("Several sizes come from one raster, each exact, none enlarged")
  func sizes() throws {
    let pictures = try finished(
      (300, 100), .rgb8, options: ThumbnailOptions(sizes: [45, 256, 1024], format: .png)
    ) { x, _ in [UInt8(x % 256), 0, 0] }
    #expect(pictures.map(\.width) == [45, 256, 300])
    #expect(pictures.map(\.height) == [15, 85, 100])
  }

  @Test("A square is covered and cut, in the middle or at the top")
  func cover() throws {
    var options = ThumbnailOptions(sizes: [20], format: .png)
    options.fit = .cover
    let middle = try #require(
      finished((60, 20), .rgb8, options: options) { x, _ in
        x < 20 ? [255, 0, 0] : x < 40 ? [0, 255, 0] : [0, 0, 255]
      }.first)
    #expect(middle.width == 20 && middle.height == 20)
    #expect(middle.colour(x: 10, y: 10).green == 255)
    options.crop = .top
    let left = try #require(
      finished((60, 20), .rgb8, options: options) { x, _ in x < 20 ? [255, 0, 0] : [0, 0, 255] }
        .first)
    #expect(left.colour(x: 10, y: 10).red == 255)
  }

  @Test("An extreme shape keeps one pixel")
  func extreme() throws {
    let picture = try #require(
      finished((1, 4000), .grey8, options: ThumbnailOptions(sizes: [100], format: .png)) { _, _ in
        [77]
      }.first)
    #expect(picture.width == 1 && picture.height == 100)
    #expect(picture.colour(x: 0, y: 50).red == 77)
  }

  @Test("A broken profile is ignored, and said so")
  func brokenProfile() throws {
    let budget = MemoryBudget(byteCount: 1 << 20)
    let raster = try Raster.filled(
      size: PixelSize(width: 8, height: 8), layout: .rgb8, colour: .iccProfile([1, 2, 3]),
      budget: budget
    ) { buffer in
      for index in buffer.indices { buffer[index] = 120 }
      return []
    }
    let result = try Finisher.thumbnails(
      from: raster, options: ThumbnailOptions(sizes: [8], format: .png))
    #expect(result.warnings.map(\.code) == [.profileIgnored])
    let picture = try Picture(png: try #require(result.thumbnails.first).bytes)
    #expect(picture.colour(x: 4, y: 4).green == 120)
  }

  @Test("16-bit samples become 8-bit ones by their value, not by their low byte")
  func sixteenBits() throws {
    let picture = try #require(
      finished(
        (8, 8), PixelLayout(.uint16, .rgb), options: ThumbnailOptions(sizes: [8], format: .png)
      ) { _, _ in
        [UInt16(0x8000), 0xFFFF, 0x00FF].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      }.first)
    #expect(picture.colour(x: 3, y: 3) == RGB(red: 128, green: 255, blue: 1))
  }

  @Test("The same raster and options give the same bytes", arguments: OutputFormat.allCases)
  func deterministic(_ format: OutputFormat) throws {
    func bytes() throws -> [UInt8]? {
      let raster = try Raster.filled(
        size: PixelSize(width: 40, height: 30), layout: .rgb8,
        budget: MemoryBudget(byteCount: 1 << 20)
      ) { buffer in
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: index * 7) }
        return []
      }
      let options = ThumbnailOptions(sizes: [20], format: format)
      return try Finisher.thumbnails(from: raster, options: options).thumbnails.first?.bytes
    }
    let first = try bytes()
    #expect(first != nil)
    #expect(try bytes() == first)
  }
}
