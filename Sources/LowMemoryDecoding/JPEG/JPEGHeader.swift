import MediaTypes

/// What the segments of a file have said so far.
struct JPEGHeader {
  private(set) var frame: JPEGFrame?
  private(set) var hasJFIF = false
  private(set) var adobeTransform: Int?
  private(set) var tables = JPEGTables()

  /// Where reading has come to.
  enum Stop {
    /// A start-of-scan segment; its entropy-coded bytes follow.
    case scan(JPEGScan)
    /// The marker that ends the picture.
    case endOfImage
    /// The end of the bytes, without such a marker.
    case endOfSource
  }

  /// Reads past the marker that starts a picture.
  ///
  /// - Throws: `corrupt` where the file does not begin with it.
  init(startingAt input: JPEGInput) throws(ThumbnailError) {
    guard try input.startsWithPicture() else {
      throw ThumbnailError(.corrupt, "no JPEG picture starts here")
    }
  }

  /// Reads segments up to the next scan or the end.
  ///
  /// Entropy-coded bytes that were not decoded are passed over at the speed of a marker search.
  ///
  /// - Throws: `corrupt` or `unsupported` for what a segment says, `unreadable` from the source.
  mutating func readOn(_ input: JPEGInput) throws(ThumbnailError) -> Stop {
    while let marker = try input.nextMarker() {
      if marker == JPEGMarker.endOfImage { return .endOfImage }
      if JPEGMarker.isAlone(marker) { continue }
      guard isHeeded(marker) else {
        try input.skipPayload()
        continue
      }
      guard let payload = try input.payload() else {
        // A length below 2, or the end of the source, which the next turn finds.
        continue
      }
      if marker == JPEGMarker.startOfScan {
        guard let frame else { throw ThumbnailError(.corrupt, "a scan before the frame header") }
        return .scan(try JPEGScan(payload: payload, frame: frame))
      }
      try take(payload, of: marker)
    }
    return .endOfSource
  }

  private func isHeeded(_ marker: UInt8) -> Bool {
    switch marker {
    case JPEGMarker.startOfScan, JPEGMarker.defineHuffmanTables, JPEGMarker.defineQuantisers,
      JPEGMarker.defineRestartInterval, JPEGMarker.application0, JPEGMarker.application14:
      true
    default: JPEGMarker.isStartOfFrame(marker)
    }
  }

  private mutating func take(_ payload: [UInt8], of marker: UInt8) throws(ThumbnailError) {
    switch marker {
    case JPEGMarker.defineHuffmanTables: try tables.defineHuffmanTables(payload)
    case JPEGMarker.defineQuantisers: try tables.defineQuantisers(payload)
    case JPEGMarker.defineRestartInterval: try tables.defineRestartInterval(payload)
    // JFIF 1.02 (ITU-T T.871 § 10.1): the letters JFIF and a zero.
    case JPEGMarker.application0: if payload.starts(with: Array("JFIF\0".utf8)) { hasJFIF = true }
    // Adobe Technical Note 5116 § 18: the letters Adobe, version, two flag words, transform.
    case JPEGMarker.application14:
      if payload.count >= 12, payload.starts(with: Array("Adobe".utf8)) {
        adobeTransform = Int(payload[11])
      }
    default:
      guard frame == nil else { throw ThumbnailError(.corrupt, "a second frame header") }
      frame = try JPEGFrame(marker: marker, payload: payload)
    }
  }
}
