/// Reads values from bytes that anybody may have written.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Makes sure that nothing is left.
  func finish() throws(ProtocolError) {
    guard rest.isEmpty else { throw .surplus(byteCount: rest.count) }
  }

  mutating func readUInt8() throws(ProtocolError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .truncated }
    return byte
  }

  mutating func readBool() throws(ProtocolError) -> Bool {
    switch try readUInt8() {
    case 0: return false
    case 1: return true
    default: throw .unknown("truth value")
    }
  }

  mutating func readUInt32() throws(ProtocolError) -> UInt32 { try readLittleEndian() }

  mutating func readUInt64() throws(ProtocolError) -> UInt64 { try readLittleEndian() }

  mutating func readInt() throws(ProtocolError) -> Int {
    let value: UInt64 = try readLittleEndian()
    guard let int = Int(exactly: Int64(bitPattern: value)) else { throw .unknown("number") }
    return int
  }

  mutating func readDouble() throws(ProtocolError) -> Double {
    Double(bitPattern: try readLittleEndian())
  }

  mutating func readText() throws(ProtocolError) -> String {
    let bytes = try readBytes(UInt64(readUInt32()), limit: UInt64(WireLimit.text))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .unknown("text") }
    return text
  }

  mutating func readBytes(_ count: UInt64, limit: UInt64) throws(ProtocolError) -> ArraySlice<UInt8>
  {
    guard count <= limit else { throw .tooMany(count: count, limit: limit) }
    guard count <= UInt64(rest.count) else { throw .truncated }
    let bytes = rest.prefix(Int(count))
    rest = rest.dropFirst(Int(count))
    return bytes
  }

  /// Reads a word of a closed set, whose name is for the error.
  mutating func read<Value: RawRepresentable<String>>(
    _ type: Value.Type, _ what: String
  ) throws(ProtocolError) -> Value {
    guard let value = Value(rawValue: try readText()) else { throw .unknown(what) }
    return value
  }

  mutating func readOptional<Value>(
    _ body: (inout WireReader) throws(ProtocolError) -> Value
  ) throws(ProtocolError) -> Value? {
    guard try readBool() else { return nil }
    return try body(&self)
  }

  mutating func readList<Element>(
    limit: Int, _ body: (inout WireReader) throws(ProtocolError) -> Element
  ) throws(ProtocolError) -> [Element] {
    let count = try readUInt32()
    guard count <= limit else { throw .tooMany(count: UInt64(count), limit: UInt64(limit)) }
    var values: [Element] = []
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  private mutating func readLittleEndian<Value: FixedWidthInteger>() throws(ProtocolError) -> Value
  {
    let count = Value.bitWidth / 8
    guard rest.count >= count else { throw .truncated }
    var value: Value = 0
    for (index, byte) in rest.prefix(count).enumerated() {
      value |= Value(byte) << Value(8 * index)
    }
    rest = rest.dropFirst(count)
    return value
  }
}
