import Foundation
import TestSupport
import Testing

@Suite("The desktop's cache", .timeLimit(.minutes(2)))
struct DesktopCacheTests {
  let thumbs: Thumbs
  var home: String { thumbs.directory.path }
  var cache: String { home + "/cache/thumbnails" }

  init() throws {
    thumbs = try Thumbs()
    for name in ["colour.jpg", "colour.png"] {
      try thumbs.directory.write(
        Fixture.at("same-picture/" + name).bytes(), to: "in/with space/" + name)
    }
    let cut = try Fixture.at("same-picture/colour.jpg").bytes().prefix(60)
    try thumbs.directory.write(Array(cut), to: "in/broken.jpg")
  }

  func batch(_ more: String = "") async throws -> ProcessRunner.Outcome {
    try await thumbs.shell(
      "XDG_CACHE_HOME='\(home)/cache' thumbs batch in --freedesktop -s 128,256 -r - -q \(more)")
  }

  func names(_ directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(cache)/\(directory)")) ?? []).sorted()
  }

  @Test("The cache is filled for its owner, failures are noted, and a second run has nothing to do")
  func fill() async throws {
    #expect(try await batch().status == 1)
    #expect(names("normal").count == 2)
    #expect(names("normal") == names("large"))
    #expect(names("fail/thumbs-0.1.0").count == 1)
    let again = try await batch()
    let states = try again.objects().map { "\($0["path"] ?? "") \($0["status"] ?? "")" }
    #expect(
      states.sorted() == [
        "broken.jpg failed", "with space/colour.jpg current", "with space/colour.png current",
      ])
    #expect(names("fail/thumbs-0.1.0").count == 1)
    let error = try again.objects().compactMap { $0["error"] as? [String: Any] }.first
    #expect(error?["code"] as? String == "corrupt")
  }

  @Test("A thumbnail of another program stays where it is valid, and is replaced where not")
  func others() async throws {
    _ = try await batch()
    let name = try #require(names("large").first)
    let path = "\(cache)/large/\(name)"
    let own = try Data(contentsOf: URL(filePath: path))
    // Another program's thumbnail: the same text, and something at the end that is not ours.
    try (own + Data("mark".utf8)).write(to: URL(filePath: path))
    try FileManager.default.removeItem(atPath: "\(cache)/normal/\(name)")
    _ = try await batch()
    #expect(try Data(contentsOf: URL(filePath: path)).suffix(4) == Data("mark".utf8))
    #expect(names("normal").contains(name))
    for file in ["colour.jpg", "colour.png"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
        ofItemAtPath: "\(home)/in/with space/\(file)")
    }
    _ = try await batch()
    #expect(try Data(contentsOf: URL(filePath: path)).suffix(4) != Data("mark".utf8))
  }

  @Test("Entries of files that are gone are removed where that is wanted")
  func prune() async throws {
    _ = try await batch()
    try FileManager.default.removeItem(atPath: home + "/in/with space/colour.png")
    try FileManager.default.removeItem(atPath: home + "/in/broken.jpg")
    _ = try await batch()
    #expect(names("large").count == 2)
    _ = try await batch("--prune")
    #expect(names("large").count == 1 && names("normal").count == 1)
    #expect(names("fail/thumbs-0.1.0").isEmpty)
  }

  @Test("A thumbnailer makes one file of an address or a path")
  func thumbnailer() async throws {
    let address = "file://\(home)/in/with%20space/colour.jpg"
    for input in [address, "in/with space/colour.jpg"] {
      let outcome = try await thumbs("thumbnailer", "-s", "128", input, "out.png")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let picture = try Picture(png: try thumbs.file("out.png"))
      #expect(max(picture.width, picture.height) == 128)
    }
    #expect(try await thumbs("thumbnailer", "http://a/b.jpg", "out.png").status == 1)
    #expect(try await thumbs("thumbnailer", "in/broken.jpg", "none.png").status == 1)
    #expect(try !thumbs.names().contains("none.png"))
    let entry = try await thumbs("thumbnailer", "--entry")
    #expect(entry.output.hasPrefix("[Thumbnailer Entry]\nTryExec=thumbs\n"))
    #expect(entry.output.contains("image/heic;"))
  }

  @Test(
    "GNOME's library finds what was made",
    .enabled(if: DesktopCacheTests.hasGNOME, "gir1.2-gnomedesktop-3.0 and python3-gi are not here"))
  func gnome() async throws {
    _ = try await batch()
    let script = """
      import gi, sys, os
      gi.require_version("GnomeDesktop", "3.0")
      from gi.repository import GnomeDesktop, Gio
      sizes = GnomeDesktop.DesktopThumbnailSize
      for name, size in (("normal", sizes.NORMAL), ("large", sizes.LARGE)):
          factory = GnomeDesktop.DesktopThumbnailFactory.new(size)
          for path in sys.argv[1:]:
              uri = Gio.File.new_for_path(path).get_uri()
              found = factory.lookup(uri, int(os.stat(path).st_mtime))
              print(name, os.path.basename(path), found is not None)
      """
    let files = ["colour.jpg", "colour.png"].map { "\(home)/in/with space/\($0)" }
    let outcome = try await ProcessRunner.run(
      "/usr/bin/python3", ["-c", script] + files,
      environment: ["XDG_CACHE_HOME": home + "/cache", "PATH": "/usr/bin", "HOME": home])
    #expect(
      outcome.output.split(separator: "\n") == [
        "normal colour.jpg True", "normal colour.png True", "large colour.jpg True",
        "large colour.png True",
      ], "\(outcome.errors)")
  }

  static let hasGNOME: Bool = {
    let files = FileManager.default
    let library = "/usr/lib/x86_64-linux-gnu/girepository-1.0/GnomeDesktop-3.0.typelib"
    return files.fileExists(atPath: library)
      && files.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
  }()
}
