import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("thumbs share", .timeLimit(.minutes(2)))
struct ShareTests {
  @Test("Each item has its line, in the order given; an item that cannot be read is shown too")
  func lines() async throws {
    let thumbs = try Thumbs()
    try thumbs.directory.write(Array("hello".utf8), to: "a.txt")
    let outcome = try await thumbs(
      "share", try Thumbs.fixture("same-picture/colour.jpg"), "a.txt", "none.png",
      try Thumbs.fixture("same-picture/colour.png"))
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    let objects = try outcome.objects()
    #expect(objects.map { $0["position"] as? Int } == [0, 1, 2, 3])
    #expect(
      objects.map { $0["typeText"] as? String } == [
        "JPEG image", "Plain text", "PNG image", "PNG image",
      ])
    #expect(objects.map { $0["accepted"] as? Bool } == [true, true, false, true])
    let errors = objects.map { ($0["error"] as? [String: any Sendable])?["code"] as? String }
    #expect(errors == [nil, "notMedia", "vanished", nil])
  }

  @Test("The object of an item has the keys of the contract, in their order")
  func object() async throws {
    let picture = try Fixture.at("orientation/6.jpg")
    let path = picture.url.path(percentEncoded: false)
    let outcome = try await Thumbs()("share", "--size", "small,40", path)
    #expect(outcome.status == 0)
    let keys = [
      "path", "accepted", "position", "title", "bytes", "bytesText", "kind", "mime", "uti",
      "typeText", "width", "height", "thumbnails", "upload", "warnings",
    ]
    let places = keys.compactMap { outcome.output.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == keys.count)
    let object = try #require(try outcome.objects().first)
    #expect(Set(object.keys) == Set(keys))
    #expect(object["width"] as? Int == picture.displaySize?.width)
    let thumbnails = try #require(object["thumbnails"] as? [[String: any Sendable]])
    #expect(thumbnails.map { $0["name"] as? String } == ["small", "40"])
    #expect(thumbnails[1]["base64"] == nil)
  }

  @Test("Inline thumbnails are pictures")
  func inline() async throws {
    let outcome = try await Thumbs()(
      "share", "--inline", "-f", "png", "-s", "40", try Thumbs.fixture("same-picture/colour.jpg"))
    let object = try #require(try outcome.objects().first)
    let thumbnails = try #require(object["thumbnails"] as? [[String: any Sendable]])
    let text = try #require(thumbnails.first?["base64"] as? String)
    let picture = try Picture(png: [UInt8](try #require(Data(base64Encoded: text))))
    #expect(picture.width == 40 && picture.height == 30)
  }

  @Test("A placeholder is made where it is asked for")
  func placeholder() async throws {
    let outcome = try await Thumbs()(
      "share", "--placeholder", try Thumbs.fixture("same-picture/colour.jpg"))
    let object = try #require(try outcome.objects().first)
    let placeholder = try #require(object["placeholder"] as? [String: any Sendable])
    let hash = try #require(placeholder["thumbHash"] as? String)
    #expect((Data(base64Encoded: hash)?.count ?? 0) > 5)
    #expect((placeholder["dominantColour"] as? String)?.hasPrefix("#") == true)
  }

  @Test(
    "A rule that refuses makes the exit status 1",
    arguments: [
      (["--max-images", "1"], 1), (["--max-images", "2"], 0), (["--max-items", "1"], 1),
      (["--min-items", "3"], 1), (["--max-total", "100"], 1), (["--max-total", "1MB"], 0),
      (["--allow", "public.png"], 1), (["--allow", "public.image"], 0), (["--max-videos", "0"], 0),
    ])
  func rules(flags: [String], status: Int) async throws {
    let paths = try ["colour.jpg", "colour.png"].map { try Thumbs.fixture("same-picture/\($0)") }
    let thumbs = try Thumbs()
    let words = (flags + paths).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try await thumbs.shell("thumbs share \(words)")
    #expect(Int(outcome.status ?? -1) == status, "\(outcome.errors)")
    #expect(try outcome.objects().count == 2)
  }

  @Test("An activation rule is read from a file, and what is wrong with one is said")
  func activation() async throws {
    let thumbs = try Thumbs()
    let key = "NSExtensionActivationSupportsImageWithMaxCount"
    try thumbs.directory.write(Array("{\"\(key)\":1}".utf8), to: "rule.json")
    try thumbs.directory.write(Array("{\"\(key)\":\"1\"}".utf8), to: "wrong.json")
    try thumbs.directory.write(Array("hello".utf8), to: "a.txt")
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    let outcome = try await thumbs("share", "--rules", "rule.json", picture, "a.txt")
    #expect(outcome.status == 1)
    #expect(try outcome.objects().map { $0["accepted"] as? Bool } == [true, false])
    let wrong = try await thumbs("share", "--rules", "wrong.json", picture)
    #expect(wrong.status == 2)
    #expect(wrong.errors == "thumbs share: --rules: wrong.json: \(key) has no whole number\n")
  }

  @Test("Standard input is an item, and so is a file whose name is no text")
  func oddItems() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.png")
    let outcome = try await thumbs.shell(
      "cp \(picture) $'c\\xff.png'; cat \(picture) | thumbs share - c*.png")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let objects = try outcome.objects()
    #expect(objects.map { $0["path"] as? String } == ["-", "c%FF.png"])
    #expect(objects.map { $0["width"] as? Int } == [240, 240])
    let uploads = objects.map { ($0["upload"] as? [String: any Sendable])?["fileName"] as? String }
    #expect(uploads == ["standard input.png", "c\u{FFFD}.png"])
  }

  @Test("A session directory is whole, and none is made where one is")
  func session() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    for status in [0, 1] as [Int32] {
      let outcome = try await thumbs(
        "share", "-o", "session", "--size", "small,big", "--originals", "copies", picture)
      #expect(outcome.status == status)
      #expect(outcome.errors.isEmpty == (status == 0) && outcome.output.isEmpty == (status == 1))
      #expect(
        try thumbs.names() == [
          "session", "session/0-big.jpg", "session/0-original.jpg", "session/0-small.jpg",
          "session/manifest.json",
        ])
    }
    #expect(
      try thumbs.file("session/0-original.jpg") == [UInt8](Data(contentsOf: URL(filePath: picture)))
    )
  }

  @Test("Killed at any moment, it leaves no session or a whole one")
  func killed() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    // The moments are spread over what a whole run takes.
    let outcome = try await thumbs.shell(
      """
      for n in $(seq 1 12); do
        (exec '\(Thumbs.program)' share -o session$n --originals copies \(picture) >/dev/null) &
        sleep 0.0$((n * 7)); kill -9 $! 2>/dev/null; wait $! 2>/dev/null
        [ ! -e session$n ] || [ -e session$n/manifest.json ] || echo torn
      done
      thumbs share -o last \(picture) >/dev/null; ls -A | grep -c part
      """)
    #expect(outcome.output == "0\n")
    for name in try thumbs.names() where name.hasSuffix("manifest.json") {
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(thumbs.file(name)))
      }
    }
  }

  @Test("Early previews say that a better one follows")
  func early() async throws {
    let picture = try #require(
      Fixture.all(in: "embedded").first { $0.path.hasSuffix("/thumbnail.jpg") })
    let outcome = try await Thumbs()(
      "share", "--early", "--size", "100,200", picture.url.path(percentEncoded: false))
    #expect(outcome.status == 0)
    let objects = try outcome.objects()
    #expect(objects.map { $0["final"] as? Bool } == [false, true])
  }
}
