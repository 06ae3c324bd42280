import ByteSources
import MediaTypes
import Testing

@testable import FFmpeg

@Suite("Long sample tables of movies")
struct MovieIndexTrimTests {
  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(type.utf8) + content
  }

  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A table of `count` entries of `width` bytes, all of them 1.
  static func table(_ type: String, count: Int, width: Int, before: [UInt8] = []) -> [UInt8] {
    let entries = (0..<(count * width / 4)).flatMap { _ in number(1) }
    return box(type, [0, 0, 0, 0] + before + number(count) + entries)
  }

  /// Runs of chunks that begin with the chunks 1, 4, 7, ….
  static func runs(count: Int) -> [UInt8] {
    let entries = (0..<count).flatMap { number(1 + 3 * $0) + number(1) + number(1) }
    return box("stsc", [0, 0, 0, 0] + number(count) + entries)
  }

  static func movie(count: Int) -> [UInt8] {
    let tables =
      table("stts", count: count, width: 8) + runs(count: count)
      + table("stsz", count: count, width: 4, before: [0, 0, 0, 0])
      + table("stco", count: count, width: 4)
    let track = box("trak", box("mdia", box("minf", box("stbl", tables))))
    return box("ftyp", Array("isom".utf8)) + box("moov", track + box("udta", []))
  }

  /// The count of a table as it is read through the patches.
  static func count(_ type: String, in bytes: [UInt8], behind place: Int) -> Int? {
    guard
      let name = (0..<(bytes.count - 4)).first(where: {
        Array(bytes[$0..<($0 + 4)]) == Array(type.utf8)
      })
    else { return nil }
    return bytes[(name + place)..<(name + place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test("Long tables are shortened so that they agree with each other")
  func shortened() {
    let movie = Self.movie(count: 5_000)
    let trim = MovieIndexTrim(MemorySource(movie))
    var read = movie
    read.withUnsafeMutableBytes { trim.apply(to: $0, readAt: 0) }
    let left = Int(MovieIndexTrim.entryCount)
    #expect(Self.count("stts", in: read, behind: 8) == left)
    #expect(Self.count("stsz", in: read, behind: 12) == left)
    #expect(Self.count("stco", in: read, behind: 8) == left)
    // Only runs that begin with one of the chunks that are left.
    #expect(Self.count("stsc", in: read, behind: 8) == (left + 2) / 3)
    #expect(zip(movie, read).filter { $0 != $1 }.count <= 16)
  }

  @Test("Short movies are left alone")
  func short() {
    #expect(MovieIndexTrim(MemorySource(Self.movie(count: 900))).patches.isEmpty)
  }

  @Test("A read that cuts a patched number gets its part", arguments: [1, 3, 7])
  func pieces(length: Int) {
    let movie = Self.movie(count: 5_000)
    let trim = MovieIndexTrim(MemorySource(movie))
    var whole = movie
    whole.withUnsafeMutableBytes { trim.apply(to: $0, readAt: 0) }
    var pieces: [UInt8] = []
    while pieces.count < movie.count {
      var piece = Array(movie[pieces.count..<min(pieces.count + length, movie.count)])
      let start = UInt64(pieces.count)
      piece.withUnsafeMutableBytes { trim.apply(to: $0, readAt: start) }
      pieces += piece
    }
    #expect(pieces == whole)
  }

  @Test("Every cut of a movie is walked to its end")
  func cuts() {
    let movie = Self.movie(count: 5_000)
    for count in stride(from: 0, to: movie.count, by: 997) {
      let trim = MovieIndexTrim(MemorySource(Array(movie[..<count])))
      #expect(trim.patches.allSatisfy { $0.offset + 4 <= UInt64(count) })
    }
  }

  @Test("Boxes that lie about their size do not lead astray", arguments: [0, 1, 7, 0xFFFF_FFFF])
  func lyingSizes(size: Int) {
    var movie = Self.movie(count: 5_000)
    // The track's size.
    movie.replaceSubrange(20..<24, with: Self.number(size))
    let trim = MovieIndexTrim(MemorySource(movie))
    #expect(trim.patches.count <= 4)
  }
}
