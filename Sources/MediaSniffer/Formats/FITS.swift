import MediaTypes

/// Flexible Image Transport System.
///
/// Source: FITS Standard 4.0 § 4.4.1.
enum FITS: FormatProbe {
  static let firstBytes = FirstBytes.of("S")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("SIMPLE  = ", at: 0) else { return nil }
    return Recognition(.fits, FITSParser())
  }
}

/// Reads the cards of 80 bytes one by one.
private struct FITSParser: FormatParser {
  private var card: UInt64 = 1
  private var width = 0
  private var axes = 2

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let at = card * 80
    let name = try input.fourCC(at: at)
    let rest = try input.fourCC(at: at + 4)
    switch (name, rest) {
    case ("END ", _): return .done
    case ("BITP", "IX  "): found.facts.image.bitDepth = abs(try number(input, at: at))
    case ("NAXI", "S   "): axes = try number(input, at: at)
    case ("NAXI", "S1  "): width = try number(input, at: at)
    case ("NAXI", "S2  "):
      found.setSize(width, try number(input, at: at))
      if axes < 3 { return .done }
    case ("NAXI", "S3  "):
      found.facts.image.channels = try number(input, at: at)
      found.facts.image.colourModel = .grey
      found.facts.image.isPlanar = true
    case ("CTYP", "E3  "):
      if try input.has("'RGB", at: at + 10) { found.facts.image.colourModel = .rgb }
    default: break
    }
    card += 1
    return card < 36 * 16 ? .more : .done
  }

  private func number(_ input: ByteWindow, at card: UInt64) throws(Shortage) -> Int {
    let text = String(decoding: try input.prefix(20, at: card + 10), as: UTF8.self)
    return Int(text.split(separator: " ").first ?? "") ?? 0
  }
}
