import MediaTypes

/// MPEG-2 transport stream, of packets of 188 bytes, with a time code before (192) or a check
/// after (204).
///
/// Source: ISO/IEC 13818-1:2019 § 2.4.3 and § 2.4.4.
enum MPEGTS: FormatProbe {
  static let firstBytes = FirstBytes.any
  static let syncByte: UInt8 = 0x47
  private static let layouts: [(packet: UInt64, offset: UInt64)] = [(188, 0), (192, 4), (204, 0)]

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    for (packet, offset) in layouts where try input.u8(at: offset) == syncByte {
      if try isRepeated(input, packet: packet, offset: offset) {
        return Recognition(.mpegTS, TransportParser(packet: packet, next: offset))
      }
    }
    return nil
  }

  /// Whether a packet begins at an offset and the next ones where they should; a short file may have
  /// fewer than four more.
  static func isRepeated(
    _ input: ByteWindow, packet: UInt64, offset: UInt64
  ) throws(Shortage) -> Bool {
    for number in 0...4 as ClosedRange<UInt64> {
      let place = offset + number * packet
      if input.ends(before: place + 4) { return number > 1 }
      // A packet has an adaptation field, a payload or both: letters in a row have neither.
      guard try input.u8(at: place) == syncByte, try input.u8(at: place + 3) & 0x30 != 0 else {
        return false
      }
    }
    return true
  }
}

/// A transport stream that was cut within a packet.
enum DisplacedMPEGTS: FormatProbe {
  static let firstBytes = FirstBytes.any
  private static let packets: [UInt64] = [188, 192, 204]

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard !input.ends(before: 3 * 204) else { return nil }
    for offset in 1..<204 as Range<UInt64> where try input.u8(at: offset) == MPEGTS.syncByte {
      for packet in packets where offset < packet {
        if try MPEGTS.isRepeated(input, packet: packet, offset: offset) {
          return Recognition(.mpegTS, TransportParser(packet: packet, next: offset))
        }
      }
    }
    return nil
  }
}

/// Looks for the program map among the first packets, and then for the size in the first packets of
/// the pictures.
struct TransportParser: FormatParser {
  /// Packets that are looked at.
  private static let mostPackets = 256
  /// The most bytes of the pictures that are held.
  private static let mostPictureBytes = 4 << 10
  /// Those that are kept of them when there are more: none of what tells a size is longer.
  private static let keptPictureBytes = 512

  let packet: UInt64
  var next: UInt64
  private var mapPID: UInt16?
  private var picturePID: UInt16?
  private var pictures: [UInt8] = []
  private var hasPictures = false
  private var packetsLeft = mostPackets

  init(packet: UInt64, next: UInt64) {
    self.packet = packet
    self.next = next
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard !input.ends(before: next + 188) else { return .done }
    try input.require(188, at: next)
    guard try input.u8(at: next) == MPEGTS.syncByte else {
      return .done
    }
    let pid = try input.u16(at: next + 1) & 0x1FFF
    let startsUnit = try input.u8(at: next + 1) & 0x40 != 0
    let control = try input.u8(at: next + 3)
    var payload = next + 4
    if control & 0x20 != 0 { payload += 1 + UInt64(try input.u8(at: payload)) }
    let end = next + 188
    if control & 0x10 != 0, payload + 4 < end {
      if pid == picturePID {
        guard try !takePictures(input, payload, end, startsUnit, &found) else { return .done }
      } else if startsUnit, pid == 0 {
        mapPID = try programMapPID(input, payload, end) ?? mapPID
      } else if startsUnit, pid == mapPID, picturePID == nil {
        try readMap(input, payload, end, &found)
        if picturePID == nil { return .done }
      }
    }
    next += packet
    packetsLeft -= 1
    return packetsLeft > 0 ? .more : .done
  }

  /// Takes a part of the pictures' stream; gives whether the size is found.
  private mutating func takePictures(
    _ input: ByteWindow, _ payload: UInt64, _ end: UInt64, _ startsUnit: Bool,
    _ found: inout Findings
  ) throws(Shortage) -> Bool {
    var start = payload
    // The header of a packet of the elementary stream.
    if startsUnit { start += 9 + UInt64(try input.u8(at: payload + 8)) }
    guard hasPictures || startsUnit, start < end else { return false }
    hasPictures = true
    if pictures.count > Self.mostPictureBytes {
      pictures.removeFirst(pictures.count - Self.keptPictureBytes)
    }
    pictures += try input.prefix(Int(end - start), at: start)
    return PictureSearch.find(
      found.facts.tracks.videoCodec ?? "", in: pictures, isAll: false, &found)
  }

  func conclude(_ found: inout Findings) {
    guard found.facts.size == nil, !pictures.isEmpty else { return }
    _ = PictureSearch.find(
      found.facts.tracks.videoCodec ?? "", in: pictures, isAll: true, &found)
  }

  private func programMapPID(
    _ input: ByteWindow, _ payload: UInt64, _ end: UInt64
  ) throws(Shortage) -> UInt16? {
    var entry = payload + 1 + UInt64(try input.u8(at: payload)) + 8
    while entry + 4 <= end {
      if try input.u16(at: entry) != 0 { return try input.u16(at: entry + 2) & 0x1FFF }
      entry += 4
    }
    return nil
  }

  private mutating func readMap(
    _ input: ByteWindow, _ payload: UInt64, _ end: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    let section = payload + 1 + UInt64(try input.u8(at: payload))
    guard section + 12 <= end else { return }
    let sectionEnd = min(end, section + 3 + UInt64(try input.u16(at: section + 1) & 0xFFF) - 4)
    var entry = section + 12 + UInt64(try input.u16(at: section + 10) & 0xFFF)
    while entry + 5 <= sectionEnd {
      let pid = try input.u16(at: entry + 1) & 0x1FFF
      if take(try input.u8(at: entry), &found) { picturePID = pid }
      entry += 5 + UInt64(try input.u16(at: entry + 3) & 0xFFF)
    }
    found.facts.codec = found.facts.tracks.videoCodec ?? found.facts.tracks.audioCodec
    found.facts.tracks.hasVideo = found.facts.tracks.videoCodec != nil
    found.facts.tracks.hasAudio = found.facts.tracks.audioCodec != nil
    if found.facts.tracks.hasVideo == false, found.facts.tracks.hasAudio == true {
      found.facts.kind = .audio
    }
  }

  /// Source: ISO/IEC 13818-1 table 2-34, stream_type; ATSC A/53 for AC-3.
  ///
  /// - Returns: Whether it is the first stream of pictures.
  private func take(_ streamType: UInt8, _ found: inout Findings) -> Bool {
    let pictures: [UInt8: String] = [
      0x01: "mpeg1video", 0x02: "mpeg2video", 0x10: "mpeg4", 0x1A: "h263", 0x1B: "h264",
      0x20: "h264", 0x21: "jpeg2000", 0x24: "hevc", 0x42: "cavs", 0xD1: "dirac", 0xEA: "vc1",
    ]
    let sounds: [UInt8: String] = [
      0x03: "mp2", 0x04: "mp2", 0x0F: "aac", 0x11: "aac_latm", 0x81: "ac3", 0x82: "dts",
      0x83: "truehd", 0x84: "eac3", 0x87: "eac3",
    ]
    if let codec = sounds[streamType], found.facts.tracks.audioCodec == nil {
      found.facts.tracks.audioCodec = codec
    }
    guard let codec = pictures[streamType], found.facts.tracks.videoCodec == nil else {
      return false
    }
    found.facts.tracks.videoCodec = codec
    return true
  }
}
