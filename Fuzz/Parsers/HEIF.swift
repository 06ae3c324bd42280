// Rooms: CSystem MediaTypes SystemCalls ByteSources HEIFItems
// Sanitizers: address

import ByteSources
import HEIFItems
import MediaTypes

/// The items of a HEIF or AVIF file, and what the picture is put together of.
enum HEIF: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    guard fixture.count > 8, fixture[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    return fixture
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let source = MemorySource(bytes)
    guard let file = try? HEIFFile(reading: source) else { return .refused }
    let ids = [file.primaryItemID].compactMap { $0 } + [0, 1, 2, .max]
    for id in ids {
      _ = file.item(id)
      _ = file.references(FourCC("dimg"), from: id)
      _ = file.alphaItemID(of: id)
      _ = try? file.picture(of: id, in: source)
    }
    return (try? file.picture(of: nil, in: source)) == nil ? .refused : .made
  }
}
