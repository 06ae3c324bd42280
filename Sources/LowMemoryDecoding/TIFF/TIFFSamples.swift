import MediaTypes

/// Turns rows as they are stored into grey, red, green and blue, or inks, and straight alpha where
/// there is some; of 8 bits, or of 16 in the machine's order.
@safe final class TIFFSamples {
  /// How a row is turned.
  private enum Way {
    /// It is as it shall be.
    case asIs
    /// Each value of up to 8 bits stands for a grey.
    case greys
    /// Each value of up to 8 bits stands for three bytes.
    case colours
    /// Luma and chroma become red, green and blue.
    case lumaChroma(TIFFLumaChroma)
    /// Some of the samples are taken, and perhaps turned.
    case samples
  }

  private let header: TIFFHeader
  private let way: Way
  private let isInverted: Bool
  /// What values stand for, by one byte or by three.
  private let table: Scratch<UInt8>
  private let turned: Scratch<UInt8>

  /// Bytes that turning rows takes.
  static func byteCount(of header: TIFFHeader) -> Int {
    header.size.width * header.form.pixelByteCount + 768
  }

  /// Prepares for the rows of a picture.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ header: TIFFHeader) throws(ThumbnailError) {
    self.header = header
    isInverted = header.colour == .grey(isInverted: true)
    table = try Scratch(zeroed: 768)
    if let lumaChroma = header.lumaChroma {
      way = .lumaChroma(lumaChroma)
    } else if header.colour == .palette {
      way = .colours
      for (index, byte) in header.palette.enumerated() { table[index] = byte }
    } else if header.sampleCount == 1, header.bitDepth <= 8, header.bitDepth < 8 || isInverted {
      way = .greys
      let largest = 1 << header.bitDepth - 1
      for value in 0...largest {
        let grey = UInt8(value * 255 / largest)
        table[value] = isInverted ? 255 - grey : grey
      }
    } else if header.sampleCount > header.channelCount || header.isPremultiplied || isInverted {
      way = .samples
    } else {
      way = .asIs
    }
    let byteCount = header.size.width * header.form.pixelByteCount
    if case .asIs = way {
      turned = try Scratch(zeroed: 0)
    } else {
      turned = try Scratch(zeroed: byteCount)
    }
  }

  /// Turns a row.
  ///
  /// - Parameters:
  ///   - row: All samples of its pixels.
  ///   - line: Which row of pixels it is, where one as stored holds several.
  /// - Returns: Its pixels, lent until the next row is turned.
  func pixels(of row: UnsafePointer<UInt8>, line: Int) -> UnsafePointer<UInt8> {
    // SAFETY: the row has all samples of the picture's width, and `turned` room for all channels.
    switch way {
    case .asIs: return unsafe row
    case .greys: unsafe lookUp(row, channels: 1)
    case .colours: unsafe lookUp(row, channels: 3)
    case .lumaChroma(let meaning):
      unsafe meaning.turn(row, line: line, width: header.size.width, to: turned.start)
    case .samples where header.bitDepth == 8: unsafe take(row, to: turned.start)
    case .samples:
      let count = header.size.width
      unsafe UnsafeRawPointer(row).withMemoryRebound(
        to: UInt16.self, capacity: count * header.sampleCount
      ) { stored in
        unsafe UnsafeMutableRawPointer(turned.start).withMemoryRebound(
          to: UInt16.self, capacity: count * header.channelCount
        ) { unsafe take(stored, to: $0) }
      }
    }
    return unsafe UnsafePointer(turned.start)
  }

  private func lookUp(_ row: UnsafePointer<UInt8>, channels: Int) {
    let depth = header.bitDepth
    let mask = (1 << depth) - 1
    for column in 0..<header.size.width {
      let bit = column * depth
      let value = unsafe Int(row[bit >> 3]) >> (8 - depth - (bit & 7)) & mask
      for channel in 0..<channels {
        unsafe turned.start[channels * column + channel] = table.start[channels * value + channel]
      }
    }
  }

  private func take<Sample: FixedWidthInteger & UnsignedInteger>(
    _ row: UnsafePointer<Sample>, to target: UnsafeMutablePointer<Sample>
  ) {
    let (step, channels) = (header.sampleCount, header.channelCount)
    for column in 0..<header.size.width {
      let pixel = unsafe row + step * column
      let turned = unsafe target + channels * column
      for channel in 0..<channels { unsafe turned[channel] = pixel[channel] }
      if isInverted { unsafe turned[0] = Sample.max - turned[0] }
      guard header.isPremultiplied else { continue }
      let alpha = unsafe turned[channels - 1]
      guard alpha != 0, alpha != Sample.max else { continue }
      for channel in 0..<(channels - 1) {
        let product = unsafe UInt64(turned[channel]) * UInt64(Sample.max)
        let whole = (product + UInt64(alpha) / 2) / UInt64(alpha)
        unsafe turned[channel] = Sample(min(whole, UInt64(Sample.max)))
      }
    }
  }
}
