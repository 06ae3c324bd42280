/// Four bytes that name a box, an item type, a reference or a brand.
package struct FourCC: Hashable, Sendable, CustomStringConvertible {
  /// The bytes, the first one highest.
  package let rawValue: UInt32

  /// Creates a code from its number, the first byte highest.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a code from four characters of ASCII, such as `ispe`.
  package init(_ text: StaticString) {
    var value: UInt32 = 0
    for byte in text.description.utf8 { value = value << 8 | UInt32(byte) }
    rawValue = value
  }

  /// The four characters; what is not printable is shown as a dot.
  package var description: String {
    let shifts: [UInt32] = [24, 16, 8, 0]
    return String(
      shifts.map { shift in
        let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
        return (0x20...0x7E).contains(byte) ? Character(UnicodeScalar(byte)) : "."
      })
  }
}
