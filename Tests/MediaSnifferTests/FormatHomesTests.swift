import Foundation
import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// A format has a file that recognises it, a line in a list, and a fixture, and nothing else.
@Suite("Homes of formats", .timeLimit(.minutes(2)))
struct FormatHomesTests {
  static let room = Fixture.directory.deletingLastPathComponent()
    .appending(path: "Sources/MediaSniffer")

  struct List: CustomTestStringConvertible, Sendable {
    let file: String
    let folder: String
    /// What a type of the folder conforms to.
    let protocols: [String]
    let fewest: Int

    var testDescription: String { file }
  }

  static let lists = [
    List(
      file: "FormatProbes.swift", folder: "Formats", protocols: ["FormatProbe", "SignatureProbe"],
      fewest: 100),
    List(file: "TextKinds.swift", folder: "Formats/Text", protocols: ["TextKind"], fewest: 10),
  ]

  @Test(
    "Each file is named for what it recognises, and each type stands once in its list",
    arguments: lists)
  func listed(_ list: List) throws {
    let folder = Self.room.appending(path: list.folder)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    var declared: [String] = []
    for name in names.filter({ $0.hasSuffix(".swift") }) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let types = text.split(separator: "\n").compactMap { line -> String? in
        let words = line.split { " :{".contains($0) }.map(String.init)
        guard words.count >= 3, words[0] == "enum", list.protocols.contains(words[2]) else {
          return nil
        }
        return words[1]
      }
      if let first = types.first { #expect("\(first).swift" == name) }
      declared += types
    }
    let text = try String(contentsOf: Self.room.appending(path: list.file), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let listed = lines.filter { $0.hasSuffix(".self,") }.map { String($0.dropLast(6)) }
    #expect(declared.count >= list.fewest)
    #expect(declared.sorted() == listed.sorted())
  }

  /// Formats of which there is no file that may be in the tree, and the test that builds one.
  static let builtElsewhere: Set<String> = []

  @Test("Every format that is known has a fixture, or a header that a test builds")
  func fixtures() throws {
    var found: Set<MediaFormat> = []
    let files = try Fixture.all.map { try $0.bytes() }
    let built =
      HeaderTests.cases.map(\.bytes) + PreviewTests.cases.map(\.bytes)
      + SoundAndDocumentTests.cases.map(\.bytes)
    for bytes in files + built {
      if let facts = Sniffing.file(bytes) { found.insert(facts.format) }
    }
    let known = MediaSniffer.knownFormats
    #expect(Set(known).count == known.count, "a format is declared twice")
    #expect(known.count >= 190)
    let missing = known.filter { !found.contains($0) }.map(\.name).sorted()
    #expect(missing == [])
  }
}
