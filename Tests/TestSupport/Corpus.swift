package import Foundation
package import MediaTypes

/// A directory of real media files, which some tests use where it is at hand.
///
/// The environment variable `THUMBS_CORPUS` names a directory with `manifest.tsv` and `files`.
package struct Corpus: Sendable {
  /// One file, with what is believed to be true about it.
  package struct Entry: Sendable, CustomStringConvertible {
    /// The path below `files`.
    package let path: String
    /// The file's place on this machine.
    package let url: URL
    /// The length in bytes.
    package let byteCount: Int
    /// The MIME type, decided from the content.
    package let mime: String
    /// What a person would call it.
    package let kind: MediaKind
    /// Width and height as stored, in pixels.
    package let size: PixelSize?
    /// EXIF's number for images, degrees clockwise for videos.
    package let orientation: Int?
    /// Width and height as shown, in pixels.
    package let displaySize: PixelSize?
    /// `ok`, `no-preview` or `error`.
    package let expected: String
    /// Remarks of a person.
    package let note: String
    /// Words from the headers, such as `progressive`.
    package let features: Set<String>
    /// A small PNG of the upright picture; `nil` where there is none.
    package let reference: URL?

    /// The path below `files`.
    package var description: String { path }
  }

  /// The files in the order of the manifest.
  package let entries: [Entry]

  /// The corpus that the environment names; `nil` where it names none or has no manifest.
  package static let current: Corpus? =
    ProcessInfo.processInfo.environment["THUMBS_CORPUS"].flatMap { Corpus(directory: $0) }

  /// Reads the manifest of a corpus; `nil` where there is none.
  package init?(directory path: String) {
    let directory = URL(filePath: path, directoryHint: .isDirectory)
    let manifest = directory.appending(path: "manifest.tsv")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return nil }
    entries = TabSeparatedTable(text).rows.compactMap { row in
      guard let kind = MediaKind(rawValue: row["kind"]) else { return nil }
      let reference = directory.appending(path: "reference/\(row["sha256"].prefix(16)).png")
      return Entry(
        path: row["path"], url: directory.appending(path: "files/\(row["path"])"),
        byteCount: row.number("bytes") ?? 0, mime: row["mime"], kind: kind,
        size: PixelSize(width: row.number("width"), height: row.number("height")),
        orientation: row.number("orientation"),
        displaySize: PixelSize(
          width: row.number("display_width"), height: row.number("display_height")),
        expected: row["expected"], note: row["note"],
        features: Set(row["features"].split(separator: " ").map(String.init)),
        reference: row["reference"].isEmpty ? nil : reference)
    }
  }
}
