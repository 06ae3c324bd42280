/// The sum that ends each chunk of a PNG, over its name and its payload.
///
/// Source: W3C PNG Specification (third edition) § 5.5, Annex D.
enum PNGChecksum {
  /// Calculates the sum, bit by bit, which serves for few bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
