import MediaTypes

/// Reads big-endian numbers from bytes in memory, from front to back and never past the end.
struct ByteCursor {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var offset: Int

  /// Where the bytes come from, for messages.
  private let place: FourCC

  /// Creates a cursor over all of `bytes`, which are the payload of the box `place`.
  init(_ bytes: [UInt8], of place: FourCC) {
    self.bytes = bytes
    self.place = place
    offset = 0
    end = bytes.count
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>, of place: FourCC) {
    self.bytes = bytes
    self.place = place
    offset = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - offset }

  mutating func skip(_ count: Int) throws(ThumbnailError) {
    guard count >= 0, count <= remaining else { throw overrun(count) }
    offset += count
  }

  mutating func take(_ count: Int) throws(ThumbnailError) -> [UInt8] {
    let start = offset
    try skip(count)
    return Array(bytes[start..<offset])
  }

  /// An unsigned number of 0 to 8 bytes; of no bytes it is 0.
  mutating func unsigned(byteCount: Int) throws(ThumbnailError) -> UInt64 {
    let start = offset
    try skip(byteCount)
    var value: UInt64 = 0
    for index in start..<offset { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  mutating func uint8() throws(ThumbnailError) -> UInt8 {
    UInt8(truncatingIfNeeded: try unsigned(byteCount: 1))
  }

  mutating func uint16() throws(ThumbnailError) -> UInt16 {
    UInt16(truncatingIfNeeded: try unsigned(byteCount: 2))
  }

  mutating func uint32() throws(ThumbnailError) -> UInt32 {
    UInt32(truncatingIfNeeded: try unsigned(byteCount: 4))
  }

  mutating func fourCC() throws(ThumbnailError) -> FourCC { FourCC(rawValue: try uint32()) }

  /// The version and the flags that a full box begins with.
  ///
  /// Source: ISO/IEC 14496-12:2022 § 4.2.2.
  mutating func fullBoxHeader() throws(ThumbnailError) -> (version: UInt8, flags: UInt32) {
    let word = try uint32()
    return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
  }

  /// The text up to a zero byte or the end.
  mutating func text() -> String {
    let start = offset
    while offset < end, bytes[offset] != 0 { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if offset < end { offset += 1 }
    return text
  }

  /// The next box inside these bytes, or `nil` at the end.
  ///
  /// Source: ISO/IEC 14496-12:2022 § 4.2.2.
  mutating func box() throws(ThumbnailError) -> (type: FourCC, payload: ByteCursor)? {
    guard remaining >= 8 else { return nil }
    let start = offset
    var byteCount = try unsigned(byteCount: 4)
    let type = try fourCC()
    if byteCount == 1 {
      byteCount = try unsigned(byteCount: 8)
    } else if byteCount == 0 {
      byteCount = UInt64(end - start)
    }
    guard byteCount >= UInt64(offset - start), byteCount <= UInt64(end - start) else {
      throw ThumbnailError(
        .corrupt, "the box \(type) claims \(byteCount) bytes, \(place) has \(end - start) left")
    }
    let payload = ByteCursor(bytes, offset..<(start + Int(byteCount)), of: type)
    offset = start + Int(byteCount)
    return (type, payload)
  }

  /// The bytes that are left.
  var rest: [UInt8] { Array(bytes[offset..<end]) }

  private func overrun(_ wanted: Int) -> ThumbnailError {
    ThumbnailError(.corrupt, "\(place) ends \(remaining) bytes on, \(wanted) more are needed")
  }
}
