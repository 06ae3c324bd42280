import ByteSources
import MediaTypes

/// Reads rows of pixels, or of one sample of each, a batch at a time: some rows of a strip, or a
/// row of tiles.
@safe final class TIFFPlaneReader {
  /// Bytes of rows that are unpacked at a time, where rows are shorter: what a processor's cache
  /// holds.
  private static let batchByteCount = 160 << 10

  private let header: TIFFHeader
  private let plane: Int
  private let unpacker: any TIFFUnpacker
  private let differences: TIFFDifferences
  private var places: TIFFParts.Places
  /// The rows of a batch.
  private let rows: Scratch<UInt8>
  /// Rows of a tile, where a part is not as wide as the picture.
  private let tile: Scratch<UInt8>

  /// Bytes of a row of parts.
  let rowByteCount: Int
  /// The rows of the batch of which something has been read; what is missing of them is zero.
  private(set) var presentRowCount = 0
  /// Whether anything has been missing so far.
  private(set) var isCut = false
  /// The row behind the batch.
  private(set) var next = 0
  /// Rows that a part has left, where it is read batch by batch.
  private var isPartOpen = false

  /// Rows of the largest batch.
  private static func batchRowCount(of parts: TIFFParts) -> Int {
    parts.isTiled ? parts.size.height : min(parts.size.height, rowCount(of: parts.rowByteCount))
  }

  /// Rows of some length that are unpacked at a time.
  private static func rowCount(of rowByteCount: Int) -> Int {
    max(1, batchByteCount / max(1, rowByteCount))
  }

  private static func tileRowCount(of parts: TIFFParts) -> Int {
    parts.isTiled ? min(parts.size.height, rowCount(of: parts.rowByteCount)) : 0
  }

  /// Bytes that reading takes; `nil` where that is more than can be.
  static func byteCount(of header: TIFFHeader) -> Int? {
    let parts = header.parts
    let (rows, overflows) = (parts.rowByteCount * parts.across).multipliedReportingOverflow(
      by: batchRowCount(of: parts))
    guard !overflows, rows < 1 << 40 else { return nil }
    return rows + tileRowCount(of: parts) * parts.rowByteCount + header.packing.byteCount
      + TIFFParts.placesByteCount + TIFFDifferences.byteCount(of: header) + slackByteCount
  }

  private static let slackByteCount = 16

  /// Prepares to read.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(
    _ source: any ByteSource, header: TIFFHeader, plane: Int
  ) throws(ThumbnailError) {
    self.header = header
    self.plane = plane
    let parts = header.parts
    unpacker = try header.packing.unpacker(source, isBitReversed: header.isBitReversed)
    differences = try TIFFDifferences(header)
    places = TIFFParts.Places(of: parts, in: source)
    rowByteCount = parts.rowByteCount * parts.across
    rows = try Scratch(
      zeroed: rowByteCount * Self.batchRowCount(of: parts) + Self.slackByteCount)
    tile = try Scratch(
      zeroed: parts.rowByteCount * Self.tileRowCount(of: parts) + Self.slackByteCount)
  }

  /// A row of the batch, lent until the next one.
  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(index >= 0 && index * rowByteCount + rowByteCount <= rows.count)
    return unsafe rows.start + index * rowByteCount
  }

  /// Reads the next rows.
  ///
  /// - Returns: How many, those that are missing in the file included; zero behind the last one,
  ///   and where the file does not say where the next ones are.
  /// - Throws: `unsupported` where a part is packed in a way that is not read here, `cancelled`,
  ///   and what the source throws.
  func readBatch() throws(ThumbnailError) -> Int {
    let (part, skipped) = next.quotientAndRemainder(dividingBy: header.parts.size.height)
    guard next < header.parts.rowCount else { return 0 }
    let left = min(header.parts.size.height - skipped, header.parts.rowCount - next)
    let count = min(left, Self.batchRowCount(of: header.parts))
    let isThere =
      header.parts.isTiled
      ? try readTiles(part, count: count)
      : try readStrip(part, isBegun: skipped > 0, count: count)
    guard isThere else { return 0 }
    next += count
    return count
  }

  private func readStrip(
    _ part: Int, isBegun: Bool, count: Int
  ) throws(ThumbnailError) -> Bool {
    if !isBegun {
      let index = header.parts.index(column: 0, row: part, plane: plane)
      let rows = min(header.parts.size.height, header.parts.rowCount - next)
      guard let place = try place(of: index, rows: rows) else { return false }
      try unpacker.open(place)
    }
    // SAFETY: the batch has room for so many rows.
    presentRowCount = unsafe try unpack(to: rows.start, count: count)
    return true
  }

  private func readTiles(_ part: Int, count: Int) throws(ThumbnailError) -> Bool {
    let length = header.parts.rowByteCount
    let atOnce = Self.tileRowCount(of: header.parts)
    presentRowCount = 0
    for column in 0..<header.parts.across {
      let index = header.parts.index(column: column, row: part, plane: plane)
      guard let place = try place(of: index, rows: header.parts.size.height) else { return false }
      try unpacker.open(place)
      for first in stride(from: 0, to: count, by: atOnce) {
        let wanted = min(atOnce, count - first)
        let present = unsafe try unpack(to: tile.start, count: wanted)
        if present > 0 { presentRowCount = max(presentRowCount, first + present) }
        for row in 0..<wanted {
          // SAFETY: the batch has `across` times `length` bytes a row, and the tile `atOnce` rows.
          unsafe (rows.start + (first + row) * rowByteCount + column * length).update(
            from: tile.start + row * length, count: length)
        }
      }
    }
    return true
  }

  /// Where a part is; how long one is that is not packed follows from its pixels.
  private func place(of index: Int, rows: Int) throws(ThumbnailError) -> Range<UInt64>? {
    guard let place = try places.place(of: index) else { return nil }
    guard header.packing == .none else { return place }
    let (end, overflows) = place.lowerBound.addingReportingOverflow(
      UInt64(rows * header.parts.rowByteCount))
    return overflows ? place : place.lowerBound..<end
  }

  /// Unpacks rows of a part; those that are missing become zero.
  ///
  /// - Returns: How many were there, in part at least.
  private func unpack(
    to target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(ThumbnailError) -> Int {
    let length = header.parts.rowByteCount
    // SAFETY: the caller has room for `count` rows.
    let read = unsafe try unpacker.read(into: target, count: count * length)
    if read < count * length {
      isCut = true
      // Of a strip without anything nobody looks at the rows.
      if read > 0 || header.parts.isTiled {
        unsafe (target + read).update(repeating: 0, count: count * length - read)
      }
    }
    let present = (read + length - 1) / length
    for row in 0..<present { unsafe differences.undo(target + row * length) }
    return present
  }
}
