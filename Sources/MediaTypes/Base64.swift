/// Bytes as text of 64 signs.
///
/// Source: RFC 4648 § 4.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text, padded with `=`.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for place in 0..<3 {
        group = group << 8 | (place < count ? UInt32(bytes[index + place]) : 0)
      }
      for place in 0..<4 {
        let sign = alphabet[Int(group >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= count ? sign : UInt8(ascii: "="))
      }
      index += 3
    }
    return text
  }
}
