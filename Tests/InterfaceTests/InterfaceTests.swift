import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("The interface for C, and what is installed", .timeLimit(.minutes(5)), .serialized)
struct InterfaceTests {
  static let files = ["same-picture/colour.jpg", "same-picture/colour.png", "video/h264.mp4"]

  static func paths() throws -> [String] {
    try files.map { try Fixture.at($0).url.path(percentEncoded: false) } + ["/nowhere/none.heic"]
  }

  static func words() throws -> String { try paths().map { "'\($0)'" }.joined(separator: " ") }

  /// What each example must say of the files, whatever it says more.
  static func check(_ lines: [String], picture: [UInt8]) throws {
    let sorted = lines.sorted()
    #expect(sorted.count == 4)
    #expect(sorted[0].hasPrefix("0: colour.jpg, JPEG image, 11 kB, 240"))
    #expect(sorted[1].hasPrefix("1: colour.png, PNG image, 24 kB, 240"))
    #expect(sorted[2].hasPrefix("2: h264.mp4, MPEG-4 video, "))
    #expect(sorted[3].hasPrefix("3: none.heic, HEIC image"))
    #expect(sorted[3].contains("vanished"))
    #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test("The example in C says what there is to say, and leaves pictures")
  func exampleInC() async throws {
    let installation = try await Installation.shared()
    let place = try TemporaryDirectory()
    let source = Installation.package.appending(path: "Examples/C/share.c")
    let program = "\(place.path)/share"
    try await installation.compile(source.path(percentEncoded: false), to: program)
    let outcome = try await installation.shell("\(program) \(try Self.words())", in: place.url)
    #expect(outcome.errors == "")
    // One item cannot be read, and is refused.
    #expect(outcome.status == 1)
    try Self.check(
      outcome.output.split(separator: "\n").map(String.init),
      picture: [UInt8](Data(contentsOf: place.url.appending(path: "0.jpg"))))
  }

  @Test("The example in Python says the same")
  func exampleInPython() async throws {
    let installation = try await Installation.shared()
    let place = try TemporaryDirectory()
    let script = Installation.package.appending(path: "Examples/Python/thumbs.py")
    let outcome = try await installation.shell(
      "python3 -B '\(script.path(percentEncoded: false))' \(try Self.words())", in: place.url)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    try Self.check(
      outcome.output.split(separator: "\n").map(String.init),
      picture: [UInt8](Data(contentsOf: place.url.appending(path: "0.jpg"))))
  }

  @Test("The example in Swift says the same")
  func exampleInSwift() async throws {
    let program = ProcessRunner.productsDirectory.appending(path: "share-example")
    let outcome = try await ProcessRunner.run(
      program.path(percentEncoded: false), try Self.paths())
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("bytes of jpeg") })
    try Self.check(lines, picture: [0xFF, 0xD8, 0xFF])
  }

  @Test("Every promise of the header holds for a program that tries them")
  func promises() async throws {
    let installation = try await Installation.shared()
    let place = try TemporaryDirectory()
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "promises.c")
    let program = "\(place.path)/promises"
    try await installation.compile(source.path(percentEncoded: false), to: program)
    let picture = try Fixture.at("same-picture/colour.jpg").url.path(percentEncoded: false)
    let outcome = try await installation.shell(
      "\(program) '\(picture)' '\(installation.prefix.path)/libexec/thumbs/thumbs-worker'",
      in: place.url)
    #expect(outcome.errors == "")
    #expect(outcome.output == "ok\n")
    #expect(outcome.status == 0)
    #expect(FileManager.default.fileExists(atPath: "\(place.path)/session/manifest.json"))
  }

  @Test("The library shows what the header declares, and nothing else")
  func symbols() async throws {
    let installation = try await Installation.shared()
    let outcome = try await installation.shell(
      "nm -D --defined-only '\(installation.prefix.path)/lib/libthumbs.so'")
    // A small letter is a symbol that no other object sees; the version's own name is absolute.
    var shown: Set<String> = []
    for line in outcome.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[1] != "A", words[1].allSatisfy({ $0.isUppercase }) else {
        continue
      }
      shown.insert(String(words[2].prefix { $0 != "@" }))
    }
    let header = try String(
      contentsOf: Installation.package.appending(path: "Sources/CThumbs/thumbs.h"), encoding: .utf8)
    let declared = header.matches(of: #/\b(thumbs_\w+)\(/#).map { String($0.1) }
    #expect(declared.count > 20)
    #expect(shown == Set(declared))
  }

  @Test("The header is one of C99 and of C++11, without a warning", arguments: ["c", "c++"])
  func header(language: String) async throws {
    let installation = try await Installation.shared()
    let standard = language == "c" ? "c99" : "c++11"
    let outcome = try await installation.shell(
      "echo '#include <thumbs.h>\nthumbs_preview p = THUMBS_PREVIEW_INIT;' | cc -x \(language) "
        + "-std=\(standard) -Wall -Wextra -Wpedantic -Werror -fsyntax-only "
        + "$(pkg-config --cflags thumbs) -")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("The version is the same everywhere")
  func version() async throws {
    let installation = try await Installation.shared()
    let outcome = try await installation.shell(
      "'\(installation.prefix.path)/bin/thumbs' version; pkg-config --modversion thumbs; "
        + "python3 -c 'import ctypes; l = ctypes.CDLL(\"libthumbs.so.0\"); "
        + "l.thumbs_version.restype = ctypes.c_char_p; print(l.thumbs_version().decode())'")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "thumbs \(lines[1])")
    #expect(lines[1] == lines[2])
  }

  @Test("What is installed is complete, lies below DESTDIR and knows itself below PREFIX")
  func destination() async throws {
    let build = try TemporaryDirectory()
    let root = try TemporaryDirectory()
    let installation = try await Installation.shared()
    for name in ["thumbs", "thumbs-worker", "libthumbs.so"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(build.path)/\(name)", withDestinationPath: "\(installation.work.path)/\(name)")
    }
    let outcome = try await Installation.make(
      "install", "BUILD=\(build.path)", "PREFIX=/opt/thumbs", "DESTDIR=\(root.path)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path + "/opt/thumbs")
      .filter { path in
        var isDirectory: ObjCBool = false
        _ = FileManager.default.fileExists(
          atPath: "\(root.path)/opt/thumbs/\(path)", isDirectory: &isDirectory)
        return !isDirectory.boolValue
      }
    #expect(
      files.sorted() == [
        "bin/thumbs", "include/thumbs.h", "lib/libthumbs.so", "lib/libthumbs.so.0",
        "lib/libthumbs.so.0.1.0", "lib/pkgconfig/thumbs.pc", "libexec/thumbs/thumbs-worker",
        "share/bash-completion/completions/thumbs",
        "share/fish/vendor_completions.d/thumbs.fish", "share/man/man1/thumbs.1",
        "share/thumbnailers/thumbs.thumbnailer", "share/zsh/site-functions/_thumbs",
      ])
    for file in ["lib/pkgconfig/thumbs.pc", "share/thumbnailers/thumbs.thumbnailer"] {
      let text = try String(contentsOfFile: "\(root.path)/opt/thumbs/\(file)", encoding: .utf8)
      #expect(text.contains("/opt/thumbs"))
      #expect(!text.contains(root.path))
    }
  }

  @Test("The installed command finds its worker, and the thumbnailer's line works")
  func installedCommand() async throws {
    let installation = try await Installation.shared()
    let entry = try String(
      contentsOfFile: "\(installation.prefix.path)/share/thumbnailers/thumbs.thumbnailer",
      encoding: .utf8)
    let line = try #require(entry.split(separator: "\n").first { $0.hasPrefix("Exec=") })
    let place = try TemporaryDirectory()
    let picture = try Fixture.at("same-picture/colour.jpg").url.path(percentEncoded: false)
    let command = line.dropFirst(5).replacingOccurrences(of: "%s", with: "128")
      .replacingOccurrences(of: "%o", with: "out.tmp")
      .replacingOccurrences(of: "%i", with: "'\(picture)'")
      .replacingOccurrences(of: "%u", with: "'file://\(picture)'")
    let outcome = try await installation.shell(command, in: place.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = try [UInt8](Data(contentsOf: place.url.appending(path: "out.tmp")))
    #expect(try Picture(png: bytes).width == 128)
  }
}
