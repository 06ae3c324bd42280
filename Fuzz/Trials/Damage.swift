/// Ways in which files are damaged.
enum Damage: CaseIterable {
  /// Some bits are turned.
  case flip
  /// Numbers become extreme ones, those of headers more often.
  case replace
  /// The end is cut off.
  case cut
  /// A piece is taken out.
  case remove
  /// Bytes are put in.
  case insert
  /// A piece is said again and again.
  case `repeat`
  /// A piece is made zeros or ones.
  case blank
  /// The tail becomes that of another file.
  case splice

  /// No input is longer, in bytes.
  static let longest = 256 << 10

  /// The head of a file holds what decides most.
  private static let headLength = 512
  private static let extremes: [UInt64] = [
    0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFF, 0x8000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max,
  ]

  /// A file, damaged one to four times.
  static func applied(to file: [UInt8], among files: [[UInt8]], by chance: inout Chance) -> [UInt8]
  {
    var bytes = file
    for _ in 0..<chance.one(of: [1, 1, 1, 2, 3, 4]) where !bytes.isEmpty {
      // Numbers are where most of what a parser believes comes from.
      let way = chance.below(3) == 0 ? Damage.replace : chance.one(of: allCases)
      way.apply(to: &bytes, among: files, by: &chance)
      if bytes.count > longest { bytes.removeLast(bytes.count - longest) }
    }
    return bytes
  }

  private func apply(to bytes: inout [UInt8], among files: [[UInt8]], by chance: inout Chance) {
    let place = chance.below(bytes.count)
    switch self {
    case .flip:
      for _ in 0..<chance.one(of: [1, 1, 2, 8, 64]) {
        bytes[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8))
      }
    case .replace: Self.replaceNumbers(in: &bytes, by: &chance)
    case .cut: bytes.removeLast(bytes.count - place)
    case .remove:
      bytes.removeSubrange(Self.piece(at: place, chance.one(of: [1, 4, 32, 512]), of: bytes))
    case .insert:
      let count = chance.one(of: [1, 2, 4, 300])
      let isRandom = chance.below(2) == 0
      let new = (0..<count).map { _ in
        isRandom ? UInt8(truncatingIfNeeded: chance.next()) : UInt8(0)
      }
      bytes.insert(contentsOf: new, at: place)
    case .repeat:
      let piece = Array(bytes[Self.piece(at: place, chance.one(of: [1, 8, 64, 1024]), of: bytes)])
      for _ in 0..<chance.one(of: [1, 3, 50]) { bytes.insert(contentsOf: piece, at: place) }
    case .blank:
      let fill: UInt8 = chance.one(of: [0, 0xFF])
      for index in Self.piece(at: place, chance.one(of: [4, 64, 1024]), of: bytes) {
        bytes[index] = fill
      }
    case .splice:
      let other = chance.one(of: files)
      let start = chance.below(2) == 0 ? min(place, other.count) : chance.below(other.count)
      bytes.replaceSubrange(place..., with: other[min(start, other.count)...])
    }
  }

  private static func replaceNumbers(in bytes: inout [UInt8], by chance: inout Chance) {
    for _ in 0..<chance.one(of: [1, 2, 4]) {
      let width = chance.one(of: [1, 2, 4, 4, 8])
      let reach = chance.below(2) == 0 ? bytes.count : min(bytes.count, headLength)
      let place = chance.below(reach)
      // Extreme by itself, or a bit away from one.
      let value = chance.one(of: extremes) &+ UInt64(bitPattern: Int64(chance.below(5) - 2))
      let isBig = chance.below(2) == 0
      for index in 0..<width where place + index < bytes.count {
        let shift = UInt64(8 * (isBig ? width - 1 - index : index))
        bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
      }
    }
  }

  private static func piece(at place: Int, _ count: Int, of bytes: [UInt8]) -> Range<Int> {
    place..<min(bytes.count, place + count)
  }
}
