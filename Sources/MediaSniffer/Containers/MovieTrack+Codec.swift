import MediaTypes

extension MovieTrack {
  /// Reads the first entry of a sample description: its codec, and for pictures its size.
  ///
  /// - Returns: Where the boxes inside the entry lie; `nil` where there are none to look at.
  mutating func readSampleEntry(
    _ input: ByteWindow, _ box: ISOBox
  ) throws(Shortage) -> Range<UInt64>? {
    guard try input.u32(at: box.content + 4) > 0 else { return nil }
    let start = box.content + 8
    guard let entry = try ISOBox(input, at: start) else { return nil }
    codec = Self.codecName(entry.type)
    // ProRes 4444 and its XQ variant; the others have 10 bits and half the chroma.
    if entry.type == "ap4h" || entry.type == "ap4x" { bitDepth = 12 }
    guard isVideo else {
      guard isSound else { return nil }
      // Version 1 and 2 of QuickTime's sound entry are longer.
      let version = try input.u16(at: entry.content + 8)
      let children = entry.content + (version == 1 ? 44 : version == 2 ? 64 : 28)
      return children < entry.end ? children..<entry.end : nil
    }
    let size = PixelSize(
      width: Int(try input.u16(at: entry.content + 24)),
      height: Int(try input.u16(at: entry.content + 26)))
    self.size = size.isValid ? size : shownSize
    let children = entry.content + 78
    return children < entry.end ? children..<entry.end : nil
  }

  /// Reads a box inside a sample entry.
  mutating func readEntryBox(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) {
    let at = box.content
    switch box.type {
    case "pasp":
      let (across, down) = (try input.u32(at: at), try input.u32(at: at + 4))
      if across > 0, down > 0 { pixelAspect = Double(across) / Double(down) }
    case "clap": crop = try cleanAperture(input, box)
    case "colr": codePoints = try Self.codePoints(input, box) ?? codePoints
    case "hvcC", "lhvC": take(try CodecConfiguration(hevc: at, input))
    case "av1C": take(try CodecConfiguration(av1: at, input))
    case "vpcC": take(try CodecConfiguration(vp9: at + 4, input))
    case "avcC": take(try CodecConfiguration(h264: at, input))
    case "frma": codec = Self.codecName(try input.fourCC(at: at))
    case "esds": codec = try Self.codecName(input, descriptor: box) ?? codec
    case "JPEG": isJPEG = true
    default: break
    }
  }

  private mutating func take(_ configuration: CodecConfiguration) {
    bitDepth = configuration.bitDepth
    chroma = configuration.chroma
  }

  /// What a clean aperture cuts off, in whole pixels.
  ///
  /// Four fractions: width, height, and how far its centre lies right of and below the picture's.
  /// Source: ISO/IEC 14496-12:2022 § 12.1.4.
  private func cleanAperture(
    _ input: ByteWindow, _ box: ISOBox
  ) throws(Shortage) -> PixelInsets? {
    func number(_ place: UInt64) throws(Shortage) -> Double {
      let (over, under) = (
        Int32(bitPattern: try input.u32(at: box.content + place)),
        try input.u32(at: box.content + place + 4)
      )
      return under == 0 ? .nan : Double(over) / Double(under)
    }
    let (width, height) = (try number(0), try number(8))
    let (right, down) = (try number(16), try number(24))
    guard let size, width >= 1, height >= 1, width <= Double(size.width),
      height <= Double(size.height), abs(right) <= Double(size.width),
      abs(down) <= Double(size.height)
    else { return nil }
    let left = Int(((Double(size.width) - width) / 2 + right).rounded())
    let top = Int(((Double(size.height) - height) / 2 + down).rounded())
    return PixelInsets(
      left: left, top: top, right: size.width - left - Int(width.rounded()),
      bottom: size.height - top - Int(height.rounded()))
  }

  /// The code points of a colour box: `nclx`, or QuickTime's `nclc`.
  ///
  /// Source: ISO/IEC 14496-12:2022 § 12.1.5.
  static func codePoints(
    _ input: ByteWindow, _ box: ISOBox
  ) throws(Shortage) -> ColourFacts.CodePoints? {
    let kind = try input.fourCC(at: box.content)
    guard kind == "nclx" || kind == "nclc" else { return nil }
    let at = box.content + 4
    let isFull = kind == "nclx" && box.end > at + 6 ? try input.u8(at: at + 6) & 0x80 != 0 : false
    return ColourFacts.CodePoints(
      primaries: Int(try input.u16(at: at)), transfer: Int(try input.u16(at: at + 2)),
      matrix: Int(try input.u16(at: at + 4)), isFullRange: isFull)
  }

  /// The codec that an elementary stream descriptor names.
  ///
  /// Source: ISO/IEC 14496-1:2010 § 7.2.6, and the object types of mp4ra.org.
  private static func codecName(
    _ input: ByteWindow, descriptor box: ISOBox
  ) throws(Shortage) -> String? {
    var place = box.content + 4
    guard try input.u8(at: place) == 3 else { return nil }
    place += 1
    _ = try input.sevenBitNumber(at: &place)
    let flags = try input.u8(at: place + 2)
    place += 3
    if flags & 0x80 != 0 { place += 2 }
    if flags & 0x40 != 0 { place += 1 + UInt64(try input.u8(at: place)) }
    if flags & 0x20 != 0 { place += 2 }
    guard try input.u8(at: place) == 4 else { return nil }
    place += 1
    _ = try input.sevenBitNumber(at: &place)
    switch try input.u8(at: place) {
    case 0x20: return "mpeg4"
    case 0x21: return "h264"
    case 0x23: return "hevc"
    case 0x40, 0x66, 0x67, 0x68: return "aac"
    case 0x60...0x65: return "mpeg2video"
    case 0x69, 0x6B: return "mp3"
    case 0x6A: return "mpeg1video"
    case 0x6C: return "mjpeg"
    case 0xA5: return "ac3"
    case 0xA6: return "eac3"
    case 0xAD: return "opus"
    case 0xDD: return "vorbis"
    default: return nil
    }
  }

  /// The short name of a codec by the type of its sample entry.
  static func codecName(_ type: FourCC) -> String {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav": "h264"
    case "hvc1", "hev1", "hvc2", "dvh1", "dvhe": "hevc"
    case "vvc1", "vvi1": "vvc"
    case "av01", "dav1": "av1"
    case "vp08": "vp8"
    case "vp09": "vp9"
    case "mp4v", "DIVX", "XVID", "3IV2": "mpeg4"
    case "jpeg", "mjpa", "mjpb", "MJPG", "dmb1": "mjpeg"
    case "mjp2", "j2k1": "jpeg2000"
    case "s263", "h263", "H263": "h263"
    case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x": "prores"
    case "mp4a", "mp4 ": "aac"
    case ".mp3", "mp3 ": "mp3"
    case "Opus": "opus"
    case "fLaC": "flac"
    case "ac-3", "sac3": "ac3"
    case "ec-3": "eac3"
    case "samr": "amr"
    case "sawb": "amr-wb"
    case "CRAW": "craw"
    default: type.description.lowercased().filter { $0 != " " && $0 != "." }
    }
  }
}
