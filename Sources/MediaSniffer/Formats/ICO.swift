import MediaTypes

/// Windows icons and cursors.
///
/// Source: Microsoft, "Icons" (1995), ICONDIR and ICONDIRENTRY.
enum ICO: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let head = try input.u32(at: 0)
    guard head == 0x0000_0100 || head == 0x0000_0200 else { return nil }
    let format: MediaFormat = head == 0x0000_0100 ? .ico : .cur
    let count = UInt64(try input.u16(at: 4, .little))
    guard count > 0 else { return head == 0x0000_0100 ? Recognition(format) : nil }
    // Few bytes are fixed, so the first entry must make sense too.
    let length = UInt64(try input.u32(at: 14, .little))
    let offset = UInt64(try input.u32(at: 18, .little))
    guard length > 0, offset >= 6 + 16, !input.ends(before: offset) else { return nil }
    return Recognition(format) { input, found throws(Shortage) in
      try readEntries(input, count, &found)
    }
  }

  private static func readEntries(
    _ input: ByteWindow, _ count: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    found.facts.image.pageCount = Int(count)
    found.facts.image.hasAlpha = true
    var largest = 0
    var bits = 0
    for entry in 0..<min(count, 256) {
      let at = 6 + 16 * entry
      try input.require(16, at: at)
      // A side of 256 pixels is written as 0.
      let width = Int(try input.u8(at: at)), height = Int(try input.u8(at: at + 1))
      let (w, h) = (width == 0 ? 256 : width, height == 0 ? 256 : height)
      let depth = Int(try input.u16(at: at + 6, .little))
      guard w * h > largest || (w * h == largest && depth > bits) else { continue }
      largest = w * h
      bits = depth
      found.setSize(w, h)
    }
  }
}
