/// EXIF data rewritten for a thumbnail.
///
/// Kept are the first directory, that of EXIF and that of the place; upright takes the place of the
/// orientation, and maker notes, the thumbnail and long values are left out.
/// Source: EXIF 2.32 (CIPA DC-008-2019) § 4.5 and § 4.6; TIFF 6.0 § 2.
package enum EXIFCopy {
  /// What may stand before the order mark: the name of a JPEG segment, the offset of a HEIF item.
  private static let longestPrefix = 32

  /// Rewrites EXIF data.
  ///
  /// - Parameter bytes: The data, with or without what stands before them.
  /// - Returns: Data from the order mark on; `nil` where there are none that can be read.
  package static func bytes(of bytes: [UInt8]) -> [UInt8]? {
    let marks: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
    let starts = 0...min(longestPrefix, max(0, bytes.count - 8))
    guard
      let start = starts.first(where: { start in marks.contains { bytes[start...].starts(with: $0) }
      })
    else { return nil }
    let data = EXIFData(bytes[start...])
    let entries = data.entries(at: data.number(4, byteCount: 4))
    guard !entries.isEmpty else { return nil }
    var writer = EXIFWriter(isLittleEndian: data.isLittleEndian)
    return writer.file(of: entries, in: data)
  }
}

/// An entry of a directory.
private struct EXIFEntry {
  let tag: Int
  let type: Int
  let count: Int
  /// The value as stored.
  let value: [UInt8]
}

/// EXIF data as stored; what lies outside of them is zero or empty.
private struct EXIFData {
  /// Values longer than this are left out, in bytes.
  private static let longestValue = 2048
  private static let mostEntries = 128
  /// Orientation, places of other pictures, and the maker's note.
  private static let leftOut: Set<Int> = [
    0x0111, 0x0112, 0x0117, 0x014A, 0x0201, 0x0202, 0x927C, 0xA005,
  ]

  private let bytes: [UInt8]
  let isLittleEndian: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = Array(bytes)
    isLittleEndian = self.bytes.first == 0x49
  }

  func number(_ place: Int, byteCount: Int) -> Int {
    (0..<byteCount).reduce(0) { sum, index in
      let at = place + (isLittleEndian ? byteCount - 1 - index : index)
      return sum << 8 | (at >= 0 && at < bytes.count ? Int(bytes[at]) : 0)
    }
  }

  /// The entries of a directory, without those that a thumbnail cannot have.
  func entries(at directory: Int) -> [EXIFEntry] {
    guard directory >= 8, directory < bytes.count else { return [] }
    let count = min(number(directory, byteCount: 2), Self.mostEntries)
    return (0..<count).compactMap { entry(at: directory + 2 + 12 * $0) }
  }

  private func entry(at place: Int) -> EXIFEntry? {
    let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
    let (tag, type) = (number(place, byteCount: 2), number(place + 2, byteCount: 2))
    let count = number(place + 4, byteCount: 4)
    guard place + 12 <= bytes.count, (1...12).contains(type), count > 0,
      count <= Self.longestValue, !Self.leftOut.contains(tag)
    else { return nil }
    let byteCount = count * sizes[type]
    let start = byteCount <= 4 ? place + 8 : number(place + 8, byteCount: 4)
    guard byteCount <= Self.longestValue, start <= bytes.count - byteCount else { return nil }
    return EXIFEntry(
      tag: tag, type: type, count: count, value: Array(bytes[start..<(start + byteCount)]))
  }
}

/// Writes directories one after another.
private struct EXIFWriter {
  /// Pointers to the directory of EXIF and to that of the place.
  private static let pointers = [0x8769, 0x8825]
  private static let orientation = 0x0112

  let isLittleEndian: Bool
  private var bytes: [UInt8] = []

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  mutating func file(of first: [EXIFEntry], in data: EXIFData) -> [UInt8] {
    bytes = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    append(42, byteCount: 2)
    append(8, byteCount: 4)
    let upright = EXIFEntry(
      tag: Self.orientation, type: 3, count: 1, value: number(1, byteCount: 2) + [0, 0])
    let plain = first.filter { !Self.pointers.contains($0.tag) } + [upright]
    let parts = Self.pointers.compactMap { tag -> (tag: Int, entries: [EXIFEntry])? in
      guard let pointer = first.first(where: { $0.tag == tag }), pointer.value.count == 4 else {
        return nil
      }
      let entries = data.entries(at: Self.number(pointer.value, isLittleEndian))
      return entries.isEmpty ? nil : (tag, entries)
    }
    var next = 8 + Self.byteCount(of: plain, pointerCount: parts.count)
    var pointers: [EXIFEntry] = []
    for part in parts {
      pointers.append(
        EXIFEntry(tag: part.tag, type: 4, count: 1, value: number(next, byteCount: 4)))
      next += Self.byteCount(of: part.entries, pointerCount: 0)
    }
    append(plain + pointers)
    for part in parts { append(part.entries) }
    return bytes
  }

  /// Bytes of a directory with its values.
  private static func byteCount(of entries: [EXIFEntry], pointerCount: Int) -> Int {
    let values = entries.reduce(0) { $0 + ($1.value.count > 4 ? ($1.value.count + 1) & ~1 : 0) }
    return 2 + 12 * (entries.count + pointerCount) + 4 + values
  }

  private mutating func append(_ entries: [EXIFEntry]) {
    let sorted = entries.sorted { $0.tag < $1.tag }
    append(sorted.count, byteCount: 2)
    var next = bytes.count + 12 * sorted.count + 4
    for entry in sorted {
      append(entry.tag, byteCount: 2)
      append(entry.type, byteCount: 2)
      append(entry.count, byteCount: 4)
      if entry.value.count <= 4 {
        bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        append(next, byteCount: 4)
        next += (entry.value.count + 1) & ~1
      }
    }
    append(0, byteCount: 4)
    for entry in sorted where entry.value.count > 4 {
      bytes += entry.value
      if entry.value.count % 2 == 1 { bytes.append(0) }
    }
  }

  private mutating func append(_ value: Int, byteCount: Int) {
    bytes += number(value, byteCount: byteCount)
  }

  private func number(_ value: Int, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { index in
      let shift = 8 * (isLittleEndian ? index : byteCount - 1 - index)
      return UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  private static func number(_ bytes: [UInt8], _ isLittleEndian: Bool) -> Int {
    (isLittleEndian ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
  }
}
