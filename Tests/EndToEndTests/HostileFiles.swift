import Foundation
import TestSupport
import Testing

/// A file that means harm, made anew for each test: it is too large, or too specific, to be kept.
struct HostileFile: Sendable, CustomTestStringConvertible {
  /// Its name; the ending says what it claims to be.
  let name: String
  /// What making a thumbnail may come to: `ok`, or codes of errors.
  let allowed: Set<String>
  /// Its parts, each with where it stands; between them are holes, which read as zeros.
  let parts: @Sendable () throws -> [(offset: UInt64, bytes: [UInt8])]

  var testDescription: String { name }

  /// A file whose parts stand apart.
  init(
    sparse name: String, _ allowed: Set<String> = ["ok", "corrupt"],
    parts: @escaping @Sendable () throws -> [(offset: UInt64, bytes: [UInt8])]
  ) {
    self.name = name
    self.allowed = allowed
    self.parts = parts
  }

  /// A file whose bytes stand one after the other.
  init(
    _ name: String, _ allowed: Set<String> = ["ok", "corrupt"],
    bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.init(sparse: name, allowed) { [(offset: UInt64(0), bytes: try bytes())] }
  }

  /// Writes it below a directory.
  func write(below directory: URL) throws {
    let url = directory.appending(path: name)
    guard FileManager.default.createFile(atPath: url.path(percentEncoded: false), contents: nil)
    else { throw CocoaError(.fileWriteUnknown) }
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    for part in try parts() {
      try file.seek(toOffset: part.offset)
      try file.write(contentsOf: part.bytes)
    }
  }
}

/// Numbers as files hold them.
enum Bytes {
  static func big32(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func little32(_ value: UInt32) -> [UInt8] { big32(value).reversed() }

  static func big16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

  /// A box of ISO base media, or a chunk of PNG without its checksum.
  static func box(_ type: String, _ body: [UInt8], byteCount: UInt32? = nil) -> [UInt8] {
    big32(byteCount ?? UInt32(body.count + 8)) + Array(type.utf8) + body
  }

  /// A fixture with bytes put in place of those at an offset.
  static func fixture(_ path: String, _ changes: [(Int, [UInt8])]) throws -> [UInt8] {
    var bytes = try Fixture.at(path).bytes()
    for (offset, replacement) in changes {
      bytes.replaceSubrange(offset..<(offset + replacement.count), with: replacement)
    }
    return bytes
  }

  /// A deflate stream of zeros: fixed codes, a zero and matches of 258 bytes, each of 13 bits.
  ///
  /// Source: RFC 1951 § 3.2.6.
  static func deflatedZeros(megabytes: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var pending: UInt32 = 0
    var count = 0
    func put(_ code: UInt32, _ length: Int) {
      pending |= code << UInt32(count)
      count += length
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }
    put(0b011, 3)
    put(0b0000_1100, 8)  // The literal 0 is the code 00110000, which stands bit-reversed.
    for _ in 0..<(megabytes * 4065) { put(0b1_0100_011, 8 + 5) }  // 285 is 11000101, distance 0.
    put(0, 7)
    put(0, 7)
    return bytes
  }
}
