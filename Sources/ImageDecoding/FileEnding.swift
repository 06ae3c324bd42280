internal import ByteSources
internal import MediaTypes

/// Whether files end before they should, for formats whose decoders show what is there and say
/// nothing.
enum FileEnding {
  /// Whether a file is cut off, as far as that can be told without decoding it.
  ///
  /// Reads some kilobytes, of OpenEXR the list of where its blocks are, and of GIF all of its first
  /// picture.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - format: What it is; `false` for formats that are not known here.
  /// - Returns: Whether bytes are missing.
  /// - Throws: What the source throws.
  static func isMissing(
    of source: any ByteSource, format: MediaFormat
  ) throws(ThumbnailError) -> Bool {
    switch format {
    case .qoi: try !hasEndMark(source)
    case .jpeg: try !hasEndOfImage(source)
    case .sunRaster: try isShortRaster(source)
    case .ico, .cur: try isShortIcon(source)
    case .gif: try GIFBlocks.areCutOff(in: source)
    case .exr: try EXRBlocks(source)?.isCutOff(in: source) ?? false
    default: false
    }
  }

  /// Source: Quite OK Image Format, specification 1.0: seven zeros and a one end the stream.
  private static func hasEndMark(_ source: any ByteSource) throws(ThumbnailError) -> Bool {
    try tail(64, of: source).reversed().starts(with: [1, 0, 0, 0, 0, 0, 0, 0])
  }

  /// Source: ITU-T T.81 § B.2.1 (EOI ends the image); what writers append behind it is short.
  private static func hasEndOfImage(_ source: any ByteSource) throws(ThumbnailError) -> Bool {
    let bytes = try tail(64 << 10, of: source)
    return zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
  }

  /// Rows have whole 16 bits; the length of those that are not packed may be left at zero.
  ///
  /// Source: SunOS rasterfile(5): width, height, depth, length, type and length of the map.
  private static func isShortRaster(_ source: any ByteSource) throws(ThumbnailError) -> Bool {
    let head = try source.bytes(32, at: 0)
    guard head.count == 32 else { return true }
    let fields = (0..<8).map { UInt64(head.number(at: 4 * $0, isLittleEndian: false)) }
    let row = (fields[1] * fields[3] + 15) / 16 * 2
    let isPacked = fields[5] == 2
    let (unpacked, overflows) = row.multipliedReportingOverflow(by: fields[2])
    guard isPacked || !overflows else { return true }
    return source.byteCount < 32 + fields[7] + (isPacked ? fields[4] : unpacked)
  }

  /// Source: Microsoft, "Icons" (1995), ICONDIRENTRY: length at 8, place at 12.
  private static func isShortIcon(_ source: any ByteSource) throws(ThumbnailError) -> Bool {
    let head = try source.bytes(6, at: 0)
    guard head.count == 6 else { return true }
    let count = Int(head[4]) | Int(head[5]) << 8
    let table = try source.bytes(16 * count, at: 6)
    return stride(from: 0, to: table.count - 15, by: 16).contains { entry in
      let byteCount = UInt64(table.number(at: entry + 8, isLittleEndian: true))
      return UInt64(table.number(at: entry + 12, isLittleEndian: true)) + byteCount
        > source.byteCount
    }
  }

  private static func tail(
    _ count: UInt64, of source: any ByteSource
  ) throws(ThumbnailError) -> [UInt8] {
    try source.bytes(Int(count), at: source.byteCount - min(count, source.byteCount))
  }
}

/// Where the blocks of rows of an OpenEXR file of one part are.
///
/// Source: OpenEXR File Layout, "Version Field", "Header" and "Line Offset Table".
private struct EXRBlocks {
  /// Parts, depth and tiles have other tables.
  private static let otherKinds: UInt8 = 0x1A
  /// The header must end within so many bytes.
  private static let longestHeader = 64 << 10
  /// Rows in a block, by compression.
  private static let rowsPerBlock = [1, 1, 1, 16, 32, 16, 32, 32, 32, 256]
  /// Places that are read at a time.
  private static let placesAtOnce = 8192

  private let table: UInt64
  private let count: Int

  /// Finds the table; `nil` where the file has none of this kind.
  init?(_ source: any ByteSource) throws(ThumbnailError) {
    let head = try source.bytes(Self.longestHeader, at: 0)
    guard head.count > 8, head[5] & Self.otherKinds == 0 else { return nil }
    var (place, rows, height) = (8, 1, 0)
    while place < head.count, head[place] != 0 {
      guard let name = head[place...].firstIndex(of: 0),
        let type = head[(name + 1)...].firstIndex(of: 0), type + 5 <= head.count
      else { return nil }
      let value = type + 5
      let length = Int(head.number(at: type + 1, isLittleEndian: true))
      guard length <= head.count - value else { return nil }
      if head[place..<name].elementsEqual("compression".utf8), length >= 1 {
        guard Int(head[value]) < Self.rowsPerBlock.count else { return nil }
        rows = Self.rowsPerBlock[Int(head[value])]
      } else if head[place..<name].elementsEqual("dataWindow".utf8), length >= 16 {
        let top = Int32(bitPattern: head.number(at: value + 4, isLittleEndian: true))
        let bottom = Int32(bitPattern: head.number(at: value + 12, isLittleEndian: true))
        height = Int(bottom) - Int(top) + 1
      }
      place = value + length
    }
    guard place < head.count, height > 0 else { return nil }
    table = UInt64(place) + 1
    count = (height + rows - 1) / rows
  }

  /// Whether the table or the last block is not wholly there.
  func isCutOff(in source: any ByteSource) throws(ThumbnailError) -> Bool {
    guard table + 8 * UInt64(count) <= source.byteCount else { return true }
    var last: UInt64 = 0
    for first in stride(from: 0, to: count, by: Self.placesAtOnce) {
      let bytes = try source.bytes(
        8 * min(Self.placesAtOnce, count - first), at: table + 8 * UInt64(first))
      for place in stride(from: 0, to: bytes.count - 7, by: 8) {
        let low = UInt64(bytes.number(at: place, isLittleEndian: true))
        let offset = UInt64(bytes.number(at: place + 4, isLittleEndian: true)) << 32 | low
        // Writers that were interrupted leave zeros.
        guard offset > 0, offset < source.byteCount else { return true }
        last = max(last, offset)
      }
    }
    // A block begins with its first row and its length.
    let head = try source.bytes(8, at: last)
    guard head.count == 8 else { return true }
    return last + 8 + UInt64(head.number(at: 4, isLittleEndian: true)) > source.byteCount
  }
}

extension [UInt8] {
  /// A number of 32 bits; the caller has checked that it is there.
  fileprivate func number(at place: Int, isLittleEndian: Bool) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[place + (isLittleEndian ? 3 - $1 : $1)]) }
  }
}
