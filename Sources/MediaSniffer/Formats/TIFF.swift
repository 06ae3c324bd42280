import MediaTypes

/// TIFF and BigTIFF, and the raw files of cameras that are built like them.
///
/// Source: TIFF 6.0 § 2, the BigTIFF design of 2007.
enum TIFF: FormatProbe {
  static let formats = CameraRaw.formats
  static let firstBytes = FirstBytes.of("I", "M")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let head = try input.u32(at: 0)
    let format: MediaFormat
    switch head {
    case 0x4949_2A00, 0x4D4D_002A:
      // Two makers put a word of theirs behind the header.
      if try input.has("CR\u{2}\0", at: 8) {
        format = .cr2
      } else if try input.has("IIII", at: 8) {
        format = .iiq
      } else {
        return Recognition(.tiff, isCertain: false, TIFFParser(isRaw: false))
      }
    case 0x4949_2B00, 0x4D4D_002B: return Recognition(.tiff, TIFFParser(isRaw: false))
    case 0x4949_5500: format = .rw2
    case 0x4949_524F, 0x4949_5352, 0x4D4D_4F52: format = .orf
    default: return nil
    }
    return Recognition(format, TIFFParser(isRaw: true))
  }
}

/// Walks the directories: those of the chain, and those that the first ones point to.
private struct TIFFParser: FormatParser {
  /// Directories of the chain that are counted.
  private static let mostPages = 16

  private struct Stop {
    var offset: UInt64
    var isPage: Bool
    /// What has been read of it so far.
    var image: TIFFImage?
  }

  /// Whether the head of the file says that it comes from a camera.
  private var isRaw: Bool
  private var tiff: TIFFStructure?
  private var stops: [Stop] = []
  private var visited: [UInt64] = []
  private var pages = 0
  private var first: TIFFImage?
  private var largest: PixelSize?
  private var hasSensorData = false
  private var makerNote: MakerNote?

