/// A small picture in memory, as a judge of thumbnails needs it.
///
/// It shares no code with what it judges.
package struct Picture: Sendable, Hashable {
  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int
  /// Samples a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
  package let channels: Int
  /// 8-bit samples, pixel after pixel, rows top to bottom, without padding; alpha is straight.
  package let samples: [UInt8]

  /// Creates a picture of known samples; there must be `width` × `height` × `channels` of them.
  package init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    precondition(samples.count == width * height * channels, "samples do not match the size")
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
  }

  /// Creates a picture of one colour.
  package init(width: Int, height: Int, filledWith colour: RGB) {
    let pixel = [colour.red, colour.green, colour.blue]
    self.init(
      width: width, height: height, channels: 3,
      samples: (0..<(width * height)).flatMap { _ in pixel })
  }

  /// The colour at a place, without its alpha.
  package func colour(x: Int, y: Int) -> RGB {
    let first = (y * width + x) * channels
    guard channels >= 3 else {
      return RGB(red: samples[first], green: samples[first], blue: samples[first])
    }
    return RGB(red: samples[first], green: samples[first + 1], blue: samples[first + 2])
  }

  /// The alpha at a place; 255 where the picture has none.
  package func alpha(x: Int, y: Int) -> UInt8 {
    channels % 2 == 0 ? samples[(y * width + x + 1) * channels - 1] : 255
  }

  /// The mean colour of a rectangle, which must lie inside and hold a pixel at least.
  package func meanColour(x: Range<Int>, y: Range<Int>) -> RGB {
    var sums = (red: 0, green: 0, blue: 0)
    for row in y {
      for column in x {
        let colour = colour(x: column, y: row)
        sums.red += Int(colour.red)
        sums.green += Int(colour.green)
        sums.blue += Int(colour.blue)
      }
    }
    let count = x.count * y.count
    let mean = { (sum: Int) in UInt8((sum + count / 2) / count) }
    return RGB(red: mean(sums.red), green: mean(sums.green), blue: mean(sums.blue))
  }
}

/// A colour of three 8-bit channels, sRGB unless it is said otherwise.
package struct RGB: Sendable, Hashable, CustomStringConvertible {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The channels, as `(201, 60, 40)`.
  package var description: String { "(\(red), \(green), \(blue))" }
}
