import ByteSources
import MediaTypes
import TestSupport
import Testing

@testable import FFmpeg

@Suite("Icons and cursors", .timeLimit(.minutes(1)))
struct IconDecoderTests {
  /// A bitmap as it lies in an icon: a 4×2 picture whose left half the mask hides.
  static func bitmap(bits: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: Int, _ count: Int) {
      for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    for (value, count) in [
      (40, 4), (4, 4), (4, 4), (1, 2), (bits, 2), (0, 4), (0, 4), (0, 4), (0, 4), (0, 4), (0, 4),
    ] { add(value, count) }
    if bits == 8 {
      for index in 0..<256 { bytes += index == 1 ? [40, 60, 200, 0] : [0, 0, 0, 0] }
    }
    for _ in 0..<2 {
      switch bits {
      case 8: bytes += [1, 1, 1, 1]
      case 24: bytes += [40, 60, 200, 40, 60, 200, 40, 60, 200, 40, 60, 200]
      default: for _ in 0..<4 { bytes += [40, 60, 200, 0] }
      }
    }
    for _ in 0..<2 { bytes += [0b1100_0000, 0, 0, 0] }
    return bytes
  }

  static func icon(_ entries: [(side: UInt8, content: [UInt8])], type: UInt8 = 1) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, type, 0, UInt8(entries.count), 0]
    var offset = 6 + 16 * entries.count
    for (side, content) in entries {
      bytes += [side, side, 0, 0, 1, 0, 32, 0]
      for number in [content.count, offset] {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      offset += content.count
    }
    for (_, content) in entries { bytes += content }
    return bytes
  }

  @Test("The mask hides pixels of bitmaps without alpha", arguments: [8, 24, 32])
  func mask(bits: Int) throws {
    let icon = Self.icon([(4, Self.bitmap(bits: bits))])
    let picture = Picture(
      try IconDecoder.picture(
        from: MemorySource(icon), wantedSide: 32, frameByteLimit: 1 << 20))
    #expect(picture.width == 4 && picture.height == 2)
    #expect((0..<4).map { picture.alpha(x: $0, y: 1) } == [0, 0, 255, 255])
    #expect(picture.colour(x: 3, y: 0) == RGB(red: 200, green: 60, blue: 40))
  }

  @Test("The smallest entry that is large enough is taken, else the largest")
  func choice() {
    func entry(_ side: Int, bits: Int = 32) -> IconDecoder.Entry {
      .init(size: PixelSize(width: side, height: side), bitsPerPixel: bits, byteCount: 1, offset: 0)
    }
    let entries = [entry(16), entry(64), entry(32), entry(32, bits: 8), entry(256)]
    #expect(IconDecoder.suitable(entries, for: 24).first == entry(32))
    #expect(IconDecoder.suitable(entries, for: 64).first == entry(64))
    #expect(IconDecoder.suitable(entries, for: 512).first == entry(256))
  }

  @Test("An entry that is damaged gives way to the next")
  func damagedEntry() throws {
    let icon = Self.icon([(32, [1, 2, 3]), (4, Self.bitmap(bits: 24))])
    let picture = Picture(
      try IconDecoder.picture(
        from: MemorySource(icon), wantedSide: 32, frameByteLimit: 1 << 20))
    #expect(picture.width == 4)
  }

  @Test("The fixtures' icon and cursor show the picture", arguments: ["colour.ico", "colour.cur"])
  func fixtures(file: String) throws {
    let fixture = try Fixture.at("same-picture/\(file)")
    let picture = Picture(
      try IconDecoder.picture(
        from: MemorySource(fixture.bytes()), wantedSide: 256, frameByteLimit: 1 << 20))
    let size = try #require(fixture.size)
    #expect(picture.width == size.width && picture.height == size.height)
  }

  @Test("Every prefix and every changed byte ends in a picture or an error")
  func hostile() {
    let whole = Self.icon([(4, Self.bitmap(bits: 24)), (4, Self.bitmap(bits: 8))])
    var shown = 0
    func look(_ bytes: [UInt8]) {
      do throws(FFmpegError) {
        let picture = try IconDecoder.picture(
          from: MemorySource(bytes), wantedSide: 16, frameByteLimit: 1 << 20)
        shown += picture.size.isValid ? 1 : 0
      } catch {
        #expect(error.thumbnailError.code != .timedOut)
      }
    }
    for count in 0..<whole.count { look(Array(whole[..<count])) }
    for place in 0..<120 {
      var bytes = whole
      bytes[place] = ~bytes[place]
      look(bytes)
    }
    #expect(shown > 0)
  }
}
