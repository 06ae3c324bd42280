internal import Glibc

/// A picture of some 25 bytes: the lowest frequencies of lightness, two colour differences, alpha.
///
/// Equal to what the reference program in JavaScript gives for the same pixels; only amplitudes
/// that are nothing but rounding may fall to the other side of the middle.
/// Source: Evan Wallace, ThumbHash, the format of its hashes.
enum ThumbHash {
  /// The longest side of a picture that is hashed, in pixels.
  static let longestSide = 100

  /// Hashes a picture.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and straight alpha of 8 bits, rows top to bottom.
  ///   - width: Pixels a row, 1 to 100.
  ///   - height: Rows, 1 to 100.
  /// - Returns: The hash.
  static func hash(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    precondition((1...longestSide).contains(width) && (1...longestSide).contains(height))
    precondition(pixels.count == 4 * width * height)
    let channels = HashChannels(pixels)
    let hasAlpha = channels.alphaSum < Double(width * height)
    let longer = Double(max(width, height))
    // Transparent pictures spend bytes on alpha, and have fewer for lightness.
    let most = hasAlpha ? 5.0 : 7.0
    let across = max(1, Int((most * Double(width) / longer).rounded()))
    let down = max(1, Int((most * Double(height) / longer).rounded()))
    let plane = { (samples: [Double], columns: Int, rows: Int) in
      FrequencyPlane(samples, width: width, height: height, columns: columns, rows: rows)
    }
    let lightness = plane(channels.lightness, max(3, across), max(3, down))
    let yellowBlue = plane(channels.yellowBlue, 3, 3)
    let redGreen = plane(channels.redGreen, 3, 3)

    let isLandscape = width > height
    let first =
      level(lightness.mean, 63) | signedLevel(yellowBlue.mean) << 6
      | signedLevel(redGreen.mean) << 12 | level(lightness.scale, 31) << 18
      | (hasAlpha ? 1 << 23 : 0)
    let second =
      (isLandscape ? down : across) | level(yellowBlue.scale, 63) << 3
      | level(redGreen.scale, 63) << 9 | (isLandscape ? 1 << 15 : 0)
    var bytes = [first, first >> 8, first >> 16, second, second >> 8].map {
      UInt8(truncatingIfNeeded: $0)
    }
    var nibbles = lightness.nibbles + yellowBlue.nibbles + redGreen.nibbles
    if hasAlpha {
      let alpha = plane(channels.alpha, 5, 5)
      bytes.append(UInt8(truncatingIfNeeded: level(alpha.mean, 15) | level(alpha.scale, 15) << 4))
      nibbles += alpha.nibbles
    }
    for place in stride(from: 0, to: nibbles.count, by: 2) {
      let upper = place + 1 < nibbles.count ? nibbles[place + 1] : 0
      bytes.append(nibbles[place] | upper << 4)
    }
    return bytes
  }

  /// A difference of -1 to 1 as 0 to 63.
  private static func signedLevel(_ difference: Double) -> Int {
    Int((31.5 + 31.5 * difference).rounded())
  }

  fileprivate static func level(_ share: Double, _ largest: Double) -> Int {
    Int((share * largest).rounded())
  }
}

/// A picture over its own mean colour, as lightness and differences.
private struct HashChannels {
  private(set) var lightness: [Double] = []
  private(set) var yellowBlue: [Double] = []
  private(set) var redGreen: [Double] = []
  private(set) var alpha: [Double] = []
  /// Alpha of all pixels together, 1 each where none is transparent.
  private(set) var alphaSum = 0.0

  init(_ pixels: [UInt8]) {
    var mean = SIMD3<Double>(repeating: 0)
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Double(pixels[place + 3]) / 255
      mean += alpha / 255 * HashChannels.colour(pixels, place)
      alphaSum += alpha
    }
    if alphaSum > 0 { mean /= alphaSum }
    for place in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Double(pixels[place + 3]) / 255
      let colour = mean * (1 - alpha) + alpha / 255 * HashChannels.colour(pixels, place)
      lightness.append((colour.x + colour.y + colour.z) / 3)
      yellowBlue.append((colour.x + colour.y) / 2 - colour.z)
      redGreen.append(colour.x - colour.y)
      self.alpha.append(alpha)
    }
  }

  private static func colour(_ pixels: [UInt8], _ place: Int) -> SIMD3<Double> {
    SIMD3(Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]))
  }
}

/// The lowest frequencies of a channel.
private struct FrequencyPlane {
  /// The mean of all samples.
  private(set) var mean = 0.0
  /// The largest amplitude of the other frequencies.
  private(set) var scale = 0.0
  /// Those amplitudes as parts of the largest, 0 to 15, 7.5 being none.
  private(set) var nibbles: [UInt8] = []

  /// Takes the frequencies below a line from `columns` across to `rows` down.
  init(_ samples: [Double], width: Int, height: Int, columns: Int, rows: Int) {
    var amplitudes: [Double] = []
    for row in 0..<rows {
      var column = 0
      while column * rows < columns * (rows - row) {
        let across = (0..<width).map {
          cos(.pi / Double(width) * Double(column) * (Double($0) + 0.5))
        }
        var sum = 0.0
        for y in 0..<height {
          let down = cos(.pi / Double(height) * Double(row) * (Double(y) + 0.5))
          for x in 0..<width { sum += samples[y * width + x] * across[x] * down }
        }
        sum /= Double(width * height)
        if column == 0, row == 0 {
          mean = sum
        } else {
          amplitudes.append(sum)
          scale = max(scale, abs(sum))
        }
        column += 1
      }
    }
    let scale = scale
    nibbles = amplitudes.map {
      let share = scale > 0 ? 0.5 + 0.5 / scale * $0 : $0
      return UInt8(truncatingIfNeeded: ThumbHash.level(share, 15))
    }
  }
}
