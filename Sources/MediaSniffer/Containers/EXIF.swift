import MediaTypes

/// What EXIF data inside another format say about the picture.
///
/// Source: EXIF 2.32 (CIPA DC-008-2019) § 4.5 and § 4.6.
struct EXIF: Sendable {
  /// How the picture must be turned; `nil` where no valid value is given.
  var orientation: Orientation?
  /// The small picture of the second directory.
  var thumbnail: EmbeddedPreview?
  /// Where the data lie, in bytes from the start of the file.
  let place: Range<UInt64>

  /// Reads the first two directories of the data from `base` (the order mark) to `limit`.
  ///
  /// Broken parts count as absent.
  init(_ input: ByteWindow, at base: UInt64, limit: UInt64) throws(Shortage) {
    place = base..<max(base, limit)
    do throws(Shortage) {
      guard let tiff = try TIFFStructure(input, at: base, limit: limit) else { return }
      guard let first = try tiff.directory(input, at: tiff.firstDirectory) else { return }
      for index in 0..<min(first.count, 256) {
        let entry = try tiff.entry(input, index, of: first)
        guard entry.tag == 0x0112 else { continue }
        orientation = try tiff.integer(input, entry)
          .flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:))
        break
      }
      let next = try tiff.next(input, after: first)
      guard next != 0, let second = try tiff.directory(input, at: next) else { return }
      thumbnail = try Self.thumbnail(input, tiff, second)
    } catch .unavailable {
      return
    }
  }

  private static func thumbnail(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ directory: TIFFStructure.Directory
  ) throws(Shortage) -> EmbeddedPreview? {
    var offset: UInt64?
    var length: UInt64?
    for index in 0..<min(directory.count, 256) {
      let entry = try tiff.entry(input, index, of: directory)
      switch entry.tag {
      case 0x0201: offset = try tiff.integer(input, entry)
      case 0x0202: length = try tiff.integer(input, entry)
      default: break
      }
    }
    guard let offset, let length, length > 0,
      let place = tiff.place(of: offset, byteCount: length)
    else { return nil }
    return EmbeddedPreview(role: .exifThumbnail, format: .jpeg, offset: place, byteCount: length)
  }
}

extension Findings {
  /// Takes over what EXIF data say.
  mutating func apply(_ exif: EXIF) {
    if let orientation = exif.orientation { facts.orientation = orientation }
    if let thumbnail = exif.thumbnail { add(thumbnail) }
    if facts.exifBytes == nil { facts.exifBytes = exif.place }
  }
}
