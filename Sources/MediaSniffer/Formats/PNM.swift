import MediaTypes

/// The Netpbm family: PBM, PGM, PPM, PAM and PFM.
///
/// Source: Netpbm, pbm(5), pgm(5), ppm(5), pam(5), pfm(5).
enum PNM: FormatProbe {
  static let firstBytes = FirstBytes.of("P")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let kind = try input.u8(at: 1)
    let separator = try input.u8(at: 2)
    guard TextScanner.isSpace(separator) || separator == 0x23 else { return nil }
    switch kind {
    case 0x31...0x36, 0x46, 0x66:  // 1 to 6, F, f
      var scanner = TextScanner(input, at: 2)
      guard let width = try scanner.number(), let height = try scanner.number(), width > 0,
        height > 0
      else { return nil }
      let isBitmap = kind == 0x31 || kind == 0x34
      let most = isBitmap ? 1 : try scanner.number() ?? 255
      return Recognition(.pnm, isCertain: false) { _, found throws(Shortage) in
        found.setSize(width, height)
        describe(kind, most, &found)
      }
    case 0x37 where separator == 0x0A: return Recognition(.pnm, isCertain: false, PAMParser())
    default: return nil
    }
  }

  private static func describe(_ kind: UInt8, _ most: Int, _ found: inout Findings) {
    let bits = most > 255 ? 16 : 8
    found.facts.image.isLossless = true
    found.facts.image.compression = kind <= 0x33 ? "text" : "none"
    switch kind {
    case 0x31, 0x34:
      found.setChannels(1, .grey, bits: 1)
      found.settle(on: .pnm, mime: "image/x-portable-bitmap", uniformType: "public.pbm")
    case 0x32, 0x35:
      found.setChannels(1, .grey, bits: bits)
      found.settle(on: .pnm, mime: "image/x-portable-graymap", uniformType: "public.pbm")
    case 0x33, 0x36:
      found.setChannels(3, .rgb, bits: bits)
      found.settle(on: .pnm, mime: "image/x-portable-pixmap", uniformType: "public.pbm")
    default:
      let isColour = kind == 0x46
      found.setChannels(isColour ? 3 : 1, isColour ? .rgb : .grey, bits: 32)
      found.settle(on: .pnm, mime: "image/x-portable-floatmap", uniformType: "public.pbm")
    }
  }
}

/// Reads the lines of a PAM header one by one.
private struct PAMParser: FormatParser {
  private var next: UInt64 = 3
  private var width = 0
  private var height = 0
  private var depth = 0
  private var linesLeft = 64

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    var scanner = TextScanner(input, at: next)
    let key = try scanner.word(longest: 16)
    let value = key == "ENDHDR" ? nil : try scanner.number()
    next = try scanner.endOfLine()
    linesLeft -= 1
    switch key {
    case "WIDTH": width = value ?? 0
    case "HEIGHT": height = value ?? 0
    case "DEPTH": depth = value ?? 0
    case "MAXVAL": found.facts.image.bitDepth = value ?? 0 > 255 ? 16 : 8
    case "ENDHDR": return .done
    default: break
    }
    return linesLeft > 0 ? .more : .done
  }

  func conclude(_ found: inout Findings) {
    found.setSize(width, height)
    found.setChannels(depth, depth < 3 ? .grey : .rgb, alpha: depth == 2 || depth == 4)
    found.facts.image.isLossless = true
    found.facts.image.compression = "none"
    found.settle(on: .pnm, mime: "image/x-portable-arbitrarymap")
  }
}
