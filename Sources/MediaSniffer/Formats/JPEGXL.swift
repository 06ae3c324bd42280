import MediaTypes

/// JPEG XL, bare and in boxes.
///
/// Source: ISO/IEC 18181-1:2024 § D (headers), ISO/IEC 18181-2:2024 § 9 (boxes).
enum JPEGXL: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0, 0xFF])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if try input.u16(at: 0) == 0xFF0A { return Recognition(.jxl, JPEGXLParser(codestream: 0)) }
    guard try input.u32(at: 0) == 12, try input.u64(at: 4) == 0x4A58_4C20_0D0A_870A else {
      return nil
    }
    return Recognition(.jxl, JPEGXLParser(codestream: nil))
  }
}

/// Walks the boxes up to the codestream and reads its headers, and how its frame is divided.
private struct JPEGXLParser: FormatParser {
  /// How many bytes of the codestream are read to see how it is divided, one try after the other.
  private static let frameByteCounts = [4 << 10, 16 << 10, 40 << 10]
  /// Pictures of fewer pixels are held whole without loss.
  private static let smallArea = 1 << 18
  /// A first part of the codestream that is shorter has the headers alone.
  private static let headPartByteCount: UInt64 = 4 << 10

  private var next: UInt64 = 12
  /// The parts of the codestream that have been found, at most two.
  private var parts: [Range<UInt64>] = []
  private var head: JPEGXLImageHead?
  private var tries = 0

  init(codestream: UInt64?) {
    if let codestream { parts = [codestream..<ISOBox.endOfFile] }
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard let first = parts.first else { return try walk(input, &found) }
    guard let head else {
      head = try readHeaders(input, at: first.lowerBound, &found)
      return head == nil ? .done : .more
    }
    // The frame is in the next part, and what lies between says whether it was a JPEG.
    if parts.count == 1, first.upperBound < first.lowerBound + Self.headPartByteCount {
      return try walk(input, &found)
    }
    let count = Self.frameByteCounts[tries]
    let bytes = try codestream(count, of: input)
    tries += 1
    let isDecided = readFrame(head, of: bytes, &found)
    return isDecided || bytes.count < count || tries == Self.frameByteCounts.count ? .done : .more
  }

  private mutating func walk(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    // Files exist whose long size stands in front of the type, and libjxl reads only those.
    if parts.isEmpty, try input.u32(at: next) == 1, try input.fourCC(at: next + 12) == "jxlc" {
      parts = [(next + 16)..<ISOBox.endOfFile]
      return .more
    }
    guard !input.ends(before: next + 8), let box = try ISOBox(input, at: next) else { return .done }
    switch box.type {
    case "jxlc": parts.append(box.content..<max(box.content, box.end))
    // A part begins with its number; only the first has the headers.
    case "jxlp": parts.append((box.content + 4)..<max(box.content + 4, box.end))
    case "jbrd": found.facts.image.compression = "jpeg"
    default:
      guard box.end < ISOBox.endOfFile else { return .done }
    }
    next = box.end
    return .more
  }

  /// What the headers say; what reading the frame needs of it, where that is worthwhile.
  private func readHeaders(
    _ input: ByteWindow, at start: UInt64, _ found: inout Findings
  ) throws(Shortage) -> JPEGXLImageHead? {
    guard try input.u16(at: start) == 0xFF0A else { return nil }
    var head = JPEGXLImageHead()
    var bits = JPEGXLHeadBits(at: start + 2)
    let size = try bits.size(input)
    found.setSize(size.width, size.height)
    found.facts.image.channels = 3
    found.facts.image.colourModel = .rgb
    found.facts.image.bitDepth = 8
    // Everything as usual: 8 bits, sRGB, no other channels.
    head.isAllDefault = try bits.flag(input)
    if !head.isAllDefault { try readFields(input, &bits, &head, &found) }
    head.bitCount = 16 + bits.count
    guard let stored = found.facts.size, let area = stored.area, area >= Self.smallArea else {
      return nil
    }
    (head.width, head.height) = (stored.width, stored.height)
    return head
  }

