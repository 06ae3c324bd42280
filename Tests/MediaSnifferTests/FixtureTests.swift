import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// What holds for every file of the directory `Fixtures`.
@Suite("Fixtures", .timeLimit(.minutes(5)))
struct FixtureTests {
  static let fixtures = Fixture.all

  @Test("There are fixtures")
  func count() {
    #expect(Self.fixtures.count >= 200)
  }

  /// Of a byte or none nothing can be told.
  static let told = fixtures.filter { $0.folder != "broken/empty" }

  @Test("Type, size and orientation are those of the manifest", arguments: told)
  func facts(_ fixture: Fixture) throws {
    let facts = Sniffing.file(try fixture.bytes()) ?? MediaFacts(format: .unknown)
    #expect(facts.mime == fixture.mime)
    #expect(facts.kind == fixture.kind)
    #expect(facts.orientation == fixture.orientation)
    // Of a broken file the manifest may tell less than can be read.
    guard let size = fixture.size else { return }
    #expect(facts.size == (size.isValid ? size : nil))
    #expect(facts.displaySize == (size.isValid ? fixture.displaySize : nil))
  }

  @Test("The chunking changes nothing", arguments: fixtures)
  func laws(_ fixture: Fixture) throws {
    Sniffing.checkLaws(Array(try fixture.bytes().prefix(100_000)), fixture.path)
  }

  /// Every one of the first bytes, and some of those behind.
  @Test("Every prefix gives an answer, and a format once certain stays", arguments: fixtures)
  func everyPrefix(_ fixture: Fixture) throws {
    var sniffer = MediaSniffer(canSeek: false)
    var certain: MediaFormat?
    // What follows an answer changes nothing.
    for (place, byte) in try fixture.bytes().enumerated() where sniffer.push([byte]) != .done {
      guard place < 2048 || place % 61 == 0 else { continue }
      let facts = sniffer.factsIfEndedHere()
      if let certain { #expect(sniffer.format == certain && facts?.format == certain) }
      certain = sniffer.format
    }
  }

  @Test("Prefixes give the same answer whatever the chunking", arguments: fixtures)
  func prefixes(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let head = stride(from: 0, to: min(1024, bytes.count), by: 13)
    let rest = stride(from: 1024, to: min(32 << 10, bytes.count), by: 2039)
    for count in Array(head) + Array(rest) {
      let prefix = Array(bytes.prefix(count))
      #expect(Sniffing.stream(prefix, chunk: 512) == Sniffing.stream(prefix, chunk: count + 1))
      _ = Sniffing.file(prefix)
    }
  }

  @Test("Changed bytes give an answer, whatever the chunking", arguments: fixtures)
  func mutations(_ fixture: Fixture) throws {
    let bytes = Array(try fixture.bytes().prefix(4 << 10))
    var changes = Changes(seed: fixture.path.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
    for round in 0..<400 {
      let changed = changes.apply(to: bytes)
      _ = Sniffing.file(changed, read: 4096)
      guard round % 10 == 0 else { continue }
      let whole = Sniffing.stream(changed, chunk: max(1, changed.count))
      #expect(Sniffing.stream(changed, chunk: 777) == whole)
    }
  }

  @Test("No more than 64 KiB are held", arguments: fixtures)
  func memory(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var stream = MediaSniffer(canSeek: false)
    for start in Swift.stride(from: 0, to: bytes.count, by: 5000) {
      _ = stream.push(Array(bytes[start..<min(start + 5000, bytes.count)]))
      #expect(stream.heldByteCount <= 64 << 10)
    }
    var file = MediaSniffer(byteCount: UInt64(bytes.count), canSeek: true)
    _ = file.push(bytes)
    #expect(file.heldByteCount <= 64 << 10)
  }
}

/// Changes bytes as chance has it, always the same way from the same seed.
struct Changes {
  private var state: UInt64

  /// Starts from a seed.
  init(seed: UInt64) { state = seed | 1 }

  /// A number below a bound.
  private mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, bound)
  }

  /// Bytes with one to eight places changed, most of them near the front.
  mutating func apply(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 8) where !bytes.isEmpty {
      let span = number(below: 3) == 0 ? bytes.count : min(bytes.count, 600)
      let place = number(below: span)
      switch number(below: 6) {
      case 0: bytes[place] = UInt8(number(below: 256))
      case 1: bytes[place] = 0xFF
      case 2: bytes[place] = 0
      case 3: for next in place..<min(place + 4, bytes.count) { bytes[next] = 0xFF }
      case 4: bytes[place] ^= 1 << UInt8(number(below: 8))
      default: bytes.removeSubrange(place..<min(bytes.count, place + number(below: 9)))
      }
    }
    return bytes
  }
}
