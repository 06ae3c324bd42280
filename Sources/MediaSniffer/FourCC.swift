/// Four bytes that name something inside a file: a box, a chunk, a brand.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes, the first in the highest eight bits.
  let raw: UInt32

  /// Wraps four bytes, the first in the highest eight bits.
  init(_ raw: UInt32) { self.raw = raw }

  /// Names the four bytes of a literal such as `"ftyp"`.
  ///
  /// Only where this is inlined does the compiler fold it into a number.
  @inline(__always)
  init(stringLiteral text: String) {
    var raw: UInt32 = 0
    for byte in text.utf8 { raw = raw << 8 | UInt32(byte) }
    self.raw = raw
  }

  /// The four bytes as text, dots for what is not printable.
  var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: raw >> shift)
      text.unicodeScalars.append(
        0x20...0x7E ~= byte ? Unicode.Scalar(byte) : ".")
    }
    return text
  }
}
