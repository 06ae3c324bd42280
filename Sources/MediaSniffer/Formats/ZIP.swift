import MediaTypes

/// ZIP, and the documents that are one.
///
/// Source: PKWARE, APPNOTE 6.3.10 § 4.3.7; ISO/IEC 26300-2 § 3.3 (ODF); EPUB OCF 3.3 § 4.3;
/// ECMA-376 part 2 (OOXML).
enum ZIP: FormatProbe {
  static let formats: [MediaFormat] = [
    .zip, .docx, .xlsx, .pptx, .visio, .openDocument, .epub, .jar, .apk,
  ]
  static let firstBytes = FirstBytes.of("PK")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    switch try input.u32(at: 0) {
    case 0x504B_0304: return Recognition(.zip, isCertain: false, ZIPParser())
    case 0x504B_0506: return Recognition(.zip)
    default: return nil
    }
  }
}

/// Walks the entries at the front until a name tells what they belong to.
private struct ZIPParser: FormatParser {
  private static let mostEntries = 24

  private var next: UInt64 = 0
  private var entriesLeft = mostEntries
  private var isOffice = false

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard entriesLeft > 0, try input.u32(at: next) == 0x504B_0304 else { return .done }
    try input.require(30, at: next)
    let flags = try input.u16(at: next + 6, .little)
    let packed = UInt64(try input.u32(at: next + 18, .little))
    let nameLength = Int(try input.u16(at: next + 26, .little))
    let content =
      next + 30 + UInt64(nameLength) + UInt64(try input.u16(at: next + 28, .little))
    let name = String(
      decoding: try input.prefix(min(nameLength, 256), at: next + 30), as: UTF8.self)
    if name == "mimetype" {
      let type = try input.prefix(Int(min(packed, 128)), at: content)
      return settle(type: String(decoding: type, as: UTF8.self), &found)
    }
    if let format = format(of: name) {
      found.settle(on: format)
      return .done
    }
    if name == "[Content_Types].xml" || name.hasPrefix("_rels/") { isOffice = true }
    // The length stands behind the data: who can seek looks for the next header close by.
    if flags & 8 != 0, packed == 0 {
      guard let place = try following(content, input) else { return .done }
      next = place
    } else {
      next = content + packed
    }
    entriesLeft -= 1
    return .more
  }

  private func following(_ content: UInt64, _ input: ByteWindow) throws(Shortage) -> UInt64? {
    let bytes = try input.prefix(4096, at: content)
    return try input.place(
      of: FourCC(0x504B_0304), in: content..<(content + UInt64(bytes.count)))
  }

  private func format(of name: String) -> MediaFormat? {
    if name.hasPrefix("word/") { return .docx }
    if name.hasPrefix("xl/") { return .xlsx }
    if name.hasPrefix("ppt/") { return .pptx }
    if name.hasPrefix("visio/") { return .visio }
    if name == "AndroidManifest.xml" { return .apk }
    return name == "META-INF/MANIFEST.MF" ? .jar : nil
  }

  private func settle(type: String, _ found: inout Findings) -> Progress {
    let type = type.prefix { $0 > " " && $0 <= "~" }
    if type == "application/epub+zip" {
      found.settle(on: .epub)
    } else if type.hasPrefix("application/vnd.oasis.opendocument.") {
      found.settle(on: .openDocument, mime: String(type))
    }
    return .done
  }
}

extension MediaFormat {
  private static func office(_ name: String, _ type: String, _ uniformType: String) -> MediaFormat {
    MediaFormat(
      name, mime: "application/vnd.openxmlformats-officedocument." + type,
      uniformType: "org.openxmlformats." + uniformType, kind: .document, fileExtensions: [name],
      conformsTo: [.composite])
  }

  static let zip = MediaFormat(
    "zip", mime: "application/zip", uniformType: "public.zip-archive", kind: .other,
    fileExtensions: ["zip"])
  static let docx = office("docx", "wordprocessingml.document", "wordprocessingml.document")
  static let xlsx = office("xlsx", "spreadsheetml.sheet", "spreadsheetml.sheet")
  static let pptx = office("pptx", "presentationml.presentation", "presentationml.presentation")
  static let visio = MediaFormat(
    "vsdx", mime: "application/vnd.ms-visio.drawing.main+xml",
    uniformType: "com.microsoft.visio.drawing", kind: .document, fileExtensions: ["vsdx"],
    conformsTo: [.composite])
  static let openDocument = MediaFormat(
    "opendocument", mime: "application/vnd.oasis.opendocument.text",
    uniformType: "org.oasis-open.opendocument", kind: .document,
    fileExtensions: ["odt", "ods", "odp", "odg", "ott", "ots", "otp", "otg"],
    conformsTo: [.composite])
  static let epub = MediaFormat(
    "epub", mime: "application/epub+zip", uniformType: "org.idpf.epub-container", kind: .document,
    fileExtensions: ["epub"], conformsTo: [.composite])
  static let jar = MediaFormat(
    "jar", mime: "application/java-archive", uniformType: "com.sun.java-archive", kind: .other,
    fileExtensions: ["jar"], conformsTo: [.archive])
  static let apk = MediaFormat(
    "apk", mime: "application/vnd.android.package-archive",
    uniformType: "com.android.package-archive", kind: .other, fileExtensions: ["apk"],
    conformsTo: [.archive])
}
