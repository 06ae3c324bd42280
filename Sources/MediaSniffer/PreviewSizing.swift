import MediaTypes

/// Looks into the previews that are files of their own for their sizes.
struct PreviewSizing: Sendable {
  /// The most previews that are looked into.
  private static let most = 4
  /// How far ahead of all questions a preview may lie so that a stream can be asked again for what
  /// lies before it.
  private static let near: UInt64 = 4 << 10

  private var next = 0
  private var search: JPEGFrameSearch?

  /// Whether all previews have been looked into.
  func isComplete(_ facts: MediaFacts) -> Bool {
    next >= min(facts.previews.count, Self.most)
  }

  /// Whether the next preview lies so near that it is looked into before the parser goes on.
  ///
  /// - Parameters:
  ///   - facts: What is known of the file.
  ///   - furthest: The end of the furthest bytes asked for so far.
  /// - Returns: Whether it does; `false` where there is no next one.
  func isNear(_ facts: MediaFacts, furthest: UInt64) -> Bool {
    !isComplete(facts) && facts.previews[next].offset < furthest + Self.near
  }

  /// Looks into the next preview; bytes that are no picture are taken off the list.
  mutating func step(_ input: ByteWindow, _ facts: inout MediaFacts) throws(Shortage) {
    guard !isComplete(facts) else { return }
    let preview = facts.previews[next]
    guard preview.size == nil else { return pass() }
    do throws(Shortage) {
      switch preview.format {
      case .jpeg?: try lookIntoJPEG(input, preview, &facts)
      case .png?:
        try input.require(24, at: preview.offset)
        let width = Int(try input.u32(at: preview.offset + 16))
        facts.previews[next].size = PixelSize(
          width: width, height: Int(try input.u32(at: preview.offset + 20)))
        pass()
      default: pass()
      }
    } catch .unavailable {
      pass()
    }
  }

  private mutating func lookIntoJPEG(
    _ input: ByteWindow, _ preview: EmbeddedPreview, _ facts: inout MediaFacts
  ) throws(Shortage) {
    if search == nil, try input.u16(at: preview.offset) != 0xFFD8 {
      facts.previews.remove(at: next)
      return
    }
    var current = search ?? JPEGFrameSearch(at: preview.offset, byteCount: preview.byteCount)
    switch try current.step(input) {
    case .more: search = current
    case .absent: pass()
    case .found(let size):
      facts.previews[next].size = size
      pass()
    }
  }

  private mutating func pass() {
    search = nil
    next += 1
  }
}
