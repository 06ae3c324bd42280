import Foundation

/// What `Package.swift` says, read as text.
struct PackageManifest: Sendable {
  /// A target and what it may see.
  struct Target: Sendable, CustomStringConvertible {
    let name: String
    let sees: [String]
    /// Its directory below the package.
    let path: String

    var description: String { name }
  }

  /// The directory of the package.
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift targets that are no tests and serve none.
  let rooms: [Target]
  /// The packages of Debian that the C targets ask for.
  let debianPackages: [String]

  init() throws {
    let manifest = Self.directory.appending(path: "Package.swift")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let room = #/\broom\(\s*"(\w+)"(?:,\s*sees:\s*\[([^\]]*)\])?/#
    let tool =
      #/\.executableTarget\(\s*name: "([\w-]+)",\s*dependencies: \[([^\]]*)\],\s*path: "([^"]*)"/#
    let declared =
      text.matches(of: room).map { match in
        Target(
          name: String(match.1), sees: Self.words(match.2 ?? ""), path: "Sources/\(match.1)")
      }
      + text.matches(of: tool).map { match in
        Target(name: String(match.1), sees: Self.words(match.2), path: String(match.3))
      }
    rooms = declared.filter { $0.path.hasPrefix("Sources/") }
    debianPackages = text.matches(of: #/\.apt\(\[([^\]]*)\]\)/#).flatMap { Self.words($0.1) }
  }

  /// The words between quotation marks.
  private static func words(_ text: Substring) -> [String] {
    text.matches(of: #/"([^"]*)"/#).map { String($0.1) }
  }
}

/// A Swift file, read as lines.
struct SourceFile: Sendable, CustomStringConvertible {
  /// The path below the package.
  let path: String
  let lines: [Substring]

  var description: String { path }

  /// The modules it imports.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard let place = words.prefix(2).firstIndex(of: "import"), place + 1 < words.count else {
        return nil
      }
      return String(words[place + 1])
    }
  }

  /// The Swift files below a directory of the package, in order.
  static func all(below directory: String) throws -> [SourceFile] {
    let root = PackageManifest.directory.path(percentEncoded: false)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root + directory)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOfFile: "\(root)\(directory)/\(path)", encoding: .utf8)
      return SourceFile(
        path: "\(directory)/\(path)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }
}
