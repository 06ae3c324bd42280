import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("Fixtures") struct FixtureTests {
  @Test("The manifest names every file below the folders, and nothing else")
  func complete() throws {
    let folders = Set(Fixture.all.map { $0.path.prefix { $0 != "/" } })
    var found: Set<String> = []
    for folder in folders {
      let root = Fixture.directory.appending(path: folder)
      let below = try FileManager.default.subpathsOfDirectory(
        atPath: root.path(percentEncoded: false))
      for path in below {
        let place = root.appending(path: path)
        guard try place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
        else { continue }
        found.insert("\(folder)/\(path)")
      }
    }
    #expect(found == Set(Fixture.all.map(\.path)))
    #expect(Fixture.all.count == 532)
  }

  @Test(
    "Each folder has as many files as it should",
    arguments: [
      ("same-picture", 103), ("video", 73), ("audio", 26), ("orientation", 31), ("embedded", 12),
      ("broken", 120), ("other", 32), ("lossless", 24), ("recognised", 100),
      ("screens", 2), ("divided", 9),
    ])
  func counts(folder: String, count: Int) {
    #expect(Fixture.all(in: folder).count == count)
  }

  @Test("All files together stay small")
  func small() throws {
    let total = try Fixture.all.reduce(0) { try $0 + $1.bytes().count }
    #expect(total < 5_100_000)
  }

  @Test("Facts of a row are read")
  func facts() throws {
    let fixture = try Fixture.at("same-picture/colour.jpg")
    #expect(fixture.mime == "image/jpeg")
    #expect(fixture.kind == .image)
    #expect(fixture.size == PixelSize(width: 240, height: 180))
    #expect(fixture.displaySize == PixelSize(width: 240, height: 180))
    #expect(fixture.orientation == .up)
    #expect(fixture.expectation.demandsPreview)
    #expect(fixture.folder == "same-picture")
    #expect(throws: FixtureError.self) { try Fixture.at("same-picture/nothing") }
  }

  @Test("A choice of expectations is read")
  func choice() throws {
    let expectation = try Fixture.at("same-picture/colour-lossless.jpg").expectation
    #expect(expectation.allowsPreview)
    #expect(expectation.allowedErrors == [.unsupported])
    #expect(!expectation.demandsPreview)
  }

  @Test(
    "What is turned upright shows the size of the truth", arguments: Fixture.all(in: "orientation"))
  func sides(_ fixture: Fixture) throws {
    guard fixture.path != "orientation/heic-clap.heic" else { return }
    #expect(fixture.displaySize == PixelSize(width: 160, height: 120))
    #expect(fixture.size.map(fixture.orientation.displaySize) == fixture.displaySize)
  }

  @Test("The truth is a picture with its corner marks and patches")
  func truth() throws {
    let picture = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    #expect(picture.width == 240 && picture.height == 180)
    let expected: [(x: Int, y: Int, colour: RGB)] = [
      (10, 10, RGB(red: 214, green: 30, blue: 40)), (229, 8, RGB(red: 20, green: 150, blue: 60)),
      (10, 169, RGB(red: 30, green: 60, blue: 200)),
      (229, 169, RGB(red: 250, green: 210, blue: 0)),
      (28, 170, RGB(red: 201, green: 60, blue: 40)),
    ]
    for mark in expected { #expect(picture.colour(x: mark.x, y: mark.y) == mark.colour) }
  }
}
