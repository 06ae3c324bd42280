import MediaTypes

/// Compound files of OLE, of which the first directory tells the document.
///
/// Source: Microsoft, [MS-CFB] § 2.2 and § 2.6.
enum OLE: FormatProbe {
  static let formats: [MediaFormat] = [.ole]
  static let firstBytes = FirstBytes.anyOf([0xD0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == 0xD0CF_11E0_A1B1_1AE1 else { return nil }
    return Recognition(.ole, isCertain: false) { input, found throws(Shortage) in
      let shift = try input.u16(at: 30, .little)
      let sector = UInt64(try input.u32(at: 48, .little))
      guard shift == 9 || shift == 12 else { return }
      let bytes = Array(try input.prefix(1 << Int(shift), at: (sector + 1) << UInt64(shift)))
      for (name, mime) in streams where contains(name, bytes) {
        return found.settle(on: .ole, kind: .document, mime: mime)
      }
    }
  }

  private static let streams = [
    ("WordDocument", "application/msword"), ("Workbook", "application/vnd.ms-excel"),
    ("PowerPoint Document", "application/vnd.ms-powerpoint"), ("Book", "application/vnd.ms-excel"),
    ("__nameid_version1.0", "application/vnd.ms-outlook"),
  ]

  /// Whether an entry of 128 bytes bears a name in UTF-16.
  private static func contains(_ name: String, _ bytes: [UInt8]) -> Bool {
    var wanted: [UInt8] = []
    for byte in name.utf8 { wanted += [byte, 0] }
    wanted += [0, 0]
    return stride(from: 0, to: bytes.count, by: 128).contains {
      bytes[$0...].starts(with: wanted)
    }
  }
}

/// PostScript, also encapsulated and with a preview for DOS.
///
/// Source: Adobe, "PostScript Language Document Structuring Conventions" 3.0 § 3.1; technical note
/// 5002 § 5.2.
enum PostScript: FormatProbe {
  static let formats: [MediaFormat] = [.postScript]
  static let firstBytes = FirstBytes.anyOf([0x25, 0xC5])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let isBinary = try input.u32(at: 0) == 0xC5D0_D3C6
    let isText = try input.has("%!PS", at: 0)
    return isBinary || isText ? Recognition(.postScript) : nil
  }
}

/// What gzip has packed, whatever it is.
///
/// Source: RFC 1952 § 2.3.
enum Gzipped: FormatProbe {
  static let formats: [MediaFormat] = [.gzip]
  static let firstBytes = FirstBytes.anyOf([0x1F])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x1F8B, try input.u8(at: 2) == 8 else { return nil }
    return Recognition(.gzip)
  }
}

/// Tape archives, also those without a signature, by the check sum of the first header.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format".
enum Tar: FormatProbe {
  static let formats: [MediaFormat] = [.tar]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let field = try input.prefix(8, at: 148)
    let digits = field.drop { $0 == 0x20 }.prefix { 0x30...0x37 ~= $0 }
    guard digits.count >= 3 else { return nil }
    let header = try input.prefix(512, at: 0)
    guard header.count == 512 else { return nil }
    let sum = header.reduce(0) { $0 + Int($1) } - field.reduce(0) { $0 + Int($1) } + 8 * 0x20
    return digits.reduce(0) { $0 * 8 + Int($1 - 0x30) } == sum ? Recognition(.tar) : nil
  }
}

/// Formats whose signature stands further on.
///
/// Source: Audible's player; RED's "R3D"; ICC.1:2022 § 7.2; Palm, "File Format Specification";
/// LHa's header; ISO 9660 § 8.1.
enum DistantSignatures: FormatProbe {
  static let formats: [MediaFormat] = [.audible, .r3d, .icc, .mobipocket, .lzh, .iso9660]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if try input.has("-lh", at: 2), try input.has("-", at: 6) { return Recognition(.lzh) }
    if try input.has(oneOf: "RED1", "RED2", at: 4) { return Recognition(.r3d) }
    if try input.has("acsp", at: 36) { return Recognition(.icc) }
    if try input.has("BOOKMOBI", at: 60) { return Recognition(.mobipocket) }
    if try input.u32(at: 4) == 0x5790_7536 {
      return Recognition(.audible) { _, found throws(Shortage) in found.setSound(nil) }
    }
    // The first sixteen sectors of a disc are mostly empty.
    guard try input.u64(at: 0) == 0, !input.isForwardOnly else { return nil }
    return try input.has("CD001", at: 32769) ? Recognition(.iso9660) : nil
  }
}

extension MediaFormat {
  static let ole = MediaFormat(
    "ole", mime: "application/x-ole-storage", uniformType: "com.microsoft.ole-storage",
    kind: .other, fileExtensions: ["doc", "xls", "ppt", "msg"])
  static let postScript = MediaFormat(
    "postscript", mime: "application/postscript", uniformType: "com.adobe.postscript",
    kind: .document, fileExtensions: ["ps", "eps"])
  static let gzip = MediaFormat(
    "gzip", mime: "application/gzip", uniformType: "org.gnu.gnu-zip-archive", kind: .other,
    fileExtensions: ["gz"])
  static let tar = MediaFormat(
    "tar", mime: "application/x-tar", uniformType: "public.tar-archive", kind: .other,
    fileExtensions: ["tar"])
  static let audible = MediaFormat(
    "aa", mime: "audio/x-pn-audibleaudio", uniformType: "com.audible.aa-audio", kind: .audio,
    fileExtensions: ["aa"])
  static let r3d = MediaFormat(
    "r3d", mime: "video/x-red-r3d", uniformType: "com.red.r3d", kind: .video,
    fileExtensions: ["r3d"])
  static let icc = MediaFormat(
    "icc", mime: "application/vnd.iccprofile", uniformType: "com.apple.colorsync-profile",
    kind: .other, fileExtensions: ["icc", "icm"])
  static let mobipocket = MediaFormat(
    "mobi", mime: "application/x-mobipocket-ebook", uniformType: "com.mobipocket.ebook",
    kind: .document, fileExtensions: ["mobi"])
  static let lzh = MediaFormat(
    "lzh", mime: "application/x-lzh-compressed", uniformType: "public.lzh-archive", kind: .other,
    fileExtensions: ["lzh", "lha"])
  static let iso9660 = MediaFormat(
    "iso", mime: "application/x-iso9660-image", uniformType: "public.iso-image", kind: .other,
    fileExtensions: ["iso"])
}
