/// An element of EBML: its identifier and where its payload lies.
///
/// Source: RFC 8794 § 4 to § 6.
struct EBMLElement {
  let id: UInt32
  /// Where the payload begins.
  let content: UInt64
  /// Where it ends; `nil` where the length is said to be unknown.
  let end: UInt64?

  /// Reads the head of an element; `nil` where no such stands there.
  init?(_ input: ByteWindow, at offset: UInt64) throws(Shortage) {
    let first = try input.u8(at: offset)
    let idLength = first.leadingZeroBitCount + 1
    guard idLength <= 4 else { return nil }
    var id = UInt32(first)
    for place in 1..<UInt64(max(2, idLength)) where place < UInt64(idLength) {
      id = id << 8 | UInt32(try input.u8(at: offset + place))
    }
    let sizeAt = offset + UInt64(idLength)
    let sizeFirst = try input.u8(at: sizeAt)
    let sizeLength = sizeFirst.leadingZeroBitCount + 1
    guard sizeLength <= 8 else { return nil }
    var size = UInt64(sizeFirst) & (UInt64(0x7F) >> UInt64(sizeLength - 1))
    var isUnknown = size == UInt64(0x7F) >> UInt64(sizeLength - 1)
    for place in 1..<UInt64(max(2, sizeLength)) where place < UInt64(sizeLength) {
      let byte = try input.u8(at: sizeAt + place)
      isUnknown = isUnknown && byte == 0xFF
      size = size << 8 | UInt64(byte)
    }
    self.id = id
    content = sizeAt + UInt64(sizeLength)
    let (end, overflows) = content.addingReportingOverflow(size)
    self.end = isUnknown ? nil : overflows ? .max : end
  }

  /// How many bytes the payload has, where that is known.
  var count: UInt64? { end.map { $0 - content } }

  /// The payload as a number without sign, of at most eight bytes.
  func number(_ input: ByteWindow) throws(Shortage) -> UInt64 {
    var number: UInt64 = 0
    for place in 0..<min(8, count ?? 0) {
      number = number << 8 | UInt64(try input.u8(at: content + place))
    }
    return number
  }

  /// The payload as a floating-point number of four or eight bytes.
  func float(_ input: ByteWindow) throws(Shortage) -> Double? {
    switch count {
    case 4: Double(Float(bitPattern: try input.u32(at: content)))
    case 8: Double(bitPattern: try input.u64(at: content))
    default: nil
    }
  }

  /// The payload as text, cut at 64 bytes and at the first zero.
  func text(_ input: ByteWindow) throws(Shortage) -> String {
    let bytes = try input.prefix(Int(min(64, count ?? 0)), at: content)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
