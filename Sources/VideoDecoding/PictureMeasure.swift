import FFmpeg
import MediaTypes

/// How much a reduced picture tells a person, by its lightness alone.
struct PictureMeasure: Sendable, Hashable {
  /// Mean lightness, 0 to 255.
  let mean: Double
  /// Standard deviation of lightness.
  let deviation: Double
  /// Mean difference of neighbours, a measure of sharpness.
  let detail: Double

  /// Whether there is next to nothing to see: black, white, or one tone.
  var isBlank: Bool {
    (mean < 26 && deviation < 6) || (mean > 245 && deviation < 3) || deviation < 1
  }

  /// Whether it tells more than another picture of the same video; a blank one never does.
  func tellsMore(than other: PictureMeasure) -> Bool {
    if isBlank != other.isBlank { return other.isBlank }
    return mark > other.mark
  }

  /// A mark for comparing pictures of one video; larger tells more.
  ///
  /// Contrast and detail speak for a picture, darkness and glare against it.
  var mark: Double {
    let exposure = 1 - abs(mean - 118) / 137
    return (deviation + 4 * detail) * max(0.05, exposure)
  }

  init(_ picture: borrowing ScaledPicture) {
    let bytesPerPixel = picture.output.bytesPerPixel
    let isDeep = picture.output == .rgb16 || picture.output == .rgba16
    let size = picture.size
    var sum = 0.0
    var squares = 0.0
    var steps = 0.0
    var above = [Double](repeating: 0, count: size.width)
    for y in 0..<size.height {
      unsafe picture.withRow(y) { bytes in
        var left = 0.0
        for x in 0..<size.width {
          let at = x * bytesPerPixel
          let light: Double
          if isDeep {
            let green = unsafe bytes.loadUnaligned(fromByteOffset: at + 2, as: UInt16.self)
            light = Double(green) / 257
          } else {
            light =
              unsafe 0.299 * Double(bytes[at]) + 0.587 * Double(bytes[at + 1])
              + 0.114 * Double(bytes[at + 2])
          }
          sum += light
          squares += light * light
          if x > 0 { steps += abs(light - left) }
          if y > 0 { steps += abs(light - above[x]) }
          left = light
          above[x] = light
        }
      }
    }
    let count = Double(max(1, size.width * size.height))
    mean = sum / count
    deviation = max(0, squares / count - mean * mean).squareRoot()
    detail = steps / (2 * count)
  }
}
