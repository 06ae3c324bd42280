/// Why bytes are not a PNG that can be read here.
package enum PNGError: Error, Hashable {
  /// The signature or a chunk is missing.
  case malformed
  /// Only 8 bits a sample, no palette and no interlace are read: what thumbnails are.
  case unsupported
}

extension Picture {
  /// Reads a picture from an 8-bit PNG without palette and interlace.
  ///
  /// Source: W3C PNG (third edition) § 5, § 9.
  package init(png bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw PNGError.malformed
    }
    var header: [UInt8] = []
    var data: [UInt8] = []
    var position = 8
    while position + 12 <= bytes.count {
      let count = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard position + 12 + count <= bytes.count else { throw PNGError.malformed }
      let body = bytes[(position + 8)..<(position + 8 + count)]
      switch bytes[(position + 4)..<(position + 8)] {
      case [0x49, 0x48, 0x44, 0x52]: header = Array(body)
      case [0x49, 0x44, 0x41, 0x54]: data += body
      default: break
      }
      position += 12 + count
    }
    guard header.count == 13 else { throw PNGError.malformed }
    guard header[8] == 8, header[12] == 0, let channels = [0: 1, 2: 3, 4: 2, 6: 4][header[9]]
    else { throw PNGError.unsupported }
    let width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
    let height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
    let samples = try Self.unfiltered(
      try Inflate.zlib(data), rowCount: height, rowBytes: width * channels, step: channels)
    self.init(width: width, height: height, channels: channels, samples: samples)
  }

  private static func unfiltered(
    _ raw: [UInt8], rowCount: Int, rowBytes: Int, step: Int
  ) throws -> [UInt8] {
    guard raw.count >= rowCount * (rowBytes + 1) else { throw PNGError.malformed }
    var samples = [UInt8](repeating: 0, count: rowCount * rowBytes)
    for row in 0..<rowCount {
      let filter = raw[row * (rowBytes + 1)]
      for column in 0..<rowBytes {
        let at = row * rowBytes + column
        let left = column >= step ? Int(samples[at - step]) : 0
        let up = row > 0 ? Int(samples[at - rowBytes]) : 0
        let corner = row > 0 && column >= step ? Int(samples[at - rowBytes - step]) : 0
        let guess: Int
        switch filter {
        case 0: guess = 0
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        case 4: guess = paeth(left, up, corner)
        default: throw PNGError.malformed
        }
        samples[at] = raw[row * (rowBytes + 1) + 1 + column] &+ UInt8(guess)
      }
    }
    return samples
  }

  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let estimate = left + up - corner
    let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }

  /// The picture with its sides divided by a factor, by averaging; both must be multiples of it.
  package func averaged(by factor: Int) -> Picture {
    var samples: [UInt8] = []
    for row in 0..<(height / factor) {
      for column in 0..<(width / factor) {
        let mean = meanColour(
          x: (column * factor)..<((column + 1) * factor), y: (row * factor)..<((row + 1) * factor))
        samples += [mean.red, mean.green, mean.blue]
      }
    }
    return Picture(
      width: width / factor, height: height / factor, channels: 3, samples: samples)
  }

  /// The picture with three channels, where it had one.
  package func inColour() -> Picture {
    channels == 1
      ? Picture(
        width: width, height: height, channels: 3, samples: samples.flatMap { [$0, $0, $0] })
      : self
  }

  /// The picture laid over white.
  package func overWhite() -> Picture {
    guard channels % 2 == 0 else { return self }
    var samples: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        let colour = colour(x: column, y: row)
        let alpha = Int(alpha(x: column, y: row))
        for channel in [colour.red, colour.green, colour.blue] {
          samples.append(UInt8((Int(channel) * alpha + 255 * (255 - alpha) + 127) / 255))
        }
      }
    }
    return Picture(width: width, height: height, channels: 3, samples: samples)
  }
}
