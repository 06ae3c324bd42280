/// The header of gzip.
///
/// Source: RFC 1952 § 2.3.
enum Gzip {
  /// Where the packed data begin; `nil` where the header cannot be.
  static func startOfData(_ input: ByteWindow) throws(Shortage) -> UInt64? {
    let flags = try input.u8(at: 3)
    guard flags & 0xE0 == 0 else { return nil }
    var place: UInt64 = 10
    if flags & 4 != 0 { place += 2 + UInt64(try input.u16(at: place, .little)) }
    // A name, then a comment, each up to its zero byte.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      var length = 0
      while try input.u8(at: place) != 0 {
        place += 1
        length += 1
        if length > 1024 { return nil }
      }
      place += 1
    }
    if flags & 2 != 0 { place += 2 }
    return place
  }
}
