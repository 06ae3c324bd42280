import Foundation
import MediaTypes
import Testing

@Suite("The table of formats in the README is whole and true", .timeLimit(.minutes(1)))
struct ReadmeTests {
  /// What the table calls formats whose short name nobody says.
  static let spoken = [
    "asf": "ASF and WMV", "exr": "OpenEXR", "hdr": "Radiance", "heic-sequence": "HEIC",
    "heif-sequence": "HEIF", "j2k": "JPEG 2000", "jls": "JPEG-LS", "jp2": "JPEG 2000",
    "jxl": "JPEG XL", "matroska-audio": "Matroska", "mj2": "Motion JPEG 2000", "ogv": "Ogg",
    "webm-audio": "WebM",
  ]

  /// Names in the table that are kinds of another format of it.
  static let kinds: Set<String> = ["bigtiff", "pam", "pfm"]

  /// The names in the first column, without anything but letters and digits.
  static func names() throws -> [String] {
    let file = PackageManifest.directory.appending(path: "README.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| format ") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { row in
      row.split(separator: "|")[0].split(separator: ",").map { plain(String($0)) }
    }
  }

  static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  static func name(of format: MediaFormat) -> String { plain(spoken[format.name] ?? format.name) }

  @Test("Each format that is shown has its place", arguments: MediaFormat.shared)
  func places(format: MediaFormat) throws {
    #expect(try Self.names().contains(Self.name(of: format)))
  }

  @Test("Nothing else is claimed")
  func claims() throws {
    let known = Set(MediaFormat.shared.map(Self.name)).union(Self.kinds)
    let names = try Self.names()
    #expect(names.count > 60)
    #expect(Set(names).subtracting(known) == [])
  }

  @Test("Each code of an error is named")
  func codes() throws {
    let file = PackageManifest.directory.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for code in ThumbnailError.Code.allCases { #expect(text.contains("`\(code.rawValue)`")) }
  }
}
