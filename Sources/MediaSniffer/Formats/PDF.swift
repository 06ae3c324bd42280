import MediaTypes

/// Portable Document Format.
///
/// Source: ISO 32000-2:2020 § 7.5.2 and § 7.7.3.3.
enum PDF: FormatProbe {
  static let firstBytes = FirstBytes.of("%PDF-")
  /// Bytes in which the first page is looked for.
  private static let searchedBytes = 4 << 10

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("%PDF-", at: 0) else { return nil }
    return Recognition(.pdf) { input, found throws(Shortage) in
      let bytes = try input.prefix(searchedBytes, at: 0)
      guard let page = PDFPage(firstOf: bytes) else { return }
      found.setSize(page.size.width, page.size.height)
    }
  }
}

/// What the dictionary of a page says about its size, where that stands in plain text.
private struct PDFPage {
  /// Width and height as shown, in points of 1/72 inch.
  let size: PixelSize

  /// Looks for the first page; `nil` where there is none in plain text, or where it inherits its
  /// size.
  init?(firstOf bytes: ArraySlice<UInt8>) {
    guard let type = Self.pageType(in: bytes) else { return nil }
    // The dictionary reaches from the object's start to its end.
    let start = Self.last("obj", in: bytes[..<type]) ?? bytes.startIndex
    guard let end = Self.first("endobj", in: bytes[type...]) else { return nil }
    let dictionary = bytes[start..<end]
    guard let box = Self.box("/CropBox", in: dictionary) ?? Self.box("/MediaBox", in: dictionary)
    else { return nil }
    let turn = Self.numbers(behind: "/Rotate", most: 1, in: dictionary).first ?? 0
    let isLying = Int(turn) / 90 % 2 != 0
    size = isLying ? PixelSize(width: box.height, height: box.width) : box
  }

  /// Where a dictionary says that it is a page, and not the tree of pages.
  private static func pageType(in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let place = first("/Page", in: rest) {
      rest = rest[(place + 5)...]
      let isWhole = rest.first.map { !(0x61...0x7A ~= $0 || 0x41...0x5A ~= $0) } ?? false
      let before = bytes[..<place].suffix(8)
      if isWhole, first("/Type", in: before) != nil { return place }
    }
    return nil
  }

  private static func box(_ key: String, in dictionary: ArraySlice<UInt8>) -> PixelSize? {
    let sides = numbers(behind: key, most: 4, in: dictionary)
    guard sides.count == 4 else { return nil }
    let width = abs(sides[2] - sides[0]).rounded()
    let height = abs(sides[3] - sides[1]).rounded()
    guard 1...14_400 ~= width, 1...14_400 ~= height else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The numbers behind a key, in a list or alone; none where they stand in another object.
  private static func numbers(
    behind key: String, most: Int, in dictionary: ArraySlice<UInt8>
  ) -> [Double] {
    guard let place = first(key, in: dictionary) else { return [] }
    let text = dictionary[(place + key.utf8.count)...].prefix(96).drop { $0 <= 0x20 || $0 == 0x5B }
    let list = text.prefix { $0 <= 0x20 || 0x2B...0x39 ~= $0 }
    let words = list.split { $0 <= 0x20 }.prefix(most)
    let isReference = text.dropFirst(list.count).first == UInt8(ascii: "R")
    guard !isReference else { return [] }
    return words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
      .filter { abs($0) <= 20_000 }
  }

  private static func first(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
  }

  private static func last(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.last { bytes[$0...].starts(with: text.utf8) }
  }
}
