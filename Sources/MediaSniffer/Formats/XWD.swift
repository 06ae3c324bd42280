import MediaTypes

/// Dumps of windows of the X Window System.
///
/// Source: X Consortium, `XWDFile.h`, version 7 of the header.
enum XWD: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let length = try input.u32(at: 0)
    guard (100...4096).contains(length), try input.u32(at: 4) == 7,
      (0...2).contains(try input.u32(at: 8)), (1...32).contains(try input.u32(at: 12))
    else { return nil }
    return Recognition(.xwd, XWDParser())
  }
}

private struct XWDParser: FormatParser {
  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    try input.require(24, at: 0)
    found.setSize(try input.u32(at: 16), try input.u32(at: 20))
    found.setChannels(3, .rgb, bits: 8, alpha: false)
    return .done
  }
}
