import MediaTypes

/// Formats of which there is nothing to say but their name: each with the bytes at its front.
///
/// Source: each format's own specification; the registrations at IANA for those with a media type.
enum Signatures: FormatProbe {
  /// Bytes at the front of a file.
  struct Signature: Sendable {
    let format: MediaFormat
    let bytes: [UInt8]
    /// More bytes, further on.
    var more: (offset: UInt64, bytes: [UInt8])?

    init(_ format: MediaFormat, _ bytes: [UInt8], at offset: UInt64? = nil, _ more: [UInt8] = []) {
      self.format = format
      self.bytes = bytes
      self.more = offset.map { ($0, more) }
    }

    init(_ format: MediaFormat, _ text: String, at offset: UInt64? = nil, _ more: String = "") {
      self.init(format, Array(text.utf8), at: offset, Array(more.utf8))
    }
  }

  static let table: [Signature] = sounds + archives + fonts + programs + data

  static let formats: [MediaFormat] = {
    var formats: [MediaFormat] = []
    for signature in table
    where !formats.contains(signature.format) && MediaFormat.named(signature.format.name) == nil {
      formats.append(signature.format)
    }
    return formats
  }()

  static let firstBytes = FirstBytes.anyOf(table.compactMap(\.bytes.first))

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let first = try input.u8(at: 0)
    for signature in table where signature.bytes.first == first {
      guard try matches(signature.bytes, at: 0, input) else { continue }
      if let more = signature.more, try !matches(more.bytes, at: more.offset, input) { continue }
      let isSound = signature.format.kind == .audio
      return Recognition(signature.format) { _, found throws(Shortage) in
        if isSound { found.setSound(nil) }
      }
    }
    return nil
  }

  private static func matches(
    _ bytes: [UInt8], at offset: UInt64, _ input: ByteWindow
  ) throws(Shortage) -> Bool {
    var place = offset
    for byte in bytes {
      do throws(Shortage) {
        guard try input.u8(at: place) == byte else { return false }
      } catch .unavailable {
        return false
      }
      place += 1
    }
    return true
  }
}

extension Signatures {
  private static func format(
    _ name: String, _ mime: String, _ uniformType: String, _ extensions: String...,
    kind: MediaKind = .other
  ) -> MediaFormat {
    MediaFormat(name, mime: mime, uniformType: uniformType, kind: kind, fileExtensions: extensions)
  }

  private static let amrWideband = format(
    "amr-wb", "audio/amr-wb", "org.3gpp.amr-wb-audio", "awb", kind: .audio)
  private static let au = format("au", "audio/basic", "public.au-audio", "au", "snd", kind: .audio)
  private static let dff = format("dff", "audio/x-dff", "com.philips.dff", "dff", kind: .audio)

  private static let sounds = [
    Signature(.amr, "#!AMR\n"),
    Signature(.amr, "#!AMR_MC1.0\n"),
    Signature(amrWideband, "#!AMR-WB\n"),
    Signature(amrWideband, "#!AMR-WB_MC1.0\n"),
    Signature(.midi, "MThd", at: 4, "\0\0\0\u{6}"),
    Signature(au, ".snd"),
    Signature(dff, "FRM8", at: 12, "DSD "),
  ]

  private static let rar = format("rar", "application/vnd.rar", "com.rarlab.rar-archive", "rar")
  private static let cpio = format("cpio", "application/x-cpio", "public.cpio-archive", "cpio")
  private static let bzip2 = format("bzip2", "application/x-bzip2", "public.bzip2-archive", "bz2")

