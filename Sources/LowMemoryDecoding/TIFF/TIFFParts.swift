import ByteSources
import MediaTypes

/// How a picture is cut into strips or tiles, and where in the file each of them is.
///
/// Source: TIFF 6.0 § 3 and § 15.
struct TIFFParts: Sendable {
  /// Width of a part in pixels, and height in rows as stored; a strip is as wide as the picture.
  let size: PixelSize
  let isTiled: Bool
  /// Whether each sample of pixels has parts of its own.
  let isPlanar: Bool
  /// Rows of the picture as stored; with chroma of its own resolution one holds several of pixels.
  let rowCount: Int
  /// Parts beside each other, and below each other.
  let across: Int
  let down: Int
  /// Bytes of a row of a part, unpacked.
  let rowByteCount: Int

  private let directory: TIFFDirectory
  private let offsets: TIFFDirectory.Field
  private let byteCounts: TIFFDirectory.Field?

  /// The longest row of parts that is read here, in bytes.
  private static let longestRow = 1 << 30

  /// - Throws: `corrupt` where parts have no place or no size, `unsupported` where they are too
  ///   large, and what the source throws.
  init(
    _ directory: TIFFDirectory, _ fields: TIFFFields, size: PixelSize, sampleCount: Int,
    bitDepth: Int, subsampling: PixelSize
  ) throws(ThumbnailError) {
    self.directory = directory
    let configuration = try fields[.planarConfiguration]
    isPlanar = configuration == 2 && sampleCount > 1
    let tileOffsets = directory[.tileOffsets]
    let tileWidth = try fields[.tileWidth]
    isTiled = tileWidth != nil
    guard let offsets = isTiled ? tileOffsets ?? directory[.stripOffsets] : directory[.stripOffsets]
    else { throw ThumbnailError(.corrupt, "does not say where its pixels are") }
    self.offsets = offsets
    byteCounts =
      isTiled
      ? directory[.tileByteCounts] ?? directory[.stripByteCounts] : directory[.stripByteCounts]
    let whole: PixelSize
    if let tileWidth {
      let tileHeight = try fields[.tileHeight] ?? 0
      guard tileWidth > 0, tileHeight > 0 else {
        throw ThumbnailError(.corrupt, "its header claims tiles of no pixels")
      }
      guard tileWidth <= 1 << 20, tileHeight <= 1 << 20 else {
        throw TIFFHeader.unsupported("tiles")
      }
      whole = PixelSize(width: tileWidth, height: tileHeight)
    } else {
      let rows = try fields[.rowsPerStrip] ?? size.height
      whole = PixelSize(width: size.width, height: max(1, min(rows, size.height)))
    }
    across = (size.width + whole.width - 1) / whole.width
    down = (size.height + whole.height - 1) / whole.height
    let bits: Int
    if subsampling == PixelSize(width: 1, height: 1) {
      rowCount = size.height
      self.size = whole
      bits = whole.width * bitDepth * (isPlanar ? 1 : sampleCount)
    } else {
      // Blocks of luma, each with two samples of chroma behind it, do not go over a part's border.
      guard !isPlanar, across == 1 || whole.width.isMultiple(of: subsampling.width),
        down == 1 || whole.height.isMultiple(of: subsampling.height)
      else { throw TIFFHeader.unsupported("chroma") }
      rowCount = (size.height + subsampling.height - 1) / subsampling.height
      self.size = PixelSize(
        width: whole.width,
        height: (whole.height + subsampling.height - 1) / subsampling.height)
      let blocks = (whole.width + subsampling.width - 1) / subsampling.width
      bits = blocks * (subsampling.width * subsampling.height + 2) * bitDepth
    }
    rowByteCount = (bits + 7) / 8
    // Rows of tiles are put beside each other, which goes by bytes.
    guard rowByteCount * across <= Self.longestRow, across == 1 || bits % 8 == 0 else {
      throw TIFFHeader.unsupported("rows")
    }
  }

  /// How many places are read at a time.
  private static let atOnce = 1024

  /// Where parts are in the file; holds the places of a thousand.
  struct Places {
    private let parts: TIFFParts
    private let source: any ByteSource
    private var first = 0
    private var offsets: [UInt64] = []
    private var byteCounts: [UInt64] = []

    init(of parts: TIFFParts, in source: any ByteSource) {
      self.parts = parts
      self.source = source
    }

    /// Where a part is; up to the end of the file where its length is not known, and `nil` where
    /// the table does not have it.
    mutating func place(of index: Int) throws(ThumbnailError) -> Range<UInt64>? {
      if index < first || index >= first + offsets.count {
        first = index
        offsets = try parts.directory.values(
          of: parts.offsets, from: UInt64(index), count: TIFFParts.atOnce, in: source)
        byteCounts =
          try parts.byteCounts.map { field throws(ThumbnailError) in
            try parts.directory.values(
              of: field, from: UInt64(index), count: TIFFParts.atOnce, in: source)
          } ?? []
      }
      guard index < first + offsets.count else { return nil }
      let start = offsets[index - first]
      let isCounted = index - first < byteCounts.count && byteCounts[index - first] > 0
      let (end, overflows) =
        isCounted
        ? start.addingReportingOverflow(byteCounts[index - first]) : (source.byteCount, false)
      let limit = overflows ? source.byteCount : min(end, source.byteCount)
      return min(start, limit)..<limit
    }
  }

  /// Bytes that places of parts take.
  static let placesByteCount = 2 * 8 * atOnce + atOnce * 8

  /// The number of a part among all of the file.
  func index(column: Int, row: Int, plane: Int) -> Int {
    (plane * down + row) * across + column
  }
}
