import MediaTypes

/// What one directory of a TIFF structure says about its picture.
///
/// Source: TIFF 6.0 § 8, § 15, § 21 and § 22; TIFF/EP (ISO 12234-2); DNG 1.7 § 4.
struct TIFFImage: Sendable {
  var subfileType: UInt64 = 0
  var width: UInt64 = 0
  var height: UInt64 = 0
  var bits: UInt64?
  var samples: UInt64?
  var sampleFormat: UInt64?
  var compression: UInt64 = 1
  var photometric: UInt64?
  var orientation: Orientation?
  var make = ""
  var model = ""
  var stripCount: UInt64 = 0
  var stripOffset: UInt64?
  var stripByteCount: UInt64?
  var rowsPerStrip: UInt64?
  var tileWidth: UInt64 = 0
  var tileHeight: UInt64 = 0
  var isPlanar = false
  var hasAlpha = false
  var hasProfile = false
  var subsampling: PixelSize?
  var jpegOffset: UInt64?
  var jpegByteCount: UInt64?
  var directories: [UInt64] = []
  var exifDirectory: UInt64?
  var isDNG = false
  /// Panasonic's borders of the picture on the sensor: left, top, right, bottom.
  var borders: [UInt64] = [0, 0, 0, 0]
  /// A JPEG file that stands in a field as it is.
  var embeddedJPEG: Range<UInt64>?

