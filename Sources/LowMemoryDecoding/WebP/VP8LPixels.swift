import Glibc
import MediaTypes

/// Decodes pixels that are written in prefix codes, references to earlier pixels and a colour cache.
///
/// References reach 2^20 pixels back at most, so that many are held, whatever the picture's size.
///
/// Source: RFC 9649 § 3.6 and § 3.8.
@safe final class VP8LPixels {
  /// Which group of codes each square of the picture is written in.
  struct Groups {
    /// The logarithm of the side of a square, in pixels.
    let bits: Int
    /// Squares a row.
    let columns: Int
    /// The number of the group of each square.
    let numbers: Scratch<UInt16>
  }

  private static let longestReach = 1 << 20

  private let size: PixelSize
  private let codes: VP8LCodes
  private let groups: Groups?
  private let cacheBits: Int
  private let cache: Scratch<UInt32>
  /// The latest pixels, alpha highest, then red, green and blue; a power of two of them.
  private let ring: Scratch<UInt32>
  private let row: Scratch<UInt32>

  /// Pixels of the ring for a picture.
  private static func ringCount(of size: PixelSize) -> Int {
    let reach = min(longestReach, size.width * size.height)
    return 1 << (Int.bitWidth - (reach - 1).leadingZeroBitCount)
  }

  /// Bytes that decoding takes beside the codes.
  static func byteCount(of size: PixelSize) -> Int {
    (ringCount(of: size) + size.width + 1 << 11) * 4
  }

  /// Prepares to decode.
  ///
  /// - Parameters:
  ///   - size: Width and height, in pixels as they are coded; at most 2^14 each.
  ///   - codes: The groups of codes.
  ///   - groups: Which of them each square uses; `nil` where all use the first.
  ///   - cacheBits: The logarithm of the colour cache's size, 0 where there is none.
  /// - Throws: `overBudget` where there is no memory.
  init(
    size: PixelSize, codes: VP8LCodes, groups: Groups?, cacheBits: Int
  ) throws(ThumbnailError) {
    self.size = size
    self.codes = codes
    self.groups = groups
    self.cacheBits = cacheBits
    cache = try Scratch(zeroed: 1 << cacheBits)
    ring = try Scratch(zeroed: Self.ringCount(of: size))
    row = try Scratch(zeroed: size.width)
  }

  /// Decodes row by row.
  ///
  /// - Parameters:
  ///   - input: Where the pixels are written.
  ///   - body: Is given each row of `size.width` pixels, which it may change, and its index.
  /// - Returns: How many rows there were; fewer than the height where the data end or are broken.
  /// - Throws: What the input throws.
  func readRows(
    from input: VP8LInput, _ body: (UnsafeMutablePointer<UInt32>, Int) -> Void
  ) throws(ThumbnailError) -> Int {
    var window = input.borrow()
    defer { input.restore(window) }
    var position = Position()
    // SAFETY: places in the ring are masked; squares are looked up inside the picture only; every
    // table that a code leads to lies inside the entries.
    let entries = unsafe codes.entries
    let ring = unsafe ring.start
    let mask = self.ring.count - 1
    var group = codes.groups[0]
    while position.row < size.height {
      if window.isLow {
        try input.refresh(&window)
        if input.isExhausted { break }
      }
      if let groups, position.column & (1 << groups.bits - 1) == 0 {
        group = codes.groups[number(at: position, of: groups)]
      }
      window.refill()
      let symbol = unsafe group.green.take(entries, &window)
      let count: Int
      if symbol < 256 {
        let colour: UInt32
        if let literal = group.literal {
          colour = literal | symbol << 8
        } else {
          let red = unsafe group.red.take(entries, &window)
          let blue = unsafe group.blue.take(entries, &window)
          window.refill()
          let alpha = unsafe group.alpha.take(entries, &window)
          colour = alpha << 24 | red << 16 | symbol << 8 | blue
        }
        unsafe ring[position.index & mask] = colour
        count = 1
      } else if symbol < 256 + 24 {
        count = Self.number(symbol - 256, &window)
        window.refill()
        let reach = Self.number(unsafe group.distance.take(entries, &window), &window)
        guard copy(count, from: distance(reach), at: position) else { break }
      } else {
        unsafe ring[position.index & mask] = cache.start[Int(symbol) - 280]
        count = 1
      }
      if cacheBits > 0 { remember(count, from: position.index) }
      unsafe advance(&position, by: count, body)
      if count > 1, let groups, position.row < size.height {
        group = codes.groups[number(at: position, of: groups)]
      }
    }
    return position.row
  }

  /// Where the next pixel belongs.
  private struct Position {
    var index = 0
    var column = 0
    var row = 0
  }

  @inline(__always)
  private func number(at position: Position, of groups: Groups) -> Int {
    let place =
      (position.row &>> groups.bits) &* groups.columns &+ (position.column &>> groups.bits)
    return unsafe Int(groups.numbers.start[place])
  }

  /// The number that a prefix stands for, with the bits that follow it.
  ///
  /// Source: RFC 9649 § 3.6.2.2 (LZ77 prefix coding).
  @inline(__always)
  private static func number(_ prefix: UInt32, _ window: inout VP8LWindow) -> Int {
    guard prefix >= 4 else { return Int(prefix) + 1 }
    let extra = (prefix &- 2) &>> 1
    return Int((2 &+ (prefix & 1)) &<< extra) &+ window.take(extra) &+ 1
  }

