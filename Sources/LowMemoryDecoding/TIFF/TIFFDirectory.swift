import ByteSources
import MediaTypes

/// The first directory of a TIFF or BigTIFF file: which fields there are, and where their values
/// stand.
///
/// Source: TIFF 6.0 § 2, and the BigTIFF design of 2007.
struct TIFFDirectory: Sendable {
  /// What of a picture a directory says.
  enum Tag: UInt16, Sendable {
    case width = 0x0100
    case height = 0x0101
    case bitsPerSample = 0x0102
    case compression = 0x0103
    case photometric = 0x0106
    case fillOrder = 0x010A
    case stripOffsets = 0x0111
    case samplesPerPixel = 0x0115
    case rowsPerStrip = 0x0116
    case stripByteCounts = 0x0117
    case planarConfiguration = 0x011C
    case predictor = 0x013D
    case colourMap = 0x0140
    case tileWidth = 0x0142
    case tileHeight = 0x0143
    case tileOffsets = 0x0144
    case tileByteCounts = 0x0145
    case inkSet = 0x014C
    case extraSamples = 0x0152
    case sampleFormat = 0x0153
    case jpegTables = 0x015B
    case lumaShares = 0x0211
    case chromaSubsampling = 0x0212
    case referenceLevels = 0x0214
    case profile = 0x8773

    /// Whether values are fractions.
    var isRational: Bool { self == .lumaShares || self == .referenceLevels }
  }

  /// Values of a field.
  struct Field: Sendable {
    /// Bytes a value: 1, 2, 4 or 8.
    let width: Int
    /// How many there are.
    let count: UInt64
    /// Where the first one stands, from the start of the file.
    let place: UInt64
  }

  /// Whether the lowest byte of a number comes first.
  let isLittleEndian: Bool
  private let fields: [Tag: Field]

  /// libtiff reads directories of any length; no picture needs more fields.
  private static let mostFields = 4096

  /// Finds the fields.
  ///
  /// - Throws: `corrupt` where it is no TIFF file or there is no directory, and what the source
  ///   throws.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    let head = try source.bytes(16, at: 0)
    guard head.count >= 8, head[0] == head[1], head[0] == 0x49 || head[0] == 0x4D else {
      throw ThumbnailError(.corrupt, "does not begin as a TIFF file")
    }
    isLittleEndian = head[0] == 0x49
    let order = TIFFNumbers(isLittleEndian: isLittleEndian)
    let isBig: Bool
    switch order.number(head[2..<4]) {
    case 42: isBig = false
    case 43 where head.count == 16: isBig = true
    default: throw ThumbnailError(.corrupt, "does not begin as a TIFF file")
    }
    let start = order.number(isBig ? head[8..<16] : head[4..<8])
    let countWidth = isBig ? 8 : 2
    let counted = try source.bytes(countWidth, at: start)
    let count = order.number(counted[...])
    guard counted.count == countWidth, count > 0 else {
      throw ThumbnailError(.corrupt, "its directory is missing")
    }
    let length = isBig ? 20 : 12
    let entries = try source.bytes(
      length * Int(min(count, UInt64(Self.mostFields))), at: start + UInt64(countWidth))
    var fields: [Tag: Field] = [:]
    for first in stride(from: 0, through: entries.count - length, by: length) {
      let tag = Tag(rawValue: UInt16(order.number(entries[first..<(first + 2)])))
      let type = order.number(entries[(first + 2)..<(first + 4)])
      // Where a field stands twice, the first one counts, as in libtiff.
      guard let tag, fields[tag] == nil, let width = Self.width(ofType: type, of: tag)
      else { continue }
      let values = first + (isBig ? 12 : 8)
      let count = order.number(entries[(first + 4)..<values])
      let room = isBig ? 8 : 4
      let (byteCount, overflows) = count.multipliedReportingOverflow(by: UInt64(width))
      guard count > 0, !overflows else { continue }
      let place =
        byteCount <= UInt64(room)
        ? start + UInt64(countWidth + values)
        : order.number(entries[values..<(values + room)])
      // A fraction is two numbers.
      fields[tag] =
        tag.isRational
        ? Field(width: width / 2, count: 2 * count, place: place)
        : Field(width: width, count: count, place: place)
    }
    self.fields = fields
  }

  /// Bytes a value of the types that are whole numbers or bytes, or of fractions where a field has
  /// them.
  private static func width(ofType type: UInt64, of tag: Tag) -> Int? {
    guard !tag.isRational else { return type == 5 ? 8 : nil }
    return switch type {
    case 1, 7: 1
    case 3: 2
    case 4, 13: 4
    case 16, 18: 8
    default: nil
    }
  }

  subscript(tag: Tag) -> Field? { fields[tag] }

  /// Values of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - first: The index of the first one.
  ///   - count: How many at most; the caller has bounded it.
  ///   - source: The file.
  /// - Returns: The values, fewer than asked where the field or the file ends.
  /// - Throws: What the source throws.
  func values(
    of field: Field, from first: UInt64, count: Int, in source: any ByteSource
  ) throws(ThumbnailError) -> [UInt64] {
    guard first < field.count else { return [] }
    let wanted = Int(min(UInt64(count), field.count - first))
    // The product is less than that of the field's count, which has been checked.
    let (place, overflows) = field.place.addingReportingOverflow(first * UInt64(field.width))
    guard !overflows else { return [] }
    let bytes = try source.bytes(wanted * field.width, at: place)
    let order = TIFFNumbers(isLittleEndian: isLittleEndian)
    return stride(from: 0, through: bytes.count - field.width, by: field.width).map {
      order.number(bytes[$0..<($0 + field.width)])
    }
  }

  /// The first value of a field; `nil` where there is none.
  func value(of tag: Tag, in source: any ByteSource) throws(ThumbnailError) -> UInt64? {
    guard let field = fields[tag] else { return nil }
    return try values(of: field, from: 0, count: 1, in: source).first
  }
}

/// Reads whole numbers in the order of a file's bytes.
struct TIFFNumbers {
  let isLittleEndian: Bool

  /// The number that up to eight bytes stand for.
  func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    isLittleEndian
      ? bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
