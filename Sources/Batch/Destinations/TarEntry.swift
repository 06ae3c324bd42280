/// One file of a tar archive.
///
/// Source: POSIX.1-2017, `pax`, "ustar Interchange Format" and "pax Interchange Format".
struct TarEntry {
  private static let blockByteCount = 512

  /// The path in the archive.
  let path: [UInt8]
  /// When it was last modified, in seconds since 1970.
  let seconds: Int64
  /// Its content.
  let content: [UInt8]

  /// What stands at the end of an archive.
  static let end = [UInt8](repeating: 0, count: 2 * blockByteCount)

  /// Header and content, in whole blocks.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var (name, prefix) = (path, [UInt8]())
    if path.count > 100 {
      if let split = TarEntry.split(path) {
        (name, prefix) = split
      } else {
        bytes += TarEntry.longPathBlocks(path)
        name = Array(path.suffix(100))
      }
    }
    bytes += TarEntry.header(name, prefix, UInt64(content.count), seconds, type: UInt8(ascii: "0"))
    return bytes + TarEntry.padded(content)
  }

  /// A path in two parts at a slash, the first of at most 155 bytes, the second of at most 100.
  private static func split(_ path: [UInt8]) -> (name: [UInt8], prefix: [UInt8])? {
    let slash = path.indices.last { index in
      path[index] == UInt8(ascii: "/") && index <= 155 && index > 0
    }
    guard let slash, path.count - slash - 1 <= 100, path.count - slash > 1 else { return nil }
    return (Array(path[(slash + 1)...]), Array(path[..<slash]))
  }

  /// A header beforehand that gives a path of any length.
  private static func longPathBlocks(_ path: [UInt8]) -> [UInt8] {
    var records: [UInt8] = []
    if String(validating: path, as: UTF8.self) == nil {
      records += record("hdrcharset", Array("BINARY".utf8))
    }
    records += record("path", path)
    return header(
      Array("PaxHeader".utf8), [], UInt64(records.count), 0, type: UInt8(ascii: "x"))
      + padded(records)
  }

  /// Length, key and value; the length counts its own digits.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var count = rest.count + 1
    while String(count).utf8.count + rest.count != count {
      count = String(count).utf8.count + rest.count
    }
    return Array(String(count).utf8) + rest
  }

  private static func header(
    _ name: [UInt8], _ prefix: [UInt8], _ byteCount: UInt64, _ seconds: Int64, type: UInt8
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockByteCount)
    func put(_ bytes: some Sequence<UInt8>, at start: Int) {
      for (index, byte) in bytes.enumerated() { block[start + index] = byte }
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(byteCount, 11), at: 124)
    put(octal(UInt64(clamping: seconds), 11), at: 136)
    put([UInt8](repeating: 0x20, count: 8), at: 148)
    block[156] = type
    put("ustar\u{0}00".utf8, at: 257)
    put(prefix, at: 345)
    let sum = block.reduce(UInt64(0)) { $0 + UInt64($1) }
    put(octal(sum, 6) + [0, 0x20], at: 148)
    return block
  }

  private static func octal(_ number: UInt64, _ count: Int) -> [UInt8] {
    let digits = Array(String(number, radix: 8).utf8)
    guard digits.count <= count else { return [UInt8](repeating: UInt8(ascii: "7"), count: count) }
    return [UInt8](repeating: UInt8(ascii: "0"), count: count - digits.count) + digits
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes
      + [UInt8](
        repeating: 0, count: (blockByteCount - bytes.count % blockByteCount) % blockByteCount)
  }
}
