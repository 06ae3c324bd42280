import MediaTypes

/// Free Lossless Audio Codec.
///
/// Source: RFC 9639 § 8.
enum FLAC: FormatProbe {
  static let firstBytes = FirstBytes.of("fLaC")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has("fLaC", at: 0) ? Recognition(.flac, FLACParser(start: 0)) : nil
  }
}

/// Walks the blocks before the sound.
struct FLACParser: FormatParser {
  private static let mostBlocks = 128

  private var next: UInt64
  private var blocksLeft = mostBlocks
  private var covers = CoverList()
  private var seconds: Double?

  init(start: UInt64) { next = start + 4 }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let header = try input.u32(at: next)
    let content = next + 4
    let count = UInt64(header & 0xFF_FFFF)
    switch header >> 24 & 0x7F {
    case 0: seconds = try readStreamInfo(at: content, input)
    case 6: try takePicture(at: content, end: content + count, input)
    default: break
    }
    next = content + count
    blocksLeft -= 1
    return header >> 31 == 1 || blocksLeft == 0 ? .done : .more
  }

  func conclude(_ found: inout Findings) {
    found.setSound("flac", seconds: seconds)
    covers.emit(to: &found)
  }

  private func readStreamInfo(at content: UInt64, _ input: ByteWindow) throws(Shortage) -> Double? {
    let packed = try input.u64(at: content + 10)
    let rate = packed >> 44
    return rate == 0 ? nil : Double(packed & 0xF_FFFF_FFFF) / Double(rate)
  }

  private mutating func takePicture(
    at content: UInt64, end: UInt64, _ input: ByteWindow
  ) throws(Shortage) {
    let type = try input.u32(at: content)
    var place = content + 4
    // The media type and the description.
    for _ in 0..<2 {
      place += 4 + UInt64(try input.u32(at: place))
      guard place < end else { return }
    }
    place += 20
    guard place < end else { return }
    let count = min(UInt64(try input.u32(at: place - 4)), end - place)
    try covers.add(at: place, count: count, type: type, input)
  }
}
