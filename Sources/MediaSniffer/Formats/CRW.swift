import MediaTypes

/// Canon's first raw format.
///
/// Source: Canon, CIFF Specification on Image Data File, version 1.0 revision 4.
enum CRW: FormatProbe {
  static let firstBytes = FirstBytes.of("I", "M")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("HEAPCCDR", at: 6) else { return nil }
    return Recognition(.crw, CRWParser())
  }
}

/// Walks the directories of the heaps, which stand at their ends.
private struct CRWParser: FormatParser {
  private struct Heap {
    var start: UInt64
    var end: UInt64
  }

  private var order = ByteOrder.little
  private var heaps: [Heap] = []
  private var visited = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if visited == 0 {
      // A stream does not know where it ends, and so not where the directory stands.
      guard let end = input.byteCount else { return .done }
      order = try input.u16(at: 0) == 0x4949 ? .little : .big
      heaps = [Heap(start: UInt64(try input.u32(at: 2, order)), end: end)]
      visited = 1
      return .more
    }
    guard let heap = heaps.last, visited < 32 else { return .done }
    let inner: [Heap]
    do throws(Shortage) {
      inner = try read(input, heap, &found)
    } catch .unavailable {
      inner = []
    }
    heaps.removeLast()
    heaps += inner
    visited += 1
    return .more
  }

  /// Reads a heap's directory; gives the heaps inside.
  private func read(
    _ input: ByteWindow, _ heap: Heap, _ found: inout Findings
  ) throws(Shortage) -> [Heap] {
    guard heap.end >= heap.start + 4 else { return [] }
    let directory = heap.start + UInt64(try input.u32(at: heap.end - 4, order))
    let count = UInt64(min(try input.u16(at: directory, order), 128))
    var inner: [Heap] = []
    for index in 0..<count {
      let entry = directory + 2 + 10 * index
      let tag = try input.u16(at: entry, order)
      let length = UInt64(try input.u32(at: entry + 2, order))
      let place = heap.start + UInt64(try input.u32(at: entry + 6, order))
      // The highest bits say whether the value stands in the entry itself.
      guard tag & 0xC000 == 0 else { continue }
      switch tag & 0x3FFF {
      case 0x1810:
        found.setSize(try input.u32(at: place, order), try input.u32(at: place + 4, order))
        let degrees = Int32(bitPattern: try input.u32(at: place + 12, order))
        found.facts.orientation = Orientation(
          clockwiseQuarterTurns: Int(degrees / 90), mirrored: false)
      case 0x2007, 0x2008:
        found.add(
          EmbeddedPreview(role: .rawPreview, format: .jpeg, offset: place, byteCount: length))
      case 0x2800...0x3FFF where inner.count < 8:
        inner.append(Heap(start: place, end: place + length))
      default: break
      }
    }
    return inner
  }
}
