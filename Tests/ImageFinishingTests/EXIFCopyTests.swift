@testable import ImageFinishing
import Testing

@Suite("EXIF data of thumbnails", .timeLimit(.minutes(1)))
struct EXIFCopyTests {
  /// A directory of entries whose values are given as stored.
  private func directory(
    _ entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)], next: UInt32 = 0
  ) -> [UInt8] {
    var bytes = number(UInt16(entries.count))
    for entry in entries {
      bytes += number(entry.tag) + number(entry.type) + number(entry.count) + number(entry.value)
    }
    return bytes + number(next)
  }

  private func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  /// Make, orientation 6, pointers to a directory of EXIF with a maker note, and a thumbnail.
  private var sample: [UInt8] {
    let first = directory(
      [(0x010F, 2, 7, 200), (0x0112, 3, 1, 6), (0x8769, 4, 1, 100)], next: 150)
    let exif = directory([(0x9003, 2, 20, 210), (0x927C, 7, 9, 240)])
    let thumbnail = directory([(0x0201, 4, 1, 260), (0x0202, 4, 1, 4)])
    var bytes = [UInt8](repeating: 0, count: 300)
    bytes.replaceSubrange(0..<8, with: [0x49, 0x49, 42, 0, 8, 0, 0, 0])
    for (place, part) in [(8, first), (100, exif), (150, thumbnail)] {
      bytes.replaceSubrange(place..<(place + part.count), with: part)
    }
    for (place, text) in [(200, "Camera"), (210, "2026:11:30 08:00:00"), (240, "secretly!")] {
      bytes.replaceSubrange(place..<(place + text.utf8.count), with: Array(text.utf8))
    }
    return bytes
  }

  @Test("Camera and time stay; maker note and thumbnail go; the picture stands upright")
  func kept() throws {
    for prefix in [[], Array("Exif\0\0".utf8), [0, 0, 0, 6] + Array("Exif\0\0".utf8)] {
      let copy = try #require(EXIFCopy.bytes(of: prefix + sample))
      #expect(copy.starts(with: [0x49, 0x49, 42, 0, 8, 0, 0, 0]))
      #expect(contains(copy, Array("Camera".utf8)))
      #expect(contains(copy, Array("2026:11:30 08:00:00".utf8)))
      #expect(!contains(copy, Array("secret".utf8)))
      #expect(!contains(copy, number(UInt16(0x0201)) + number(UInt16(4))))
      #expect(
        contains(copy, number(UInt16(0x0112)) + number(UInt16(3)) + [1, 0, 0, 0, 1, 0, 0, 0]))
      // A copy of the copy is the same.
      #expect(EXIFCopy.bytes(of: copy) == copy)
    }
  }

  @Test("Broken data give nothing, or less, and never a trap")
  func broken() {
    #expect(EXIFCopy.bytes(of: []) == nil)
    #expect(EXIFCopy.bytes(of: Array("no EXIF data at all".utf8)) == nil)
    for count in 0..<sample.count { _ = EXIFCopy.bytes(of: Array(sample[..<count])) }
    for place in 0..<sample.count {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = sample
        changed[place] = value
        #expect((EXIFCopy.bytes(of: changed)?.count ?? 0) < 4096)
      }
    }
  }
}
