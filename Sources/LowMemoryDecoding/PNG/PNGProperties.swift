import MediaTypes

/// What chunks before the picture data of a PNG say about its samples.
///
/// Source: W3C PNG Specification (third edition) § 11.2.2, § 11.3.
struct PNGProperties: Sendable {
  /// Colours by index, three bytes each; of which the last may be missing.
  private(set) var palette: [UInt8] = []
  /// The payload of `tRNS`; empty where there is none.
  private(set) var transparency: [UInt8] = []
  private(set) var colour = PNGColour()

  /// Reads a chunk; one that does not concern samples, or breaks the standard, changes nothing.
  mutating func read(
    _ chunk: PNGChunk, from input: PNGInput
  ) throws(ThumbnailError) {
    switch chunk.name {
    case "PLTE":
      palette = try input.payload(of: chunk, limit: 3 * 256) ?? []
    case "tRNS":
      transparency = try input.payload(of: chunk, limit: 256) ?? []
    case "iCCP":
      colour.iccProfile = try PNGProfile.bytes(of: chunk, in: input)
      colour.hasBrokenProfile = colour.iccProfile == nil
    case "cICP":
      guard let bytes = try input.payload(of: chunk, limit: 4), bytes.count == 4 else { return }
      colour.codePoints = ColourFacts.CodePoints(
        primaries: Int(bytes[0]), transfer: Int(bytes[1]), matrix: Int(bytes[2]),
        isFullRange: bytes[3] != 0)
    case "sRGB": colour.isSRGB = true
    case "gAMA":
      guard let bytes = try input.payload(of: chunk, limit: 4), bytes.count == 4 else { return }
      colour.gamma = PNGColour.fraction(bytes, at: 0)
    case "cHRM":
      guard let bytes = try input.payload(of: chunk, limit: 32), bytes.count == 32 else { return }
      colour.chromaticities = PNGColour.Chromaticities(
        values: (0..<8).map { PNGColour.fraction(bytes, at: 4 * $0) })
    default: break
    }
  }
}