  /// How many pixels back a code of a distance leads.
  @inline(__always)
  private func distance(_ code: Int) -> Int {
    guard code <= VP8LNeighbours.count else { return code - VP8LNeighbours.count }
    return max(1, VP8LNeighbours.offset(code - 1, width: size.width))
  }

  /// Repeats earlier pixels; `false` where there are none or too many.
  private func copy(_ count: Int, from distance: Int, at position: Position) -> Bool {
    guard distance <= position.index, count <= size.width * size.height - position.index else {
      return false
    }
    // SAFETY: places are masked.
    let ring = unsafe self.ring.start
    let mask = self.ring.count - 1
    for index in position.index..<(position.index + count) {
      unsafe ring[index & mask] = ring[(index - distance) & mask]
    }
    return true
  }

  /// Puts the latest pixels into the colour cache.
  ///
  /// Source: RFC 9649 § 3.6.2.3.
  @inline(__always)
  private func remember(_ count: Int, from first: Int) {
    let shift = UInt32(32 - cacheBits)
    let mask = ring.count - 1
    for index in first..<(first + count) {
      // SAFETY: `shift` leaves as many bits as the cache has places for.
      let colour = unsafe ring.start[index & mask]
      unsafe cache.start[Int((0x1E35_A7BD &* colour) &>> shift)] = colour
    }
  }

  /// Goes on behind pixels that have come, and gives away the rows that they complete.
  @inline(__always)
  private func advance(
    _ position: inout Position, by count: Int, _ body: (UnsafeMutablePointer<UInt32>, Int) -> Void
  ) {
    position.index += count
    position.column += count
    while position.column >= size.width {
      position.column -= size.width
      unsafe giveRow(position.row, start: position.row * size.width, body)
      position.row += 1
    }
  }

  private func giveRow(
    _ index: Int, start: Int, _ body: (UnsafeMutablePointer<UInt32>, Int) -> Void
  ) {
    // SAFETY: the ring holds a row and the longest copy behind it, so that a row is cut once at most.
    let place = start & (ring.count - 1)
    let first = min(size.width, ring.count - place)
    unsafe row.start.update(from: ring.start + place, count: first)
    unsafe (row.start + first).update(from: ring.start, count: size.width - first)
    unsafe body(row.start, index)
  }
}

extension VP8LCode {
  /// Takes the next symbol from a window that holds 15 bits at least.
  @inline(__always)
  fileprivate func take(
    _ entries: UnsafePointer<UInt32>, _ window: inout VP8LWindow
  ) -> UInt32 {
    // SAFETY: whoever made the code has filled a table of `mask + 1` entries, and those it leads to.
    let start = unsafe entries + Int(offset)
    var entry = unsafe start[Int(window.peek() & mask)]
    if entry & 0xFF > VP8LCodes.rootBits {
      window.consume(VP8LCodes.rootBits)
      let bits = entry & 0xFF &- VP8LCodes.rootBits
      let place = Int(entry &>> 8) &+ Int(window.peek() & (1 &<< bits &- 1))
      entry = unsafe start[place]
    }
    window.consume(entry & 0xFF)
    return entry &>> 8
  }
}

/// The neighbours that the shortest codes of distances stand for.
///
/// Source: RFC 9649 § 3.6.2.2 (distance mapping).
private enum VP8LNeighbours {
  static var count: Int { 120 }

  static func offset(_ index: Int, width: Int) -> Int {
    let place = places[index]
    return Int(place.left) + Int(place.above) * width
  }

  /// Columns to the left, and rows above.
  private static let places: [(left: Int8, above: Int8)] = [
    (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1), (2, 2),
    (-2, 2), (0, 3), (3, 0), (1, 3), (-1, 3), (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2),
    (0, 4), (4, 0), (1, 4), (-1, 4), (4, 1), (-4, 1), (3, 3), (-3, 3), (2, 4), (-2, 4), (4, 2),
    (-4, 2), (0, 5), (3, 4), (-3, 4), (4, 3), (-4, 3), (5, 0), (1, 5), (-1, 5), (5, 1), (-5, 1),
    (2, 5), (-2, 5), (5, 2), (-5, 2), (4, 4), (-4, 4), (3, 5), (-3, 5), (5, 3), (-5, 3), (0, 6),
    (6, 0), (1, 6), (-1, 6), (6, 1), (-6, 1), (2, 6), (-2, 6), (6, 2), (-6, 2), (4, 5), (-4, 5),
    (5, 4), (-5, 4), (3, 6), (-3, 6), (6, 3), (-6, 3), (0, 7), (7, 0), (1, 7), (-1, 7), (5, 5),
    (-5, 5), (7, 1), (-7, 1), (4, 6), (-4, 6), (6, 4), (-6, 4), (2, 7), (-2, 7), (7, 2), (-7, 2),
    (3, 7), (-3, 7), (7, 3), (-7, 3), (5, 6), (-5, 6), (6, 5), (-6, 5), (8, 0), (4, 7), (-4, 7),
    (7, 4), (-7, 4), (8, 1), (8, 2), (6, 6), (-6, 6), (8, 3), (5, 7), (-5, 7), (7, 5), (-7, 5),
    (8, 4), (6, 7), (-6, 7), (7, 6), (-7, 6), (8, 5), (7, 7), (-7, 7), (8, 6), (8, 7),
  ]
}
