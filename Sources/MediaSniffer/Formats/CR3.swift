import MediaTypes

/// The boxes that Canon adds to a movie for its third raw format.
///
/// Source: Laurent Clévy, "Describing the Canon Raw v3 (CR3) file format".
struct CanonRawBoxes: Sendable {
  /// Reads one of Canon's boxes at the top of the file: the middle-sized preview.
  func readTop(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) {
    guard try input.u64(at: box.content) == 0xEAF4_2B5E_1C98_4B88,
      try input.fourCC(at: box.content + 28) == "PRVW"
    else { return }
    let preview = box.content + 24
    add(
      width: try input.u16(at: preview + 14), height: try input.u16(at: preview + 16),
      offset: preview + 24, byteCount: UInt64(try input.u32(at: preview + 20)), &found)
  }

  /// Whether a box inside the movie is the one that holds the others.
  func readMovie(
    _ input: ByteWindow, _ box: ISOBox
  ) throws(Shortage) -> Bool {
    try input.u64(at: box.content) == 0x85C0_B687_820F_11E0
  }

  /// Reads the first EXIF directory (CMT1) or the thumbnail (THMB).
  func readLeaf(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) {
    if box.type == "CMT1" {
      let exif = try EXIF(input, at: box.content, limit: box.end)
      if let orientation = exif.orientation { found.facts.orientation = orientation }
      return
    }
    // Between the header and the picture stand four bytes, or none.
    let picture = box.content + (try input.u16(at: box.content + 12) == 0xFFD8 ? 12 : 16)
    add(
      width: try input.u16(at: box.content + 4), height: try input.u16(at: box.content + 6),
      offset: picture, byteCount: UInt64(try input.u32(at: box.content + 8)), &found)
  }

  private func add(
    width: UInt16, height: UInt16, offset: UInt64, byteCount: UInt64, _ found: inout Findings
  ) {
    let size = PixelSize(width: Int(width), height: Int(height))
    found.add(
      EmbeddedPreview(
        role: .rawPreview, format: .jpeg, offset: offset, byteCount: byteCount,
        size: size.isValid ? size : nil))
  }

  /// Takes the size of the largest track, and the picture of the track that is a JPEG file.
  func conclude(_ tracks: [MovieTrack], _ found: inout Findings) {
    for track in tracks where track.isVideo {
      guard let size = track.size else { continue }
      if size.area ?? 0 > found.facts.size?.area ?? 0 { found.facts.size = size }
      if track.isJPEG, track.firstSample.offset > 0 {
        found.add(
          EmbeddedPreview(
            role: .rawPreview, format: .jpeg, offset: track.firstSample.offset,
            byteCount: track.firstSample.byteCount, size: size))
      }
    }
  }
}
