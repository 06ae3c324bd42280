import MediaTypes

/// JPEG 2000: bare codestreams, and the files JP2, JPX, JPM, JPH and MJ2.
///
/// Source: ITU-T T.800 § A.5.1 and § I.5; T.801 § M; T.814; T.802.
enum JPEG2000: FormatProbe {
  static let formats: [MediaFormat] = [.jpx, .jpm, .jph]
  static let firstBytes = FirstBytes.anyOf([0, 0xFF])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let head = try input.u32(at: 0)
    if head == 0xFF4F_FF51 { return Recognition(.j2k, CodestreamParser(at: 0)) }
    guard head == 12, try input.u64(at: 4) == 0x6A50_2020_0D0A_870A else { return nil }
    guard try input.fourCC(at: 16) == "ftyp" else { return Recognition(.jp2, JP2Parser()) }
    switch try input.fourCC(at: 20) {
    case "mjp2", "mj2s": return Recognition(.mj2, MovieParser(.mj2))
    case "jpx ", "jpxb": return Recognition(.jpx, JP2Parser())
    case "jpm ": return Recognition(.jpm, JP2Parser())
    case "jph ": return Recognition(.jph, JP2Parser())
    default: return Recognition(.jp2, JP2Parser())
    }
  }
}

/// Walks the boxes up to the header of the picture, and on into the first codestream.
private struct JP2Parser: FormatParser {
  private var next: UInt64 = 0
  private var end: UInt64?
  private var codestream: CodestreamParser?

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if codestream != nil {
      do throws(Shortage) {
        return try codestream?.step(input, &found) ?? .done
      } catch .unavailable where found.facts.size != nil {
        return .done
      }
    }
    if let end, next >= end {
      next = end
      self.end = nil
    }
    let header: ISOBox?
    do throws(Shortage) {
      header = try ISOBox(input, at: next)
    } catch .unavailable where found.facts.size != nil {
      return .done
    }
    guard let box = header else { return .done }
    switch box.type {
    case "jp2h":
      end = box.end
      next = box.content
      return .more
    case "ihdr":
      try input.require(14, at: box.content)
      found.setSize(try input.u32(at: box.content + 4), try input.u32(at: box.content))
      let channels = Int(try input.u16(at: box.content + 8))
      found.facts.image.channels = channels
      let bits = try input.u8(at: box.content + 10)
      if bits != 0xFF { found.facts.image.bitDepth = Int(bits & 0x7F) + 1 }
    case "colr":
      let method = try input.u8(at: box.content)
      if method == 1 {
        found.facts.image.colourModel =
          switch try input.u32(at: box.content + 3) {
          case 12: .cmyk
          case 16: .rgb
          case 17: .grey
          case 18: .yCbCr
          default: nil
          }
      } else if method == 2 || method == 3 {
        found.facts.colour.hasICCProfile = true
      }
    case "cdef":
      let count = UInt64(min(try input.u16(at: box.content), 16))
      for channel in 0..<count where try input.u16(at: box.content + 4 + 6 * channel) == 1 {
        found.facts.image.hasAlpha = true
      }
    case "pclr": found.facts.image.colourModel = .palette
    case "jp2c":
      codestream = CodestreamParser(at: box.content)
      return .more
    default: break
    }
    guard box.end < ISOBox.endOfFile else { return .done }
    next = box.end
    return .more
  }
}

/// Reads the main header of a codestream up to the coding style.
private struct CodestreamParser: FormatParser {
  private var next: UInt64

  init(at start: UInt64) { next = start + 2 }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let marker = try input.u16(at: next)
    let length = UInt64(try input.u16(at: next + 2))
    let data = next + 4
    switch marker {
    case 0xFF51: try readSize(input, at: data, &found)
    case 0xFF50: found.facts.image.compression = "htj2k"
    case 0xFF52:
      found.facts.image.halvings = Int(min(try input.u8(at: data + 5), 32))
      // The last byte but the precincts: 1 is the wavelet that loses nothing.
      found.facts.image.isLossless = try input.u8(at: data + 9) == 1
      return .done
    case 0xFF90, 0xFF93, 0xFFD9: return .done
    default: break
    }
    next = data + max(2, length) - 2
    return .more
  }

  private func readSize(
    _ input: ByteWindow, at data: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    try input.require(39, at: data)
    found.facts.image.isDisplaced = try input.u64(at: data + 10) != 0
    func side(_ place: UInt64, less origin: UInt64) throws(Shortage) -> Int {
      Int(try input.u32(at: data + place)) - Int(try input.u32(at: data + origin))
    }
    found.setSize(try side(2, less: 10), try side(6, less: 14))
    let tile = PixelSize(
      width: Int(try input.u32(at: data + 18)), height: Int(try input.u32(at: data + 22)))
    if tile.isValid, let size = found.facts.size,
      tile.width < size.width || tile.height < size.height
    {
      found.facts.image.tileSize = tile
    }
    let channels = try input.u16(at: data + 34)
    found.facts.image.channels = Int(channels)
    found.facts.image.bitDepth = Int(try input.u8(at: data + 36) & 0x7F) + 1
    if found.facts.image.compression == nil { found.facts.image.compression = "jpeg2000" }
    guard channels >= 3 else { return }
    try input.require(9, at: data + 36)
    let (across, down) = (try input.u8(at: data + 40), try input.u8(at: data + 41))
    if across > 0, down > 0 {
      found.facts.image.chromaSubsampling = PixelSize(width: Int(across), height: Int(down))
    }
  }
}

extension MediaFormat {
  static let jpx = MediaFormat(
    "jpx", mime: "image/jpx", uniformType: "public.jpeg-2000", kind: .image,
    fileExtensions: ["jpx", "jpf"])
  static let jpm = MediaFormat(
    "jpm", mime: "image/jpm", uniformType: "public.jpeg-2000", kind: .image,
    fileExtensions: ["jpm"])
  static let jph = MediaFormat(
    "jph", mime: "image/jph", uniformType: "public.jpeg-2000", kind: .image,
    fileExtensions: ["jph"])
}
