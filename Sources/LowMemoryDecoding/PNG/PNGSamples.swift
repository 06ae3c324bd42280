import MediaTypes

/// Turns rows as they are stored into rows of whole samples: grey or RGB, with alpha or without,
/// 8 bits or 16 in the machine's order.
///
/// Source: W3C PNG Specification (third edition) § 7.2, § 11.3.1.1, § 13.12.
@safe final class PNGSamples {
  /// What a row becomes.
  struct Form: Sendable, Hashable {
    /// Channels of colour: 1, 3, or without alpha 4.
    let colourCount: Int
    let hasAlpha: Bool
    /// Bytes a sample: 1 or 2.
    let sampleByteCount: Int

    init(colourCount: Int, hasAlpha: Bool, sampleByteCount: Int) {
      self.colourCount = colourCount
      self.hasAlpha = hasAlpha
      self.sampleByteCount = sampleByteCount
    }

    init(isColour: Bool, hasAlpha: Bool, sampleByteCount: Int) {
      self.init(
        colourCount: isColour ? 3 : 1, hasAlpha: hasAlpha, sampleByteCount: sampleByteCount)
    }

    /// Whether there is more than lightness.
    var isColour: Bool { colourCount > 1 }
    /// Channels, alpha included.
    var channelCount: Int { colourCount + (hasAlpha ? 1 : 0) }
    /// Bytes a pixel.
    var pixelByteCount: Int { channelCount * sampleByteCount }
    /// The largest sample.
    var largest: Float { sampleByteCount == 1 ? 255 : 65535 }
  }

  /// How a row is turned.
  private enum Way {
    /// It is as it shall be.
    case asIs
    /// Each value of up to 8 bits stands for a pixel of a table.
    case table
    /// RGB with 8 bits, of which one colour is transparent.
    case keyedRGB(SIMD4<UInt8>)
    /// 16 bits, highest byte first, with the colour that is transparent, if any.
    case wide(key: [UInt16]?)
  }

  /// What rows become.
  let form: Form

  private let header: PNGHeader
  private let way: Way
  /// 256 pixels of up to four bytes, the first one lowest.
  private let table: Scratch<UInt32>
  /// A turned row, and the four bytes that writing by fours may exceed it.
  private let turned: Scratch<UInt8>

  /// What rows of a picture become.
  static func form(of header: PNGHeader, transparency: [UInt8]) -> Form {
    let isKeyed = PNGSamples.isUsable(transparency, for: header)
    let isColour = header.colourType != .grey && header.colourType != .greyWithAlpha
    let isAlphaStored =
      header.colourType == .greyWithAlpha || header.colourType == .rgbWithAlpha
    return Form(
      isColour: isColour, hasAlpha: isKeyed || isAlphaStored,
      sampleByteCount: header.bitDepth == 16 ? 2 : 1)
  }

  /// Whether the payload of `tRNS` says something about pixels of a type.
  private static func isUsable(_ transparency: [UInt8], for header: PNGHeader) -> Bool {
    switch header.colourType {
    case .grey: transparency.count == 2
    case .rgb: transparency.count == 6
    case .palette: !transparency.isEmpty
    case .greyWithAlpha, .rgbWithAlpha: false
    }
  }

  /// Bytes that turning rows takes.
  static func byteCount(of header: PNGHeader, form: Form) -> Int {
    header.size.width * form.pixelByteCount + 4 + 1024
  }

