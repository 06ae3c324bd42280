import MediaTypes

/// X pixmaps: C source with an array of texts.
///
/// Source: Arnaud Le Hors, XPM Manual 3.4i § 2.
enum XPM: FormatProbe {
  static let firstBytes = FirstBytes.of("/")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("/* XPM */", at: 0) else { return nil }
    return Recognition(.xpm) { input, found throws(Shortage) in
      let head = try input.prefix(1024, at: 0)
      guard let open = head.firstIndex(of: 0x22) else { return }
      let values = head[(open + 1)...].prefix { $0 != 0x22 }
      let numbers = values.split(whereSeparator: TextScanner.isSpace)
        .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
      guard numbers.count >= 4 else { return }
      found.setSize(numbers[0], numbers[1])
      found.setChannels(1, .palette, bits: 8)
      found.facts.image.isLossless = true
      found.facts.image.compression = "text"
    }
  }
}