  init(isRaw: Bool) { self.isRaw = isRaw }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard let tiff else {
      guard let tiff = try TIFFStructure(input, at: 0) else { return .done }
      self.tiff = tiff
      stops = [Stop(offset: tiff.firstDirectory, isPage: true)]
      return .more
    }
    if makerNote != nil { return try readMakerNote(input, &found) }
    guard let stop = stops.first else { return try finish(input, &found) }
    do throws(Shortage) {
      if let image = stop.image {
        try complete(input, tiff, image, &found)
      } else {
        try visit(input, tiff, stop)
      }
    } catch .unavailable where first != nil {
      // A later directory that the file does not have costs nothing but itself.
      stops.removeFirst()
    }
    return .more
  }

  /// Reads a directory, and where the next one of the chain is.
  private mutating func visit(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ stop: Stop
  ) throws(Shortage) {
    guard !visited.contains(stop.offset), let directory = try tiff.directory(input, at: stop.offset)
    else {
      stops.removeFirst()
      return
    }
    // Of a plain TIFF the pages after the first are only counted.
    let isLooked = first == nil || isCameraFile || !stop.isPage
    let image = isLooked ? try TIFFImage(input, tiff, directory) : nil
    let next = stop.isPage ? try chain(input, tiff, after: directory) : 0
    visited.append(stop.offset)
    if stop.isPage { pages += 1 }
    if next != 0, pages < Self.mostPages {
      stops.append(Stop(offset: next, isPage: true))
    } else if next != 0 {
      pages = 0
    }
    stops[0].image = image
    if image == nil { stops.removeFirst() }
  }

  /// Reads what the fields of a directory point to, one of them a step.
  private mutating func complete(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ image: TIFFImage,
    _ found: inout Findings
  ) throws(Shortage) {
    guard image.outside.isEmpty else {
      var image = image
      try image.readNext(input, tiff)
      stops[0].image = image
      return
    }
    stops.removeFirst()
    note(image, tiff, &found)
  }

  /// The offset of the next directory; 0 where the file ends before it.
  private func chain(
    _ input: ByteWindow, _ tiff: TIFFStructure, after directory: TIFFStructure.Directory
  ) throws(Shortage) -> UInt64 {
    do throws(Shortage) {
      return try tiff.next(input, after: directory)
    } catch .unavailable {
      return 0
    }
  }

  private var isCameraFile: Bool {
    isRaw || hasSensorData || first?.isDNG == true || (first?.subfileType ?? 0) & 1 != 0
  }

  private mutating func note(
    _ image: TIFFImage, _ tiff: TIFFStructure, _ found: inout Findings
  ) {
    if first == nil {
      first = image
      image.describe(&found)
      if let orientation = image.orientation { found.facts.orientation = orientation }
    }
    if image.isSensorData { hasSensorData = true }
    if let size = image.size, size.area ?? 0 > largest?.area ?? 0 { largest = size }
    for offset in image.directories { stops.append(Stop(offset: offset, isPage: false)) }
    // A stream passes them once, so it must meet them in the order in which they stand.
    stops.sort { $0.offset < $1.offset }
    notePreview(of: image, tiff, &found)
  }

  /// Notes a picture of the directory that is a JPEG file of its own.
  private func notePreview(
    of image: TIFFImage, _ tiff: TIFFStructure, _ found: inout Findings
  ) {
    var place: (offset: UInt64, byteCount: UInt64)?
    if let embedded = image.embeddedJPEG {
      place = (embedded.lowerBound, embedded.upperBound - embedded.lowerBound)
    } else if let offset = image.jpegOffset, let count = image.jpegByteCount {
      place = (offset, count)
    } else if image.compression == 6 || image.compression == 7, image.stripCount == 1,
      let offset = image.stripOffset, let count = image.stripByteCount
    {
      place = (offset, count)
    }
    guard isCameraFile || image.isDNG, !image.isSensorData else { return }
    guard let place else { return }
    guard let start = tiff.place(of: place.offset, byteCount: place.byteCount) else { return }
    found.add(
      EmbeddedPreview(
        role: .rawPreview, format: .jpeg, offset: start, byteCount: place.byteCount,
        size: image.embeddedJPEG == nil && image.jpegOffset == nil ? image.size : nil))
  }

  /// Notes a small picture whose samples stand in the first directory as they are.
  private func noteSamples(of image: TIFFImage, _ found: inout Findings) {
    guard !image.isSensorData, image.compression == 1, image.photometric == 2, image.bits == 8,
      image.stripCount == 1, let size = image.size, size != found.facts.size,
      let offset = image.stripOffset, let count = image.stripByteCount
    else { return }
    found.add(
      EmbeddedPreview(role: .rawPreview, format: nil, offset: offset, byteCount: count, size: size))
  }

  /// Decides what kind of file it is, once all directories are seen.
  private mutating func finish(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    guard let first else { return .done }
    if found.facts.format == .iiq { largest = try CameraRaw.phaseOneSize(input) ?? largest }
    let raw = CameraRaw.format(of: first, isRaw: isRaw, hasSensorData: hasSensorData)
    if found.isFormatCertain {
      // The head of the file has decided.
    } else if let raw {
      found.settle(on: raw)
    } else {
      found.settle(on: .tiff)
    }
    if found.facts.format != .tiff {
      if let largest { found.setSize(largest.width, largest.height) }
      noteSamples(of: first, &found)
    } else if pages > 0 {
      found.facts.image.pageCount = pages
    }
    guard found.facts.format == .orf, found.facts.previews.isEmpty else { return .done }
    makerNote = first.exifDirectory.map { MakerNote(exifDirectory: $0) }
    return makerNote == nil ? .done : .more
  }

  private mutating func readMakerNote(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    guard let tiff, var note = makerNote else { return .done }
    do throws(Shortage) {
      let progress = try note.step(input, tiff, &found)
      makerNote = note
      return progress
    } catch .unavailable {
      return .done
    }
  }
}