  /// Prepares for the rows of a picture.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ preamble: PNGPreamble) throws(ThumbnailError) {
    header = preamble.header
    form = PNGSamples.form(of: header, transparency: preamble.properties.transparency)
    let isKeyed = PNGSamples.isUsable(preamble.properties.transparency, for: header)
    let key =
      isKeyed && header.colourType != .palette
      ? stride(from: 0, to: preamble.properties.transparency.count, by: 2).map {
        preamble.properties.transparency.bigEndianUInt16(at: $0)
      } : nil
    table = try Scratch(zeroed: 256)
    if header.bitDepth == 16 {
      way = .wide(key: key)
    } else if header.colourType == .palette {
      way = .table
      PNGSamples.fill(
        table, palette: preamble.properties.palette, alpha: preamble.properties.transparency)
    } else if header.colourType == .grey, header.bitDepth < 8 || key != nil {
      way = .table
      PNGSamples.fill(table, bitDepth: header.bitDepth, key: key?.first)
    } else if let key {
      way = .keyedRGB(
        SIMD4(truncatingIfNeeded: SIMD4<UInt16>(key[0], key[1], key[2], 0)))
    } else {
      way = .asIs
    }
    if case .asIs = way {
      turned = try Scratch(zeroed: 0)
    } else {
      turned = try Scratch(zeroed: header.size.width * form.pixelByteCount + 4)
    }
  }

  /// Colours that the palette lacks are black, alpha that is not given is opaque.
  private static func fill(_ table: Scratch<UInt32>, palette: [UInt8], alpha: [UInt8]) {
    for index in 0..<256 {
      let isThere = 3 * index + 2 < palette.count
      let colour =
        isThere
        ? (0..<3).reduce(UInt32(0)) { $0 | UInt32(palette[3 * index + $1]) << (8 * UInt32($1)) } : 0
      table[index] = colour | UInt32(index < alpha.count ? alpha[index] : 255) << 24
    }
  }

  /// Grey of few bits is stretched to 8; of the transparent grey only as many bits count.
  private static func fill(_ table: Scratch<UInt32>, bitDepth: Int, key: UInt16?) {
    let largest = (1 << bitDepth) - 1
    for index in 0...largest {
      let isTransparent = key.map { Int($0) & largest == index } ?? false
      table[index] = UInt32(index * 255 / largest) | (isTransparent ? 0 : 255 << 8)
    }
  }

  /// Turns a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored, without the byte that names its filter.
  ///   - width: How many pixels it has, at most the picture's.
  /// - Returns: Its pixels, lent until the next call.
  func pixels(of row: UnsafePointer<UInt8>, width: Int) -> UnsafePointer<UInt8> {
    // SAFETY: the row has `rowByteCount(width:)` bytes, and `turned` the picture's width of pixels
    // and four bytes more; no way reads or writes beyond.
    switch way {
    case .asIs: return unsafe row
    case .table:
      switch form.channelCount {
      case 1: unsafe lookUp(row, width: width, channels: 1)
      case 2: unsafe lookUp(row, width: width, channels: 2)
      case 3: unsafe lookUp(row, width: width, channels: 3)
      default: unsafe lookUp(row, width: width, channels: 4)
      }
    case .keyedRGB(let key): unsafe addAlpha(row, width: width, key: key)
    case .wide(let key): unsafe widen(row, width: width, key: key)
    }
    return unsafe UnsafePointer(turned.start)
  }

  @inline(__always)
  private func lookUp(_ row: UnsafePointer<UInt8>, width: Int, channels: Int) {
    let depth = header.bitDepth
    let mask = (1 << depth) - 1
    let target = unsafe UnsafeMutableRawPointer(turned.start)
    for column in 0..<width {
      let bit = column * depth
      let value = unsafe Int(row[bit >> 3]) >> (8 - depth - (bit & 7)) & mask
      let pixel = unsafe table.start[value]
      switch channels {
      case 1: unsafe turned.start[column] = UInt8(truncatingIfNeeded: pixel)
      case 2:
        unsafe target.storeBytes(
          of: UInt16(truncatingIfNeeded: pixel), toByteOffset: 2 * column, as: UInt16.self)
      default:
        unsafe target.storeBytes(of: pixel, toByteOffset: channels * column, as: UInt32.self)
      }
    }
  }

  private func addAlpha(_ row: UnsafePointer<UInt8>, width: Int, key: SIMD4<UInt8>) {
    let target = unsafe turned.start
    for column in 0..<width {
      let pixel = unsafe row + 3 * column
      let isTransparent = unsafe pixel[0] == key[0] && pixel[1] == key[1] && pixel[2] == key[2]
      unsafe target[4 * column] = pixel[0]
      unsafe target[4 * column + 1] = pixel[1]
      unsafe target[4 * column + 2] = pixel[2]
      unsafe target[4 * column + 3] = isTransparent ? 0 : 255
    }
  }

  private func widen(_ row: UnsafePointer<UInt8>, width: Int, key: [UInt16]?) {
    let source = unsafe UnsafeRawPointer(row)
    let target = unsafe UnsafeMutableRawPointer(turned.start)
    let stored = header.colourType.channelCount
    guard let key else {
      for index in 0..<(width * stored) {
        let sample = unsafe source.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
        unsafe target.storeBytes(of: sample.byteSwapped, toByteOffset: 2 * index, as: UInt16.self)
      }
      return
    }
    for column in 0..<width {
      var isTransparent = true
      for channel in 0..<stored {
        let place = 2 * (column * stored + channel)
        let sample = unsafe source.loadUnaligned(fromByteOffset: place, as: UInt16.self).byteSwapped
        isTransparent = isTransparent && sample == key[channel]
        unsafe target.storeBytes(
          of: sample, toByteOffset: 2 * (column * (stored + 1) + channel), as: UInt16.self)
      }
      unsafe target.storeBytes(
        of: isTransparent ? 0 : 65535, toByteOffset: 2 * (column * (stored + 1) + stored),
        as: UInt16.self)
    }
  }
}
