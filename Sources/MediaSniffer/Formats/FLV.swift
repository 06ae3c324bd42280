import MediaTypes

/// Flash video.
///
/// Source: Adobe, "Flash Video File Format Specification", version 10.1, annex E.
enum FLV: FormatProbe {
  static let firstBytes = FirstBytes.of("FLV")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FLV", at: 0), try input.u8(at: 3) < 5 else { return nil }
    return Recognition(.flv, FLVParser())
  }
}

/// Walks the first tags: a script's with what the muxer claims, a picture's with what is coded.
private struct FLVParser: FormatParser {
  /// Bytes of the first script tag in which sizes are looked for.
  private static let searchedBytes = 4096
  private static let mostTags = 16
  /// The bytes of a tag that carry its own head.
  private static let tagHead: UInt64 = 11

  private var next: UInt64?
  private var tagsLeft = mostTags

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard let tag = next else {
      let flags = try input.u8(at: 4)
      next = UInt64(try input.u32(at: 5)) + 4
      // An audio-only file says so in its flags, a careless muxer does not.
      found.facts.tracks.hasVideo = flags & 1 != 0
      found.facts.tracks.hasAudio = flags & 4 != 0
      return .more
    }
    guard tagsLeft > 0, tag != input.byteCount else { return .done }
    let kind = try input.u8(at: tag) & 0x1F
    let count = try input.u32(at: tag) & 0xFF_FFFF
    let content = tag + Self.tagHead
    if kind == 18 {
      takeScript(Array(try input.prefix(min(Int(count), Self.searchedBytes), at: content)), &found)
    } else if kind == 9 {
      do throws(Shortage) {
        try takePicture(input, content, count: Int(count), &found)
      } catch .unavailable {
        // What the script says is left.
      }
      return .done
    }
    // Without pictures there is nothing more to find.
    guard kind == 8 || kind == 18, found.facts.tracks.hasVideo == true || kind == 8 else {
      return .done
    }
    next = content + UInt64(count) + 4
    tagsLeft -= 1
    return .more
  }

  private func takeScript(_ bytes: [UInt8], _ found: inout Findings) {
    if let width = Self.number("width", in: bytes), let height = Self.number("height", in: bytes),
      0...65_535 ~= width, 0...65_535 ~= height
    {
      found.setSize(Int(width), Int(height))
      found.facts.displaySize = found.facts.size
    }
    if let duration = Self.number("duration", in: bytes), duration > 0 {
      found.facts.duration = duration
    }
    found.facts.tracks.frameRate = Self.number("framerate", in: bytes)
  }

  /// Takes the codec and the size from the first bytes of a picture.
  private func takePicture(
    _ input: ByteWindow, _ content: UInt64, count: Int, _ found: inout Findings
  ) throws(Shortage) {
    let codes: [UInt8: String] = [
      2: "flv1", 3: "flashsv", 4: "vp6f", 5: "vp6a", 6: "flashsv2", 7: "h264", 12: "hevc",
    ]
    let code = try input.u8(at: content) & 15
    found.facts.tracks.videoCodec = codes[code]
    found.facts.codec = codes[code]
    var size: PixelSize?
    switch code {
    case 2: size = try sorensonSize(input, content + 1)
    case 4: size = try on2Size(input, content + 2, cut: try input.u8(at: content + 1))
    case 5: size = try on2Size(input, content + 5, cut: try input.u8(at: content + 1))
    case 7:
      // The configuration: five bytes, and then the sets, each with its length.
      guard try input.u8(at: content + 1) == 0, try input.u8(at: content + 10) & 31 > 0 else {
        return
      }
      let length = Int(try input.u16(at: content + 11))
      guard length > 1, length < count else { return }
      let set = try input.prefix(length, at: content + 13)
      SequenceParameters(h264: set.dropFirst())?.describe(&found)
    default: break
    }
    guard let size, size.isValid else { return }
    found.setSize(size.width, size.height)
    found.facts.displaySize = found.facts.size
  }

  /// The size of a picture of Sorenson H.263.
  ///
  /// Source: the same, annex E.4.3.1 and the SWF specification, "Sorenson H.263 bitstream format".
  private func sorensonSize(_ input: ByteWindow, _ start: UInt64) throws(Shortage) -> PixelSize? {
    var bits = BitReader(at: start)
    guard try bits.next(17, input) == 1 else { return nil }
    _ = try bits.next(13, input)
    let code = try bits.next(3, input)
    guard code > 1 else {
      let width = Int(try bits.next(code == 0 ? 8 : 16, input))
      return PixelSize(width: width, height: Int(try bits.next(code == 0 ? 8 : 16, input)))
    }
    let sizes: [UInt32: (Int, Int)] = [
      2: (352, 288), 3: (176, 144), 4: (128, 96), 5: (320, 240), 6: (160, 120),
    ]
    return sizes[code].map { PixelSize(width: $0.0, height: $0.1) }
  }

  /// The size of a key picture of On2 VP6: blocks, of which pixels are cut.
  ///
  /// Source: On2, "VP6 Bitstream & Decoder Specification" 1.02 § 9, tables 1 and 2.
  private func on2Size(
    _ input: ByteWindow, _ start: UInt64, cut: UInt8
  ) throws(Shortage) -> PixelSize? {
    let first = try input.u8(at: start)
    guard first & 0x80 == 0 else { return nil }
    let profile = try input.u8(at: start + 1) & 6
    let hasOffset = first & 1 == 1 || profile == 0
    let rows = start + (hasOffset ? 4 : 2)
    return PixelSize(
      width: 16 * Int(try input.u8(at: rows + 1)) - Int(cut >> 4),
      height: 16 * Int(try input.u8(at: rows)) - Int(cut & 15))
  }

  /// The number that follows a property's name: AMF0 marks one with a zero byte.
  private static func number(_ name: String, in bytes: [UInt8]) -> Double? {
    let key = [0, UInt8(name.utf8.count)] + Array(name.utf8) + [0]
    guard bytes.count >= key.count + 8 else { return nil }
    for start in 0...(bytes.count - key.count - 8)
    where bytes[start..<(start + key.count)].elementsEqual(key) {
      let raw = bytes[(start + key.count)..<(start + key.count + 8)].reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      let value = Double(bitPattern: raw)
      return value.isFinite ? value : nil
    }
    return nil
  }
}
