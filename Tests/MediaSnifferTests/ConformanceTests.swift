import MediaSniffer
import MediaTypes
import Testing

/// What a share tool asks of a file, such as whether it is a picture, text or an address.
@Suite("Conformance", .timeLimit(.minutes(1)))
struct ConformanceTests {
  struct Question: CustomTestStringConvertible, Sendable {
    let type: UniformType
    /// The names of the formats that answer "yes" and are not of the kind that says so.
    let named: Set<String>
    /// The kinds all of whose formats answer "yes".
    let kinds: Set<MediaKind>

    var testDescription: String { type.identifier }
  }

  static let questions = [
    Question(type: .image, named: [], kinds: [.image]),
    Question(type: .movie, named: [], kinds: [.video]),
    Question(type: .audio, named: [], kinds: [.audio]),
    Question(type: .audiovisual, named: [], kinds: [.video, .audio]),
    Question(
      type: .text,
      named: [
        "text", "rtf", "vcard", "calendar", "vtt", "sh", "rdf", "html", "xml", "json", "mail",
        "csv",
      ], kinds: []),
    Question(type: .url, named: ["url"], kinds: []),
    Question(
      type: .archive,
      named: [
        "zip", "jar", "apk", "gzip", "tar", "rar", "7z", "xz", "zstd", "lzip", "bzip2", "cpio",
        "ar",
        "cab", "lzh", "iso",
      ], kinds: []),
    Question(type: .font, named: ["ttf", "otf", "ttc", "woff", "woff2", "pfm", "eot"], kinds: []),
    Question(
      type: .executable, named: ["elf", "macho", "java-class", "wasm", "exe"], kinds: []),
    Question(
      type: .composite,
      named: [
        "pdf", "postscript", "ole", "docx", "xlsx", "pptx", "vsdx", "opendocument", "epub", "mobi",
      ], kinds: []),
    Question(
      type: .cameraRaw,
      named: [
        "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "raf", "orf", "rw2", "pef", "srw",
        "x3f", "3fr", "iiq", "dcr", "kdc", "mrw", "erf", "mef", "mos",
      ], kinds: []),
    Question(type: .data, named: [], kinds: Set(MediaKind.allCases)),
  ]

  @Test("Each format conforms to what it is, and to nothing else", arguments: questions)
  func answers(_ question: Question) {
    let formats = MediaSniffer.knownFormats + [.unknown]
    let yes = formats.filter { MediaFacts(format: $0).conforms(to: question.type) }.map(\.name)
    let expected = formats.filter {
      question.kinds.contains($0.kind) || question.named.contains($0.name)
    }.map(\.name)
    #expect(yes.sorted() == expected.sorted())
    // A name that no format has would demand nothing.
    #expect(question.named.subtracting(formats.map(\.name)) == [])
  }

  @Test("What is content is what a person would open", arguments: MediaSniffer.knownFormats)
  func content(_ format: MediaFormat) {
    let facts = MediaFacts(format: format)
    let isOpened = format.kind != .other || facts.conforms(to: .font)
    #expect(facts.conforms(to: .content) == isOpened)
  }

  @Test("Names follow their registries", arguments: MediaSniffer.knownFormats)
  func names(_ format: MediaFormat) {
    let parts = format.mime.split(separator: "/", omittingEmptySubsequences: false)
    #expect(parts.count == 2 && parts.allSatisfy { !$0.isEmpty })
    #expect(format.mime == format.mime.lowercased())
    #expect(format.uniformType.split(separator: ".").count >= 2)
    #expect(!format.fileExtensions.isEmpty)
    #expect(format.fileExtensions.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
  }
}
