package import ByteSources
package import MediaTypes

/// A TIFF picture whose only strip is a JPEG picture, which may have its tables in the directory.
///
/// Source: Adobe Photoshop TIFF Technical Note 2 (draft of 1995), "JPEG tables in TIFF".
package struct TIFFJPEGStrip: Sendable {
  /// Width and height, in pixels.
  package let size: PixelSize
  /// Whether there is one channel of lightness, else luma and two of chroma.
  package let isGrey: Bool
  /// The strip as a JPEG file.
  package let jpeg: any ByteSource

  private let source: any ByteSource
  private let profile: Range<UInt64>?

  /// No tables are longer: four of each kind, of the longest form.
  private static let longestTables: UInt64 = 8192

  /// Reads the first directory.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` where it is no TIFF file or does not say where its strip is, `unsupported`
  ///   where it is no single strip of JPEG in grey or in luma and chroma, and what the source
  ///   throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    let directory = try TIFFDirectory(source)
    let fields = TIFFFields(directory, source)
    let (width, height) = (try fields[.width] ?? 0, try fields[.height] ?? 0)
    size = PixelSize(width: width, height: height)
    let photometric = try fields[.photometric]
    let samples = try fields[.samplesPerPixel] ?? 1
    isGrey = photometric == 1
    guard try fields[.compression] == 7, directory[.tileOffsets] == nil,
      isGrey && samples == 1 || photometric == 6 && samples == 3,
      let offsets = directory[.stripOffsets], offsets.count == 1
    else { throw TIFFHeader.unsupported("strips") }
    guard let start = try fields.value(of: .stripOffsets) else {
      throw ThumbnailError(.corrupt, "does not say where its pixels are")
    }
    let count = try fields.value(of: .stripByteCounts) ?? .max
    let tables = try Self.tables(directory, source)
    // Its own start would be a second one behind the tables'.
    let skipped: UInt64 = tables.isEmpty ? 0 : 2
    let (place, overflows) = start.addingReportingOverflow(skipped)
    guard !overflows else { throw ThumbnailError(.corrupt, "its pixels lie behind its end") }
    jpeg = PrefixedSource(
      tables, before: SubrangeSource(of: source, offset: place, byteCount: count))
    profile = TIFFHeader.profile(in: directory)
  }

  /// The tables of the directory as the start of a JPEG file; empty where there are none.
  private static func tables(
    _ directory: TIFFDirectory, _ source: any ByteSource
  ) throws(ThumbnailError) -> [UInt8] {
    guard let field = directory[.jpegTables], field.width == 1, field.count <= longestTables,
      field.count > 4
    else { return [] }
    let bytes = try source.bytes(Int(field.count), at: field.place)
    guard bytes.count == Int(field.count), bytes.starts(with: [0xFF, JPEGMarker.startOfImage])
    else { return [] }
    return bytes.suffix(2) == [0xFF, JPEGMarker.endOfImage] ? bytes.dropLast(2) : bytes
  }

  /// Reads the ICC profile of the directory.
  ///
  /// - Returns: Its bytes; `nil` where there is none, or it is longer than 4 MiB or cut off.
  /// - Throws: What the source throws.
  package func iccProfile() throws(ThumbnailError) -> [UInt8]? {
    try TIFFHeader.profileBytes(at: profile, of: source)
  }
}

/// Bytes that stand before those of another source.
final class PrefixedSource: ByteSource {
  private let prefix: [UInt8]
  private let rest: any ByteSource

  var byteCount: UInt64 { UInt64(prefix.count) + rest.byteCount }

  init(_ prefix: [UInt8], before rest: any ByteSource) {
    self.prefix = prefix
    self.rest = rest
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    let length = UInt64(prefix.count)
    guard offset < length else { return unsafe try rest.read(into: buffer, at: offset - length) }
    let part = prefix[Int(offset)...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    guard buffer.count > part.count else { return part.count }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[part.count...])
    return unsafe try part.count + rest.read(into: room, at: 0)
  }
}