  /// The size in pixels, where the directory gives one.
  var size: PixelSize? {
    if borders[2] > borders[0], borders[3] > borders[1] {
      return PixelSize(
        width: Int(clamping: borders[2] - borders[0]),
        height: Int(clamping: borders[3] - borders[1]))
    }
    guard width > 0, height > 0, width <= UInt32.max, height <= UInt32.max else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Whether the samples are those of a camera's sensor.
  var isSensorData: Bool {
    photometric == 32803 || photometric == 34892
      || [32767, 32769, 34713, 65000, 65535].contains(compression)
  }

  /// Fields whose values stand outside the directory and are still to be read, the nearest first.
  private(set) var outside: [TIFFStructure.Entry] = []

  /// Reads the fields whose values stand in the directory itself.
  init(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ directory: TIFFStructure.Directory
  ) throws(Shortage) {
    for index in 0..<min(directory.count, 512) {
      let entry = try tiff.entry(input, index, of: directory)
      if !entry.isOutside {
        try read(input, tiff, entry)
      } else if Self.isReadOutside(entry.tag), entry.place != .max, outside.count < 32 {
        outside.append(entry)
      } else if entry.tag == 0x8773 || entry.tag == 0x002E {
        try read(input, tiff, entry)
      }
    }
    outside.sort { $0.place < $1.place }
  }

  /// Reads the next field whose values stand outside the directory.
  ///
  /// What the file does not have says nothing; the other fields still do.
  mutating func readNext(_ input: ByteWindow, _ tiff: TIFFStructure) throws(Shortage) {
    guard let entry = outside.first else { return }
    do throws(Shortage) {
      try read(input, tiff, entry)
    } catch .unavailable {
      // It is left out.
    }
    outside.removeFirst()
  }

  /// Whether a field may have more values than fit into it, and they matter: bits, makers, strips,
  /// tiles, other directories, kinds of samples and of further ones.
  private static func isReadOutside(_ tag: UInt16) -> Bool {
    switch tag {
    case 0x0102, 0x010F...0x0111, 0x0117, 0x0144, 0x0145, 0x014A, 0x0152, 0x0153: true
    default: false
    }
  }

  private mutating func read(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ entry: TIFFStructure.Entry
  ) throws(Shortage) {
    switch entry.tag {
    case 0x00FE: subfileType = try tiff.integer(input, entry) ?? 0
    // Where a field stands twice, the first one counts, as in libtiff.
    case 0x0100: if width == 0 { width = try tiff.integer(input, entry) ?? 0 }
    case 0x0101: if height == 0 { height = try tiff.integer(input, entry) ?? 0 }
    case 0x0102: bits = try tiff.integer(input, entry)
    case 0x0103: compression = try tiff.integer(input, entry) ?? 1
    case 0x0106: photometric = try tiff.integer(input, entry)
    case 0x010F: make = try text(input, entry)
    case 0x0110: model = try text(input, entry)
    case 0x0111, 0x0144:
      stripCount = entry.count
      stripOffset = try tiff.integer(input, entry)
    case 0x0112:
      orientation = try tiff.integer(input, entry)
        .flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:))
    case 0x0115: samples = try tiff.integer(input, entry)
    case 0x0116: rowsPerStrip = try tiff.integer(input, entry)
    case 0x0117, 0x0145: stripByteCount = try tiff.integer(input, entry)
    case 0x011C: isPlanar = try tiff.integer(input, entry) == 2
    case 0x0142: tileWidth = try tiff.integer(input, entry) ?? 0
    case 0x0143: tileHeight = try tiff.integer(input, entry) ?? 0
    case 0x014A:
      for place in 0..<min(entry.count, 8) {
        if let offset = try tiff.integer(input, entry, place) { directories.append(offset) }
      }
    case 0x0152: hasAlpha = [1, 2].contains(try tiff.integer(input, entry))
    case 0x0153: sampleFormat = try tiff.integer(input, entry)
    case 0x0201: jpegOffset = try tiff.integer(input, entry)
    case 0x0202: jpegByteCount = try tiff.integer(input, entry)
    case 0x0212:
      if let across = try tiff.integer(input, entry), let down = try tiff.integer(input, entry, 1),
        1...4 ~= across, 1...4 ~= down
      {
        subsampling = PixelSize(width: Int(across), height: Int(down))
      }
    case 0x8769: exifDirectory = try tiff.integer(input, entry)
    case 0x8773: hasProfile = entry.count > 0
    case 0xC612: isDNG = true
    default: if tiff.version == 0x55 { try readPanasonic(input, tiff, entry) }
    }
  }

  /// Reads the fields that Panasonic gave meanings of its own.
  ///
  /// Source: ExifTool's documentation, "PanasonicRaw Tags".
  private mutating func readPanasonic(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ entry: TIFFStructure.Entry
  ) throws(Shortage) {
    switch entry.tag {
    case 0x0004: borders[1] = try tiff.integer(input, entry) ?? 0
    case 0x0005: borders[0] = try tiff.integer(input, entry) ?? 0
    case 0x0006: borders[3] = try tiff.integer(input, entry) ?? 0
    case 0x0007: borders[2] = try tiff.integer(input, entry) ?? 0
    case 0x002E:
      if let length = entry.byteCount, entry.place < .max - length {
        embeddedJPEG = entry.place..<(entry.place + length)
      }
    default: break
    }
  }

  /// The first bytes of a text, enough to tell cameras apart.
  private func text(
    _ input: ByteWindow, _ entry: TIFFStructure.Entry
  ) throws(Shortage) -> String {
    guard entry.type == 2, entry.place != .max else { return "" }
    let bytes = try input.prefix(Int(min(entry.count, 24)), at: entry.place)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension TIFFImage {
  /// The name of the coding.
  ///
  /// Source: TIFF 6.0, Appendix A, and libtiff's registry of compression schemes.
  var compressionName: String? {
    switch compression {
    case 1: "none"
    case 2: "ccitt-rle"
    case 3: "ccitt-fax3"
    case 4: "ccitt-fax4"
    case 5: "lzw"
    case 6: "old-jpeg"
    case 7: "jpeg"
    case 8, 32946: "deflate"
    case 32773: "packbits"
    case 33003, 33005, 34712: "jpeg2000"
    case 34676, 34677: "sgilog"
    case 34887: "lerc"
    case 34925: "lzma"
    case 50000: "zstd"
    case 50001: "webp"
    case 50002, 52546: "jpeg-xl"
    default: nil
    }
  }

  /// How the channels are to be read.
  var colourModel: ImageFacts.ColourModel? {
    switch photometric {
    case 0, 1, 32844: .grey
    case 2: .rgb
    case 3: .palette
    case 5: .cmyk
    case 6: .yCbCr
    case 8, 9, 10: .lab
    default: nil
    }
  }

  /// How samples are written as numbers.
  var writtenAs: ImageFacts.SampleFormat? {
    switch sampleFormat {
    case 1: .unsigned
    case 2: .signed
    case 3: .float
    case 5, 6: .complex
    default: nil
    }
  }

  /// Puts what the directory says into the findings.
  func describe(_ found: inout Findings) {
    if let size { found.setSize(size.width, size.height) }
    let image = ImageFacts()
    found.facts.image = image
    found.facts.image.bitDepth = bits.flatMap { Int(exactly: $0) } ?? 1
    found.facts.image.channels = samples.flatMap { Int(exactly: $0) } ?? 1
    found.facts.image.colourModel = colourModel
    found.facts.image.sampleFormat = writtenAs
    found.facts.image.hasAlpha = hasAlpha
    found.facts.image.compression = compressionName
    found.facts.image.isPlanar = isPlanar
    found.facts.image.chromaSubsampling = photometric == 6 ? subsampling ?? Self.usual : nil
    if tileWidth > 0, tileHeight > 0 {
      found.facts.image.tileSize = PixelSize(
        width: Int(clamping: tileWidth), height: Int(clamping: tileHeight))
    } else {
      found.facts.image.rowsPerStrip = rowsPerStrip.map { Int(clamping: min($0, height)) }
    }
    found.facts.colour.hasICCProfile = hasProfile
  }

  private static let usual = PixelSize(width: 2, height: 2)
}
