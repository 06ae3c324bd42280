package import Foundation

/// A fresh directory that is removed with everything in it when its last owner goes.
package final class TemporaryDirectory: Sendable {
  /// Where it is; no symbolic link is on the way.
  package let url: URL

  /// Its path, without a slash at the end.
  package var path: String { url.path(percentEncoded: false) }

  /// Creates the directory.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = parent.appending(path: "thumbs-\(UUID().uuidString)", directoryHint: .notDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    // Directories that a test has closed must be opened again, or their content stays.
    if let below = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil) {
      for case let entry as URL in below where entry.hasDirectoryPath { Self.open(entry) }
    }
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file into the directory, and the directories on its way.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: A path below the directory.
  /// - Returns: Where the file is.
  /// - Throws: What Foundation throws where the file cannot be written.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  private static func open(_ directory: URL) {
    try? FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: directory.path(percentEncoded: false))
  }
}
