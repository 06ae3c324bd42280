import ByteSources
package import MediaTypes

/// The first picture of an image sequence.
///
/// Source: ISO/IEC 23008-12:2022 § 7; ISO/IEC 14496-12:2022 § 8.
package struct PictureTrack: Hashable, Sendable {
  /// What codes it: `hvc1`, `hev1` or `av01`.
  package var codec: FourCC
  /// Width and height as coded, in pixels.
  package var size: PixelSize
  /// What the sample entry says: the decoder's configuration, colour, clean aperture.
  package var properties: [ItemProperty]
  /// How the track's matrix turns the picture.
  package var orientation: Orientation
  /// Where the bytes of the first picture are.
  package var firstSample: ItemLocation

  /// Finds the first picture track in a movie box, or `nil` where there is none that can be read.
  ///
  /// Tracks of opacity have the handler `auxv` and are passed over.
  static func first(
    in movie: Range<UInt64>, of source: any ByteSource
  ) throws(ThumbnailError) -> PictureTrack? {
    var boxes = FileBoxes(of: source, in: movie)
    while let box = try boxes.next() {
      guard box.type == .trak else { continue }
      var parts = TrackParts()
      try parts.read(in: box.payload, of: source, depth: 0)
      if let track = parts.track(in: source) { return track }
    }
    return nil
  }
}

/// What is picked from the boxes of a track.
private struct TrackParts {
  /// Bytes read of a box at most; sample entries hold an ICC profile at most.
  private static let byteLimit = 1 << 20

  var handler: FourCC?
  var orientation = Orientation.up
  var codec: FourCC?
  var size: PixelSize?
  var properties: [ItemProperty] = []
  var sampleByteCount: UInt64?
  var chunkOffset: UInt64?

  func track(in source: any ByteSource) -> PictureTrack? {
    guard handler == .pict || handler == .vide, let codec, let size, let sampleByteCount,
      let chunkOffset
    else { return nil }
    let (end, overflows) = chunkOffset.addingReportingOverflow(sampleByteCount)
    guard !overflows, end < .max, sampleByteCount > 0,
      let location = ItemLocation([chunkOffset..<end], of: 0..<source.byteCount)
    else { return nil }
    return PictureTrack(
      codec: codec, size: size, properties: properties, orientation: orientation,
      firstSample: location)
  }

  /// Walks down `trak/mdia/minf/stbl`.
  mutating func read(
    in range: Range<UInt64>, of source: any ByteSource, depth: Int
  ) throws(ThumbnailError) {
    guard depth < 4 else { return }
    var boxes = FileBoxes(of: source, in: range)
    while let box = try boxes.next() {
      if [.mdia, .minf, .stbl].contains(box.type) {
        try read(in: box.payload, of: source, depth: depth + 1)
        continue
      }
      // Of tables only the first entry is wanted, of the sample description all.
      let wanted = box.type == .stsd ? Self.byteLimit : 96
      guard [.tkhd, .hdlr, .stsd, .stsz, .stco, .co64].contains(box.type) else { continue }
      let bytes = try source.bytes(
        Int(min(UInt64(wanted), UInt64(box.payload.count))), at: box.payload.lowerBound)
      try read(box.type, ByteCursor(bytes, of: box.type))
    }
  }

  private mutating func read(_ type: FourCC, _ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    let (version, _) = try payload.fullBoxHeader()
    switch type {
    case .tkhd:
      // Times and the track's number take 20 bytes, or 32 where times have 64 bits; after them
      // come 16 bytes of layer and volume.
      try payload.skip(version == 1 ? 48 : 36)
      orientation = try Self.orientation(&payload)
    case .hdlr:
      try payload.skip(4)
      handler = try payload.fourCC()
    case .stsd:
      try payload.skip(4)
      try readSampleEntry(&payload)
    case .stsz:
      let common = try payload.uint32()
      try payload.skip(4)
      sampleByteCount = UInt64(common > 0 ? common : try payload.uint32())
    default:
      guard try payload.uint32() > 0 else { return }
      chunkOffset = try payload.unsigned(byteCount: type == .co64 ? 8 : 4)
    }
  }

  /// Source: ISO/IEC 14496-12:2022 § 12.1.3 (VisualSampleEntry).
  private mutating func readSampleEntry(_ payload: inout ByteCursor) throws(ThumbnailError) {
    guard let (type, box) = try payload.box() else { return }
    var entry = box
    try entry.skip(24)
    let size = PixelSize(width: Int(try entry.uint16()), height: Int(try entry.uint16()))
    guard size.isValid else { return }
    try entry.skip(50)
    codec = type
    self.size = size
    while let (type, property) = try entry.box() {
      properties.append(ItemProperty(type, payload: property))
    }
  }

  /// The matrix as an orientation; what is none of the eight is upright.
  ///
  /// Rows of the matrix are (a b u), (c d v): x' = a·x + c·y, y' = b·x + d·y.
  /// Source: ISO/IEC 14496-12:2022 § 8.3.2, § 6.2.2.
  private static func orientation(_ payload: inout ByteCursor) throws(ThumbnailError) -> Orientation
  {
    let a = Int32(bitPattern: try payload.uint32()).signum()
    let b = Int32(bitPattern: try payload.uint32()).signum()
    try payload.skip(4)
    let c = Int32(bitPattern: try payload.uint32()).signum()
    let d = Int32(bitPattern: try payload.uint32()).signum()
    return switch (a, b, c, d) {
    case (-1, 0, 0, 1): .upMirrored
    case (-1, 0, 0, -1): .down
    case (1, 0, 0, -1): .downMirrored
    case (0, 1, 1, 0): .leftMirrored
    case (0, 1, -1, 0): .right
    case (0, -1, -1, 0): .rightMirrored
    case (0, -1, 1, 0): .left
    default: .up
    }
  }
}
