import ImageFinishing
import MediaTypes
import MemoryBudget
import Pixels
import TestSupport
import Testing
import Vips

@Suite("The part with the most detail", .timeLimit(.minutes(1)))
struct DetailTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Pixels across and down.
    let size: (Int, Int)
    /// The part of the longer side, counted in squares, that is kept.
    let kept: Int
    /// The squares with different values.
    let rich: Set<Int>
    /// The squares that nobody sees; there is no alpha where this is `nil`.
    var hidden: Set<Int>?
  }

  static let cases: [Case] = [
    Case(testDescription: "left", size: (96, 32), kept: 0, rich: [0]),
    Case(testDescription: "middle", size: (96, 32), kept: 1, rich: [1]),
    Case(testDescription: "right", size: (96, 32), kept: 2, rich: [2]),
    Case(testDescription: "top", size: (32, 96), kept: 0, rich: [0]),
    Case(testDescription: "bottom", size: (32, 96), kept: 2, rich: [2]),
    Case(testDescription: "right, with alpha", size: (96, 32), kept: 2, rich: [2], hidden: []),
    Case(
      testDescription: "what is hidden is no detail", size: (96, 32), kept: 2, rich: [0, 2],
      hidden: [0]),
    Case(
      testDescription: "what is hidden below is none either", size: (32, 96), kept: 0,
      rich: [0, 2], hidden: [2]),
  ]

  @Test("It is kept, wherever it lies", arguments: cases, [16, 32])
  func place(_ item: Case, side: Int) throws {
    var options = ThumbnailOptions(sizes: [side], format: .png)
    (options.fit, options.crop) = (.cover, .entropy)
    let (width, height) = item.size
    let raster = try Raster.filled(
      size: PixelSize(width: width, height: height), layout: item.hidden == nil ? .rgb8 : .rgba8,
      budget: MemoryBudget(byteCount: 1 << 20)
    ) { buffer in
      var index = 0
      for y in 0..<height {
        for x in 0..<width {
          let square = max(x, y) < 32 ? 0 : (width > height ? x : y) / 32
          // The first sample says which square it is; the others are what there is to see.
          let isRich = item.rich.contains(square)
          let value = isRich ? UInt8(truncatingIfNeeded: (x / 2) &* 83 ^ (y / 2) &* 151) : 128
          var pixel = [UInt8(40 + 80 * square) + (isRich ? value / 16 : 8), value, 255 - value]
          if let hidden = item.hidden { pixel.append(hidden.contains(square) ? 0 : 255) }
          for sample in pixel {
            buffer[index] = sample
            index += 1
          }
        }
      }
      return []
    }
    let made = try Finisher.thumbnails(from: raster, options: options).thumbnails
    let picture = try Picture(png: #require(made.first).bytes)
    #expect(picture.width == side && picture.height == side)
    // What is kept reaches over an edge by less than a step.
    for (x, y) in [(side / 2, side / 2), (side / 4, side / 4), (3 * side / 4, 3 * side / 4)] {
      let red = Int(picture.colour(x: x, y: y).red)
      #expect(abs(red - (40 + 80 * item.kept)) < 30, "\(x), \(y)")
    }
  }

  @Test(
    "Want of memory is told as such, and nothing else is",
    arguments: [
      ("vips_tracked: out of memory --- size == 0MB", true),
      ("vips_tracked: out of memory --- size == 0MB; vips2png: unable to write to target", true),
      ("glib: Error creating thread: Resource temporarily unavailable", true),
      ("VipsJpeg: Insufficient memory (case 4)", true),
      ("vips2png: unable to write to target target", false),
      ("gifload_source: Unexpected end of GIF source data", false), ("", false),
    ])
  func memory(text: String, isShort: Bool) {
    let error = VipsError(activity: "encoding PNG", text: text)
    let told = error.thumbnailError(.outputFailed, grantedBytes: 12_345)
    #expect(told.code == (isShort ? .overBudget : .outputFailed))
    #expect(told.message.contains("12345") == isShort)
    #expect(told.message.contains("another program") == !isShort)
    #expect(told.message.contains(text))
  }
}
