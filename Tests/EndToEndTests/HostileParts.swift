import Foundation

/// Formats written by hand, as far as files that mean harm need them.
extension HostileCases {
  /// A drawing of 40 by 30.
  static func svg(_ content: String, head: String = "") -> [UInt8] {
    let attributes =
      #"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30""#
    return Array("<?xml version=\"1.0\"?>\(head)<svg \(attributes)>\(content)</svg>".utf8)
  }

  /// A document of numbered objects; the first is the catalogue and names the second.
  static func pdf(_ objects: [String], catalogue: String = "") -> [UInt8] {
    var text = "%PDF-1.7\n"
    var places: [Int] = []
    for (index, object) in (["<</Type/Catalog/Pages 2 0 R\(catalogue)>>"] + objects).enumerated() {
      places.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)endobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(places.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = String(place)
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer<</Size \(places.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }

  /// A chunk of a PNG.
  static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Bytes.big32(UInt32(body.count)) + Array(type.utf8) + body
      + Bytes.big32(checksum(Array(type.utf8) + body))
  }

  /// The header of a PNG with its signature.
  static func pngHead(width: UInt32, height: UInt32, depth: UInt8, colour: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", Bytes.big32(width) + Bytes.big32(height) + [depth, colour, 0, 0, 0])
  }

  /// A PNG of zeros, unless other data is given.
  static func png(
    width: UInt32, height: UInt32, depth: UInt8 = 8, colour: UInt8 = 2,
    before chunks: [[UInt8]] = [], data: [UInt8]? = nil
  ) -> [UInt8] {
    let data = data ?? [0x78, 0x01] + Bytes.deflatedZeros(megabytes: 1)
    return pngHead(width: width, height: height, depth: depth, colour: colour)
      + chunks.flatMap { $0 } + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8)
    }
  }

  /// Where a TIFF made here tells of its next directory.
  static let tiffLink = 8 + 2 + 12 * 8

  /// A grey TIFF of one strip.
  static func tiff(width: UInt32, height: UInt32, compression: UInt32, data: [UInt8]) -> [UInt8] {
    let start = UInt32(tiffLink + 4)
    let entries: [(UInt8, UInt8, UInt32)] = [
      (0, 1, width), (1, 1, height), (2, 1, 8), (3, 1, compression), (6, 1, 1), (0x11, 1, start),
      (0x16, 1, height), (0x17, 1, UInt32(data.count)),
    ]
    var bytes = Array("II*\0".utf8) + Bytes.little32(8) + [UInt8(entries.count), 0]
    for (tag, high, value) in entries {
      bytes += [tag, high, 4, 0] + Bytes.little32(1) + Bytes.little32(value)
    }
    return bytes + Bytes.little32(0) + data
  }
}