  private static let archives = [
    Signature(rar, "Rar!\u{1A}\u{7}"),
    Signature(
      format("7z", "application/x-7z-compressed", "org.7-zip.7-zip-archive", "7z"),
      [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Signature(
      format("xz", "application/x-xz", "org.tukaani.xz-archive", "xz"),
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    Signature(
      format("zstd", "application/zstd", "org.facebook.zstandard", "zst"),
      [0x28, 0xB5, 0x2F, 0xFD]),
    Signature(format("lzip", "application/x-lzip", "org.gnu.lzip", "lz"), "LZIP"),
    Signature(bzip2, "BZh", at: 4, "1AY&SY"),
    Signature(cpio, "070701"),
    Signature(cpio, "070702"),
    Signature(cpio, "070707"),
    Signature(cpio, [0xC7, 0x71]),
    Signature(format("ar", "application/x-archive", "public.archive.ar", "a", "deb"), "!<arch>\n"),
    Signature(
      format("cab", "application/vnd.ms-cab-compressed", "com.microsoft.cab", "cab"), "MSCF\0\0\0\0"
    ),
  ]

  private static let ttf = format("ttf", "font/ttf", "public.truetype-ttf-font", "ttf")

  private static let fonts = [
    Signature(ttf, [0, 1, 0, 0, 0]),
    Signature(ttf, "true"),
    Signature(format("otf", "font/otf", "public.opentype-font", "otf"), "OTTO"),
    Signature(
      format("ttc", "font/collection", "public.truetype-collection-font", "ttc"), "ttcf"),
    Signature(format("woff", "font/woff", "org.w3.woff", "woff"), "wOFF"),
    Signature(format("woff2", "font/woff2", "org.w3.woff2", "woff2"), "wOF2"),
  ]

  private static let machO = format(
    "macho", "application/x-mach-binary", "com.apple.mach-o-binary", "dylib", "o")

  private static let programs = [
    Signature(format("elf", "application/x-elf", "org.elf.binary", "so", "o"), "\u{7F}ELF"),
    Signature(machO, [0xFE, 0xED, 0xFA, 0xCE]),
    Signature(machO, [0xFE, 0xED, 0xFA, 0xCF]),
    Signature(machO, [0xCE, 0xFA, 0xED, 0xFE]),
    Signature(machO, [0xCF, 0xFA, 0xED, 0xFE]),
    Signature(
      format("java-class", "application/java-vm", "com.sun.java-class", "class"),
      [0xCA, 0xFE, 0xBA, 0xBE, 0x00, 0x00, 0x00]),
    Signature(format("wasm", "application/wasm", "org.webassembly.wasm", "wasm"), "\0asm"),
    Signature(
      format(
        "exe", "application/vnd.microsoft.portable-executable",
        "com.microsoft.windows-executable", "exe", "dll"), "MZ"),
  ]

  private static let pcap = format(
    "pcap", "application/vnd.tcpdump.pcap", "org.tcpdump.pcap", "pcap")
  private static let flash = format(
    "swf", "application/x-shockwave-flash", "com.adobe.shockwave-flash", "swf")

  private static let data = [
    Signature(
      format("sqlite", "application/vnd.sqlite3", "org.sqlite.sqlite3", "sqlite", "db"),
      "SQLite format 3\0"),
    Signature(
      format("hdf5", "application/x-hdf5", "org.hdfgroup.hdf5", "h5", "hdf5"),
      [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]),
    Signature(pcap, [0xD4, 0xC3, 0xB2, 0xA1]),
    Signature(pcap, [0xA1, 0xB2, 0xC3, 0xD4]),
    Signature(pcap, [0x4D, 0x3C, 0xB2, 0xA1]),
    Signature(
      format("pcapng", "application/x-pcapng", "org.wireshark.pcapng", "pcapng"),
      [0x0A, 0x0D, 0x0D, 0x0A]),
    Signature(
      format("torrent", "application/x-bittorrent", "org.bittorrent.torrent", "torrent"),
      "d8:announce"),
    Signature(flash, "FWS"),
    Signature(flash, "CWS"),
    Signature(flash, "ZWS"),
    Signature(
      format("wtv", "video/x-ms-wtv", "com.microsoft.wtv", "wtv", kind: .video),
      [0xB7, 0xD8, 0x00, 0x20, 0x37, 0x49, 0xDA, 0x11]),
    Signature(.gxf, [0, 0, 0, 0, 1, 0xBC]),
    Signature(
      format("url", "application/x-mswinurl", "com.microsoft.internet-shortcut", "url"),
      "[InternetShortcut]"),
  ]
}

extension MediaFormat {
  static let amr = MediaFormat(
    "amr", mime: "audio/amr", uniformType: "org.3gpp.adaptive-multi-rate-audio", kind: .audio,
    fileExtensions: ["amr"])

  static let midi = MediaFormat(
    "midi", mime: "audio/midi", uniformType: "public.midi-audio", kind: .audio,
    fileExtensions: ["mid", "midi", "kar"])
}
