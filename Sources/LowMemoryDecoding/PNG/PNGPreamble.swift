import ByteSources
import MediaTypes

/// All that stands before the picture data of a PNG, and where they begin.
struct PNGPreamble: Sendable {
  let header: PNGHeader
  let properties: PNGProperties
  /// The first chunk of picture data.
  let firstChunk: PNGChunk

  /// Reads the chunks up to the picture data.
  ///
  /// - Throws: `corrupt` where signature, header or picture data are missing or break the
  ///   standard, `unsupported` for Apple's variant without a zlib header, and what the source
  ///   throws.
  init(_ input: PNGInput) throws(ThumbnailError) {
    guard try input.bytes(8, at: 0) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
      throw ThumbnailError(.corrupt, "does not begin as a PNG")
    }
    guard let first = try input.chunk(at: 8) else {
      throw ThumbnailError(.corrupt, "ends before its header chunk")
    }
    guard first.name != "CgBI" else {
      throw ThumbnailError(.unsupported, "is of the variant that Xcode writes into applications")
    }
    header = try Self.header(of: first, in: input)
    var properties = PNGProperties()
    var offset = first.end
    while true {
      guard let chunk = try input.chunk(at: offset), chunk.name != "IEND" else {
        throw ThumbnailError(.corrupt, "has no picture data")
      }
      if chunk.name == "IDAT" {
        firstChunk = chunk
        break
      }
      try properties.read(chunk, from: input)
      offset = chunk.end
    }
    guard header.colourType != .palette || properties.palette.count >= 3 else {
      throw ThumbnailError(.corrupt, "has no palette, which its colour type needs")
    }
    self.properties = properties
  }

  /// Reads the header chunk, the only one whose sum is checked: where it is damaged, all that
  /// follows would be taken for something else.
  private static func header(
    of chunk: PNGChunk, in input: PNGInput
  ) throws(ThumbnailError) -> PNGHeader {
    let sumOffset = 4 + PNGHeader.byteCount
    let bytes = try input.bytes(sumOffset + 4, at: chunk.offset - 4)
    guard chunk.name == "IHDR", chunk.byteCount == PNGHeader.byteCount,
      bytes.count == sumOffset + 4
    else { throw ThumbnailError(.corrupt, "does not begin with a whole header chunk") }
    guard PNGChecksum.of(bytes[..<sumOffset]) == bytes.bigEndianUInt32(at: sumOffset) else {
      throw ThumbnailError(.corrupt, "its header chunk is damaged")
    }
    return try PNGHeader(Array(bytes[4..<sumOffset]))
  }
}
