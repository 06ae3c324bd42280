import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("thumbs sniff", .timeLimit(.minutes(2)))
struct SniffTests {
  @Test("Each file has a line, in the order given, also one that cannot be read")
  func lines() async throws {
    let thumbs = try Thumbs()
    try thumbs.directory.write([], to: "empty.jpg")
    try thumbs.directory.write(Array("hello".utf8), to: "a.txt")
    let picture = try Thumbs.fixture("same-picture/colour.png")
    let outcome = try await thumbs("sniff", picture, "none.jpg", "empty.jpg", ".", picture)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("\(picture): image/png, 240×180"))
    #expect(lines[1] == "none.jpg: error vanished: cannot open: No such file or directory (open)")
    #expect(lines[2] == "empty.jpg: error empty: the file has no bytes")
    #expect(lines[3] == ".: error notMedia: is a directory, not a file")
    #expect(lines[4] == lines[0])
  }

  @Test("The object of a file has the keys of the contract, in their order")
  func object() async throws {
    let picture = try Fixture.at("orientation/6.jpg")
    let path = picture.url.path(percentEncoded: false)
    let outcome = try await Thumbs()("sniff", "--json", path)
    #expect(outcome.status == 0)
    let object = try #require(try outcome.objects().first)
    #expect(object["path"] as? String == path)
    #expect(object["bytes"] as? Int == (try picture.bytes().count))
    #expect(object["mime"] as? String == "image/jpeg")
    #expect(object["uti"] as? String == "public.jpeg")
    #expect(object["kind"] as? String == "image")
    #expect(object["width"] as? Int == picture.size?.width)
    #expect(object["height"] as? Int == picture.size?.height)
    #expect(object["displayWidth"] as? Int == picture.displaySize?.width)
    #expect(object["displayHeight"] as? Int == picture.displaySize?.height)
    #expect(object["orientation"] as? Int == 6)
    #expect(object["bytesRead"] as? Int ?? .max <= 65536)
    #expect(object["warnings"] as? [String] == [])
    #expect(object["duration"] == nil)
    let keys = [
      "path", "bytes", "mime", "uti", "kind", "format", "width", "height", "displayWidth",
      "displayHeight", "orientation", "bytesRead", "warnings",
    ]
    #expect(outcome.output.hasPrefix("{\"path\":"))
    let places = keys.compactMap { outcome.output.range(of: "\"\($0)\":")?.lowerBound }
    #expect(places.count == keys.count)
    #expect(places == places.sorted())
  }

  @Test("The object of a file that cannot be read has its error")
  func errorObject() async throws {
    let outcome = try await Thumbs()("sniff", "--json", "none")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        {"path":"none","error":{"code":"vanished",\
        "message":"cannot open: No such file or directory (open)"}}

        """)
  }

  @Test("Standard input is read no further than needed, and has no length")
  func standardInput() async throws {
    let bytes = try Fixture.at("same-picture/colour.png").bytes()
    let outcome = try await Thumbs()(
      "sniff", "--json", "-", input: bytes + [UInt8](repeating: 0, count: 10_000_000))
    #expect(outcome.status == 0)
    let object = try #require(try outcome.objects().first)
    #expect(object["path"] as? String == "-")
    #expect(object["mime"] as? String == "image/png")
    #expect(object["width"] as? Int == 240)
    #expect(object["bytes"] == nil)
    #expect(object["bytesRead"] as? Int ?? .max <= 65536)
  }

  @Test("Standard input without bytes is empty")
  func emptyInput() async throws {
    let outcome = try await Thumbs()("sniff", "-")
    #expect(outcome.status == 1)
    #expect(outcome.output == "-: error empty: the stream has no bytes\n")
  }

  @Test("A name with control signs, or bytes that are not UTF-8, stays one line")
  func oddNames() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.png")
    let outcome = try await thumbs.shell(
      "cp \(picture) $'a\\nb\\x1b[2J.png'; cp \(picture) $'c\\xff%.png'; thumbs sniff *; "
        + "thumbs sniff --json *")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("a\\nb\\x1b[2J.png: image/png"))
    #expect(lines[1].hasPrefix("c\\xff%.png: image/png"))
    #expect(lines[2].hasPrefix("{\"path\":\"a\\nb\\u001b[2J.png\",\"bytes\""))
    #expect(
      lines[3].hasPrefix("{\"path\":\"c%FF%25.png\",\"pathEncoding\":\"percent\",\"bytes\""))
  }

  @Test("A pipe and a device are told apart from files and not waited for")
  func specialFiles() async throws {
    let outcome = try await Thumbs().shell("mkfifo pipe; thumbs sniff pipe /dev/zero")
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains(": error notMedia: is a pipe, and nobody writes to it"))
    #expect(lines[1].contains(": error notMedia: is a pipe, a socket or a device"))
  }
}
