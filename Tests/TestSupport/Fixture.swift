package import Foundation
package import MediaTypes

/// One file of the directory `Fixtures`, with what is known to be true about it.
///
/// The facts come from `Fixtures/manifest.tsv`, which the script `Fixtures/make` writes together
/// with the files; nothing of this package took part in finding them.
package struct Fixture: Sendable, Hashable, CustomStringConvertible {
  /// What may come of making a thumbnail.
  package struct Expectation: Sendable, Hashable {
    /// Whether there may be a thumbnail.
    package let allowsPreview: Bool
    /// The codes of the errors that may come instead.
    package let allowedErrors: Set<ThumbnailError.Code>

    /// Whether there must be a thumbnail.
    package var demandsPreview: Bool { allowsPreview && allowedErrors.isEmpty }
  }

  /// The path below `Fixtures`, as `same-picture/colour.jpg`.
  package let path: String
  /// The MIME type, decided from the content.
  package let mime: String
  /// What a person would call it.
  package let kind: MediaKind
  /// Width and height as stored, in pixels; `nil` where the file has none or does not tell.
  package let size: PixelSize?
  /// How the stored picture must be turned.
  package let orientation: Orientation
  /// Width and height as shown, in pixels.
  package let displaySize: PixelSize?
  /// What may come of making a thumbnail.
  package let expectation: Expectation

  /// The path below `Fixtures`.
  package var description: String { path }

  /// The directory in which the file lies, as `same-picture` or `broken/png`.
  package var folder: String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The file's place on this machine.
  package var url: URL { Self.directory.appending(path: path) }

  /// The bytes of the file.
  package func bytes() throws -> [UInt8] { try [UInt8](Data(contentsOf: url)) }
}

extension Fixture {
  /// The directory `Fixtures` of the package.
  package static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// Every fixture, in the order of their paths; empty where the manifest cannot be read, so that
  /// a test which walks them says how many it expects.
  package static let all: [Fixture] = {
    let manifest = directory.appending(path: "manifest.tsv")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
    return TabSeparatedTable(text).rows.compactMap(Fixture.init)
  }()

  /// The fixtures in a folder and in the folders below it.
  ///
  /// - Parameter folder: A path below `Fixtures`, as `broken` or `broken/png`.
  /// - Returns: The fixtures in the order of their paths.
  package static func all(in folder: String) -> [Fixture] {
    all.filter { $0.path.hasPrefix(folder + "/") }
  }

  /// The fixture at a path below `Fixtures`.
  ///
  /// - Throws: `FixtureError` where there is none.
  package static func at(_ path: String) throws -> Fixture {
    guard let fixture = all.first(where: { $0.path == path }) else {
      throw FixtureError(path: path)
    }
    return fixture
  }

  private init?(_ row: TabSeparatedTable.Row) {
    guard let kind = MediaKind(rawValue: row["kind"]),
      let orientation = UInt8(row["orientation"]).flatMap(Orientation.init(rawValue:)),
      let expectation = Expectation(row["expected"][...])
    else { return nil }
    path = row["path"]
    mime = row["mime"]
    self.kind = kind
    size = PixelSize(width: row.number("width"), height: row.number("height"))
    self.orientation = orientation
    displaySize = PixelSize(
      width: row.number("displayWidth"), height: row.number("displayHeight"))
    self.expectation = expectation
  }
}

/// A path that no fixture has.
package struct FixtureError: Error, CustomStringConvertible {
  /// The path that was asked for.
  package let path: String

  /// The path, and what to do.
  package var description: String { "no fixture \(path) in the manifest: run Fixtures/make" }
}

extension Fixture.Expectation {
  /// Reads the manifest's words: `ok`, `no-preview` and `error CODE`, with bars between them.
  fileprivate init?(_ words: Substring) {
    var allowsPreview = false
    var allowedErrors: Set<ThumbnailError.Code> = []
    for choice in words.split(separator: "|") {
      switch choice {
      case "ok": allowsPreview = true
      case "no-preview": allowedErrors.formUnion([.noPreview, .notMedia, .unsupported])
      default:
        let parts = choice.split(separator: " ")
        guard parts.count == 2, parts[0] == "error",
          let code = ThumbnailError.Code(rawValue: String(parts[1]))
        else { return nil }
        allowedErrors.insert(code)
      }
    }
    self.init(allowsPreview: allowsPreview, allowedErrors: allowedErrors)
  }
}

extension PixelSize {
  /// A size of two known sides.
  init?(width: Int?, height: Int?) {
    guard let width, let height else { return nil }
    self.init(width: width, height: height)
  }
}
