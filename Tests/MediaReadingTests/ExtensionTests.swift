import ByteSources
import MediaReading
import MediaTypes
import Testing

@Suite("Extensions", .timeLimit(.minutes(5)))
struct ExtensionTests {
  static func warning(_ bytes: [UInt8], named name: String) throws -> MediaWarning? {
    try MediaReader.facts(of: MemorySource(bytes), fileExtension: name).warnings
      .first { $0.code == .extensionMismatch }
  }

  @Test(
    "Another format's extension is a warning that names both", arguments: ["jpg", "PDF", "mp4"])
  func mismatch(_ name: String) throws {
    let warning = try #require(try Self.warning(MediaReaderTests.png, named: name))
    #expect(warning.detail.contains(".\(name.lowercased())"))
    #expect(warning.detail.contains("image/png"))
  }

  @Test(
    "Its own extension and one that no format has are none", arguments: ["png", "PNG", "xyz", ""])
  func match(_ name: String) throws {
    #expect(try Self.warning(MediaReaderTests.png, named: name) == nil)
  }

  @Test("Content that fits no format is named as such")
  func unknown() throws {
    let warning = try #require(try Self.warning([0xFE, 0xED, 1, 2], named: "jpeg"))
    #expect(warning.detail.contains("no known format"))
  }
}
