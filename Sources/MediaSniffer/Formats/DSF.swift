import MediaTypes

/// Direct Stream Digital of Sony, with an ID3 tag at the end.
///
/// Source: Sony, "DSF File Format Specification" 1.01.
enum DSF: FormatProbe {
  static let formats: [MediaFormat] = [.dsf]
  static let firstBytes = FirstBytes.of("DSD ")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("DSD ", at: 0), try input.u64(at: 4, .little) == 28 else { return nil }
    return Recognition(.dsf, DSFParser())
  }
}

/// Reads the header, then the tag.
private struct DSFParser: FormatParser {
  private var tag: ID3Tag?

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if tag != nil { return try tag?.step(input) ?? .done }
    try input.require(72, at: 0)
    let rate = Double(try input.u32(at: 56, .little))
    let samples = Double(try input.u64(at: 64, .little))
    found.setSound("dsd", seconds: rate > 0 ? samples / rate : nil)
    let place = try input.u64(at: 20, .little)
    guard !input.isForwardOnly, place > 0, place < .max >> 1 else { return .done }
    tag = try ID3Tag(input, at: place)
    return tag == nil ? .done : .more
  }

  func conclude(_ found: inout Findings) { tag?.covers.emit(to: &found) }
}

extension MediaFormat {
  static let dsf = MediaFormat(
    "dsf", mime: "audio/x-dsf", uniformType: "com.sony.dsf", kind: .audio,
    fileExtensions: ["dsf"])
}