  private func readFields(
    _ input: ByteWindow, _ bits: inout JPEGXLHeadBits, _ head: inout JPEGXLImageHead,
    _ found: inout Findings
  ) throws(Shortage) {
    head.hasToneMapping = try bits.flag(input)
    if head.hasToneMapping {
      let orientation = UInt8(try bits.next(3, input)) + 1
      found.facts.orientation = Orientation(rawValue: orientation) ?? .up
      if try bits.flag(input) { _ = try bits.size(input) }
      head.hasPreview = try bits.flag(input)
      if head.hasPreview { try bits.skipPreview(input) }
      head.isAnimated = try bits.flag(input)
      if head.isAnimated {
        found.facts.image.isAnimated = true
        try bits.skipAnimation(input)
      }
    }
    found.facts.image.bitDepth = try bits.bitDepth(input)
    _ = try bits.flag(input)
    let extras = try bits.number(input, (0, 0), (1, 0), (2, 4), (1, 12))
    for _ in 0..<min(extras, 16) where try bits.extraChannelIsAlpha(input) {
      found.facts.image.hasAlpha = true
    }
    head.extraChannels = Int(extras)
    let isAlphaAlone = extras == 1 && found.facts.image.hasAlpha
    head.hasOddChannels = bits.hasReducedChannel || extras > 0 && !isAlphaAlone
    found.facts.image.channels = 3 + Int(extras)
    head.isXYB = try bits.flag(input)
    found.facts.image.isLossless = !head.isXYB
    head.hasDefaultColours = try bits.flag(input)
    if head.hasDefaultColours { return }
    head.hasProfile = try bits.flag(input)
    found.facts.colour.hasICCProfile = head.hasProfile
    if try bits.enumeration(input) == 1 {
      head.isGrey = true
      found.facts.image.colourModel = .grey
      found.facts.image.channels = 1 + Int(extras)
    }
  }

  /// The first bytes of the codestream, as many as there are.
  private func codestream(_ count: Int, of input: ByteWindow) throws(Shortage) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      var place = part.lowerBound
      while bytes.count < count, place < part.upperBound {
        let wanted = min(count - bytes.count, ByteWindow.longestRequest)
        let piece = try input.prefix(
          Int(min(UInt64(wanted), part.upperBound - place)), at: place)
        guard !piece.isEmpty else { return bytes }
        bytes += piece
        place += UInt64(piece.count)
      }
    }
    return bytes
  }

  /// Reads how the frame is divided; whether that is known now, or never will be.
  private func readFrame(
    _ head: JPEGXLImageHead, of bytes: [UInt8], _ found: inout Findings
  ) -> Bool {
    guard !head.hasOddChannels else { return true }
    var bits = JPEGXLBits(bytes[...], at: head.bitCount)
    guard let frame = JPEGXLFrame(of: head, &bits) else { return !bits.isOverrun }
    let side = frame.groupSide
    found.facts.image.tileSize = PixelSize(width: side, height: side)
    found.facts.image.isLossless = frame.coding == .samples
    found.facts.image.smoothingPasses = frame.hasNoise ? 4 : frame.smoothingPasses
    if frame.isSubsampled {
      found.facts.image.chromaSubsampling = PixelSize(width: 2, height: 2)
    }
    if found.facts.image.compression == nil {
      found.facts.image.compression = frame.coding == .samples ? "modular" : "vardct"
    }
    return true
  }
}

/// Reads JPEG XL's numbers, the lowest bit of a byte first.
///
/// Source: ISO/IEC 18181-1:2024 § B.2 and § D.
private struct JPEGXLHeadBits {
  private let start: UInt64
  private var bit: UInt64 = 0

  init(at start: UInt64) { self.start = start }

  /// Whether an extra channel has fewer samples than the colours.
  private(set) var hasReducedChannel = false

  /// How many bits have been read.
  var count: Int { Int(bit) }

