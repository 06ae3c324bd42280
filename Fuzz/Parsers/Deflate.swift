// Rooms: CISAL Inflation
// Packages: libisal
// Sanitizers: address

import Inflation

/// Deflate as ISA-L undoes it, fed and emptied in pieces of many lengths.
enum Deflate: ParserUnderTest {
  /// The packed bytes of a PNG, as far as they stand in its first `IDAT`.
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    guard fixture.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    let name = Array("IDAT".utf8)
    guard let place = fixture.indices.first(where: { fixture[$0...].starts(with: name) }),
      place >= 4
    else { return nil }
    let count = fixture[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
    return Array(fixture[(place + 4)...].prefix(count))
  }

  /// No stream is followed further than this.
  private static let mostBytes = 1 << 19

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    var isFinished = false
    var lengths: [Int] = []
    for pieces in [(bytes.count, 65_536), (7, 1), (1, 333), (61, 4096)] {
      let stream = DeflateStream(wrapper: .zlib)
      let end = inflate(bytes, by: stream, input: max(1, pieces.0), output: pieces.1)
      isFinished = end.isFinished
      if end.isFinished { lengths.append(end.byteCount) }
    }
    precondition(Set(lengths).count <= 1, "the pieces changed the output")
    return isFinished ? .made : .refused
  }

  private static func inflate(
    _ bytes: [UInt8], by stream: DeflateStream, input: Int, output: Int
  ) -> (isFinished: Bool, byteCount: Int) {
    // SAFETY: both are lent for the length of a call; each is exactly as long as is said, so that
    // a sanitizer sees the first byte beyond.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: output, alignment: 1)
    defer { unsafe room.deallocate() }
    var (place, made) = (0, 0)
    // One byte a call is enough to see what happens at the edges of pieces.
    for _ in 0..<(output < 16 ? 500 : Int.max) {
      let piece = Array(bytes[place...].prefix(input))
      let progress = unsafe piece.withUnsafeBytes { unsafe stream.inflate($0, into: room) }
      precondition((0...piece.count).contains(progress.consumed), "bytes that were not there")
      precondition((0...output).contains(progress.produced), "more than there is room for")
      place += progress.consumed
      made += progress.produced
      if progress.state == .finished { return (true, made) }
      let isStuck = progress.consumed == 0 && progress.produced == 0
      guard progress.state == .open, !isStuck, made < mostBytes else { break }
    }
    return (false, made)
  }
}
