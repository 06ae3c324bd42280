import Inflation
import MediaTypes

/// Inflates the picture data of a PNG, and undoes the filters of its rows.
@safe final class PNGRowReader {
  /// Why there are no more rows.
  enum Ending: Sendable, Hashable {
    /// The data end before the picture does.
    case missingData
    /// The data are no zlib stream from some place on, or it ends before the picture does.
    case brokenStream
    /// A row begins with a number that no filter has.
    case unknownFilter(UInt8)
  }

  /// Bytes of rows that are inflated at a time, where rows are shorter: what a processor's cache
  /// holds, and several times the 32 KiB that the inflater copies for each time it is called.
  private static let batchByteCount = 160 << 10
  /// Bytes behind a row that may be read with its last pixel.
  private static let slackByteCount = 8

  private let input: PNGInput
  private let header: PNGHeader
  private let stream = DeflateStream(wrapper: .zlib)
  /// The row above, and behind it rows that are inflated together, each after its filter's number.
  private let rows: Scratch<UInt8>
  private let capacity: Int

  /// Picture data that have not been inflated.
  private var pending = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// Why there are no more rows; `nil` as long as there may be.
  private(set) var ending: Ending?

  /// Rows that are inflated at a time.
  private static func rowCapacity(rowByteCount: Int) -> Int {
    max(1, batchByteCount / (rowByteCount + 1))
  }

  /// Bytes that reading takes, what the input holds included.
  static func byteCount(of header: PNGHeader) -> Int {
    let row = header.rowByteCount(width: header.size.width)
    return PNGInput.blockByteCount + DeflateStream.byteCount
      + (rowCapacity(rowByteCount: row) + 1) * (row + 1) + slackByteCount
  }

  /// Prepares to read from the first chunk of picture data on.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ input: PNGInput, preamble: PNGPreamble) throws(ThumbnailError) {
    self.input = input
    header = preamble.header
    input.startPicture(at: preamble.firstChunk)
    let row = header.rowByteCount(width: header.size.width)
    capacity = (Self.rowCapacity(rowByteCount: row) + 1) * (row + 1)
    rows = try Scratch(zeroed: capacity + Self.slackByteCount)
  }

  /// Whether something lay between the chunks of picture data.
  var isInterrupted: Bool { input.isInterrupted }

  /// Reads the rows of a pass.
  ///
  /// - Parameters:
  ///   - pass: The pass; all before it have been read.
  ///   - body: Is given each row as it is stored, and its index.
  /// - Returns: How many rows there were; fewer than the pass has only where `ending` says why.
  /// - Throws: What the source throws.
  func readRows(
    of pass: PNGPass, _ body: (UnsafePointer<UInt8>, Int) -> Void
  ) throws(ThumbnailError) -> Int {
    let rowByteCount = header.rowByteCount(width: pass.columns.count)
    let length = rowByteCount + 1
    // SAFETY: `atOnce + 1` rows of `length` bytes are at most `capacity`, since a pass is not wider
    // than the picture.
    let atOnce = capacity / length - 1
    unsafe rows.start.update(repeating: 0, count: length)
    var count = 0
    while count < pass.rows.count, ending == nil {
      let wanted = min(atOnce, pass.rows.count - count)
      let filled = try fill(from: length, count: wanted * length)
      var row = unsafe rows.start
      for _ in 0..<(filled / length) {
        let above = unsafe row + 1
        unsafe row += length
        guard let filter = unsafe PNGFilter(rawValue: row.pointee) else {
          ending = unsafe .unknownFilter(row.pointee)
          break
        }
        unsafe filter.undo(
          row + 1, above: above, count: rowByteCount, distance: header.filterDistance)
        unsafe body(row + 1, count)
        count += 1
      }
      unsafe rows.start.update(from: row, count: length)
    }
    return count
  }

  /// Inflates into the rows; fewer bytes than asked only where `ending` says why.
  private func fill(from start: Int, count: Int) throws(ThumbnailError) -> Int {
    var filled = 0
    while filled < count {
      var isAtEnd = false
      if unsafe pending.isEmpty {
        if let data = unsafe try input.pictureData() {
          unsafe pending = data
        } else {
          isAtEnd = true
        }
      }
      let room = unsafe UnsafeMutableRawBufferPointer(
        start: rows.start + start + filled, count: count - filled)
      let progress = unsafe stream.inflate(pending, into: room)
      unsafe pending = UnsafeRawBufferPointer(rebasing: pending[progress.consumed...])
      filled += progress.produced
      guard filled < count else { break }
      if progress.state != .open {
        ending = .brokenStream
        break
      }
      if isAtEnd, progress.produced == 0 {
        ending = .missingData
        break
      }
    }
    return filled
  }
}