  mutating func next(_ count: Int, _ input: ByteWindow) throws(Shortage) -> UInt32 {
    var number: UInt32 = 0
    for place in 0..<UInt32(count) {
      let byte = try input.u8(at: start + bit / 8)
      number |= UInt32(byte >> UInt8(bit % 8) & 1) << place
      bit += 1
    }
    return number
  }

  mutating func flag(_ input: ByteWindow) throws(Shortage) -> Bool { try next(1, input) == 1 }

  /// A number in one of four forms: something plus some bits.
  mutating func number(
    _ input: ByteWindow, _ a: (UInt32, Int), _ b: (UInt32, Int), _ c: (UInt32, Int),
    _ d: (UInt32, Int)
  ) throws(Shortage) -> UInt32 {
    let (base, count) =
      switch try next(2, input) {
      case 0: a
      case 1: b
      case 2: c
      default: d
      }
    return base &+ (try next(count, input))
  }

  mutating func enumeration(_ input: ByteWindow) throws(Shortage) -> UInt32 {
    try number(input, (0, 0), (1, 0), (2, 4), (18, 6))
  }

  mutating func size(_ input: ByteWindow) throws(Shortage) -> (width: UInt64, height: UInt64) {
    let isSmall = try flag(input)
    let height = try side(input, isSmall)
    let width: UInt64 =
      switch try next(3, input) {
      case 1: height
      case 2: height * 12 / 10
      case 3: height * 4 / 3
      case 4: height * 3 / 2
      case 5: height * 16 / 9
      case 6: height * 5 / 4
      case 7: height * 2
      default: try side(input, isSmall)
      }
    return (width, height)
  }

  private mutating func side(_ input: ByteWindow, _ isSmall: Bool) throws(Shortage) -> UInt64 {
    if isSmall { return (UInt64(try next(5, input)) + 1) * 8 }
    return UInt64(try number(input, (0, 9), (0, 13), (0, 18), (0, 30))) + 1
  }

  mutating func skipPreview(_ input: ByteWindow) throws(Shortage) {
    let isMultipleOf8 = try flag(input)
    func side(_ bits: inout JPEGXLHeadBits) throws(Shortage) {
      if isMultipleOf8 {
        _ = try bits.number(input, (16, 0), (32, 0), (1, 5), (33, 9))
      } else {
        _ = try bits.number(input, (1, 6), (65, 8), (321, 10), (1345, 12))
      }
    }
    try side(&self)
    if try next(3, input) == 0 { try side(&self) }
  }

  mutating func skipAnimation(_ input: ByteWindow) throws(Shortage) {
    _ = try number(input, (100, 0), (1000, 0), (1, 10), (1, 30))
    _ = try number(input, (1, 0), (1001, 0), (1, 8), (1, 10))
    _ = try number(input, (0, 0), (0, 3), (0, 16), (0, 32))
    _ = try flag(input)
  }

  mutating func bitDepth(_ input: ByteWindow) throws(Shortage) -> Int {
    guard try flag(input) else { return Int(try number(input, (8, 0), (10, 0), (12, 0), (1, 6))) }
    let depth = try number(input, (32, 0), (16, 0), (24, 0), (1, 6))
    _ = try next(4, input)
    return Int(depth)
  }

  /// Reads the description of an extra channel; whether it is transparency.
  mutating func extraChannelIsAlpha(_ input: ByteWindow) throws(Shortage) -> Bool {
    if try flag(input) { return true }
    let type = try enumeration(input)
    _ = try bitDepth(input)
    hasReducedChannel = try number(input, (0, 0), (3, 0), (4, 0), (1, 3)) > 0 || hasReducedChannel
    let nameLength = try number(input, (0, 0), (0, 4), (16, 5), (48, 10))
    for _ in 0..<nameLength { _ = try next(8, input) }
    switch type {
    case 0: _ = try flag(input)
    case 2: for _ in 0..<4 { _ = try next(16, input) }
    case 5: _ = try number(input, (1, 0), (0, 2), (3, 4), (19, 8))
    default: break
    }
    return type == 0
  }
}
