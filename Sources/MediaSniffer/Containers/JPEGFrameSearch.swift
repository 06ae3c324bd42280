import MediaTypes

/// Walks the segments of a JPEG stream inside a file up to its frame header.
///
/// Source: ITU-T T.81 § B.1, § B.2.2.
struct JPEGFrameSearch: Sendable {
  /// What a step came to.
  enum Outcome: Sendable {
    /// The frame header is further on.
    case more
    /// The frame header has this size.
    case found(PixelSize)
    /// There is no JPEG stream, or none with a frame header.
    case absent
  }

  private var next: UInt64
  private let end: UInt64
  private var segmentsLeft = 64

  /// Starts at the first marker of the stream.
  init(at start: UInt64, byteCount: UInt64) {
    next = start
    end = start.addingReportingOverflow(byteCount).overflow ? .max : start + byteCount
  }

  /// Looks at the next segment.
  mutating func step(_ input: ByteWindow) throws(Shortage) -> Outcome {
    guard segmentsLeft > 0, next < end, end - next >= 4 else { return .absent }
    let marker = try input.u16(at: next)
    switch marker {
    case 0xFFD8: next += 2
    case 0xFFFF: next += 1
    case 0xFFC0...0xFFC3, 0xFFC5...0xFFC7, 0xFFC9...0xFFCB, 0xFFCD...0xFFCF:
      try input.require(9, at: next)
      let size = PixelSize(
        width: Int(try input.u16(at: next + 7)), height: Int(try input.u16(at: next + 5)))
      return size.isValid ? .found(size) : .absent
    case 0xFFC4, 0xFFC8, 0xFFCC, 0xFFDB...0xFFEF, 0xFFFE:
      next += 2 + UInt64(max(2, try input.u16(at: next + 2)))
    default: return .absent
    }
    segmentsLeft -= 1
    return .more
  }
}
