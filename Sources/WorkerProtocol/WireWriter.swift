/// Values as bytes: little endian, lengths before what they measure.
struct WireWriter {
  /// What was written.
  var bytes: [UInt8] = []

  mutating func write(_ value: UInt8) { bytes.append(value) }

  mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func write(_ value: UInt32) { writeLittleEndian(value) }

  mutating func write(_ value: UInt64) { writeLittleEndian(value) }

  mutating func write(_ value: Int) { writeLittleEndian(UInt64(bitPattern: Int64(value))) }

  mutating func write(_ value: Double) { writeLittleEndian(value.bitPattern) }

  /// Writes text, cut before the sign that would exceed the limit.
  mutating func write(_ text: String) {
    let cut = WireWriter.cut(text)
    write(UInt32(cut.utf8.count))
    bytes += cut.utf8
  }

  mutating func write(_ value: some RawRepresentable<String>) { write(value.rawValue) }

  /// Writes whether there is a value, and the value where there is.
  mutating func write<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  /// Writes a list, cut at the limit.
  mutating func write<Element>(
    _ values: [Element], limit: Int, _ body: (inout WireWriter, Element) -> Void
  ) {
    let cut = values.prefix(limit)
    write(UInt32(cut.count))
    for value in cut { body(&self, value) }
  }

  /// A sign has four bytes at most, so that one of four neighbouring ends is between signs.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > WireLimit.text else { return text }
    let ends = (WireLimit.text - 3...WireLimit.text).reversed()
    return ends.lazy.compactMap { String(validating: text.utf8.prefix($0), as: UTF8.self) }.first
      ?? ""
  }

  private mutating func writeLittleEndian<Value: FixedWidthInteger>(_ value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }
}

/// The longest lists and texts that travel; longer ones are cut by their sender.
enum WireLimit {
  /// Bytes of a text.
  static let text = 4096
  /// Ways of a plan.
  static let steps = 64
  /// Sizes of thumbnails, and so thumbnails.
  static let sizes = 64
  /// Warnings of an outcome.
  static let warnings = 64
  /// Bytes of a placeholder.
  static let placeholder = 64
  /// Lines in which a worker tells of itself.
  static let texts = 256
}
