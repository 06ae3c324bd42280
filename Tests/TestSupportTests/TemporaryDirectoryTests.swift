import Foundation
import TestSupport
import Testing

@Suite("Temporary directories") struct TemporaryDirectoryTests {
  @Test("A directory goes with its owner, closed directories and all")
  func removed() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(directory?.path)
    let file = try directory?.write([1, 2], to: "a/b/c")
    let below = try #require(file).deletingLastPathComponent().path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: below)
    #expect(FileManager.default.fileExists(atPath: path))
    directory = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
