import MediaTypes

/// Radiance pictures.
///
/// Source: Greg Ward, Real Pixels (Graphics Gems II), and Radiance's "filefmts", "Picture File
/// Format".
enum HDR: FormatProbe {
  static let firstBytes = FirstBytes.of("#")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has(oneOf: "#?RADIANCE", "#?RGBE", at: 0) else { return nil }
    return Recognition(.hdr, HDRParser())
  }
}

/// Reads lines up to the one after the empty one, which has the sides.
private struct HDRParser: FormatParser {
  private var next: UInt64 = 0
  private var isAtSides = false
  private var linesLeft = 256

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let end = try TextScanner(input, at: next).endOfLine()
    if isAtSides {
      let line = String(decoding: try input.prefix(Int(end - next), at: next), as: UTF8.self)
      let words = line.split { $0 == " " || $0 == "\n" || $0 == "\r" }
      guard words.count == 4, let first = Int(words[1]), let second = Int(words[3]) else {
        return .done
      }
      // The side along which the pixels of a row lie comes second.
      let isTurned = words[0].hasSuffix("X")
      found.setSize(isTurned ? first : second, isTurned ? second : first)
      found.setChannels(4, .rgb, bits: 8)
      found.facts.image.compression = "rgbe"
      return .done
    }
    isAtSides = end - next <= 2
    next = end
    linesLeft -= 1
    return linesLeft > 0 ? .more : .done
  }
}
