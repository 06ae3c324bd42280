import Foundation
import TestSupport
import Testing

@Suite("Snippets of the documentation", .timeLimit(.minutes(5)))
struct SnippetTests {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let catalogue = package.appending(path: "Sources/Thumbnails/Thumbnails.docc")

  /// The pages of the catalogue.
  static let pages: [URL] = {
    let files = try? FileManager.default.contentsOfDirectory(
      at: catalogue, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "md" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  /// The blocks of a page in a language, in order.
  static func blocks(of page: URL, in language: String) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// One file in which each block is a function of its own.
  ///
  /// Imports stand at its top, extensions outside of functions; blocks are otherwise as they are.
  static func program(of blocks: [String]) -> String {
    var imports: Set<String> = []
    var bodies = ""
    for (index, block) in blocks.enumerated() {
      let lines = block.components(separatedBy: "\n")
      imports.formUnion(lines.filter { $0.hasPrefix("import ") })
      let body = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
      bodies +=
        body.contains("\nextension ")
        ? body + "\n" : "func snippet\(index)() async throws {\n\(body)\n}\n"
    }
    return imports.sorted().joined(separator: "\n") + "\n" + bodies
  }

  /// The machine for which the tests were built.
  static var target: String {
    #if arch(arm64)
    "aarch64-unknown-linux-gnu"
    #else
    "x86_64-unknown-linux-gnu"
    #endif
  }

  /// Where the compiler finds the modules of the package, those in C among them.
  static func moduleFlags() -> [String] {
    let products = ProcessRunner.productsDirectory
    let maps = ["CFFmpegLoader", "CJXL", "CSystem", "CVipsShims"].map {
      products.appending(path: "\($0).build/module.modulemap").path(percentEncoded: false)
    }
    let libraries = ["CDav1d", "CFFmpeg", "CISAL", "CLCMS", "CVips"].flatMap {
      ["-I", package.appending(path: "Sources/\($0)").path(percentEncoded: false)]
    }
    return libraries + ["-I", products.appending(path: "Modules").path(percentEncoded: false)]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  @Test("There are some, on more than one page")
  func count() throws {
    #expect(Self.pages.count >= 8)
    let counts = try Self.pages.map { try Self.blocks(of: $0, in: "swift").count }
    #expect(counts.reduce(0, +) >= 15)
  }

  /// In the README the names of files are the reader's.
  static let preamble =
    "import Foundation\nimport MediaTypes\nlet path = \"a\"\nlet target = URL(filePath: \"b\")\n"

  @Test("Each in Swift compiles", arguments: pages + [package.appending(path: "README.md")])
  func swift(page: URL) async throws {
    var blocks = try Self.blocks(of: page, in: "swift")
    guard !blocks.isEmpty else { return }
    if page.lastPathComponent == "README.md" {
      blocks = blocks.map { Self.preamble + $0 }
    }
    let place = try TemporaryDirectory()
    let file = try place.write(Array(Self.program(of: blocks).utf8), to: "snippets.swift")
    let outcome = try await ProcessRunner.run(
      "swiftc",
      ["-typecheck", "-swift-version", "6", "-parse-as-library", file.path(percentEncoded: false)]
        + Self.moduleFlags(), timeout: .seconds(240))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("Each in C compiles", arguments: pages)
  func c(page: URL) async throws {
    for block in try Self.blocks(of: page, in: "c") {
      let header = Self.package.appending(path: "Sources/CThumbs").path(percentEncoded: false)
      let outcome = try await ProcessRunner.run(
        "cc",
        ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", header, "-x", "c", "-"],
        input: Array(block.utf8))
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  @Test("The catalogue is converted without a warning")
  func catalogue() async throws {
    let place = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: place.url.appending(path: "graphs"), withIntermediateDirectories: false)
    let graph = try await ProcessRunner.run(
      "swift",
      [
        "symbolgraph-extract", "-module-name", "Thumbnails", "-output-dir",
        "\(place.path)/graphs", "-target", Self.target,
      ] + Self.moduleFlags(), timeout: .seconds(240))
    #expect(graph.status == 0, "\(graph.errors)")
    let outcome = try await ProcessRunner.run(
      "docc",
      [
        "convert", Self.catalogue.path(percentEncoded: false), "--additional-symbol-graph-dir",
        "\(place.path)/graphs", "--output-dir", "\(place.path)/archive", "--warnings-as-errors",
        "--fallback-bundle-identifier", "thumbs",
      ], timeout: .seconds(240))
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
  }
}
