import MediaTypes

/// JPEG in all its codings, also inside MPO.
///
/// Source: ITU-T T.81 (ISO/IEC 10918-1) § B, JFIF 1.02, EXIF 2.32 § 4.7, CIPA DC-007 § 5.
enum JPEG: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0xFF])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0xFFD8, try input.u8(at: 2) == 0xFF else { return nil }
    return Recognition(.jpeg, JPEGParser(start: 0))
  }
}

/// Walks the segments up to the first scan.
struct JPEGParser: FormatParser {
  private var next: UInt64
  private var components = 0
  private var adobeTransform: UInt8?
  private var hasJFIF = false
  private var samplings: [UInt8] = []
  private var identifiers: [UInt8] = []

  /// Starts at the marker that begins the picture.
  init(start: UInt64) { next = start + 2 }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard try input.u8(at: next) == 0xFF else {
      next = try placeOfMarker(input)
      return .more
    }
    let marker = try input.u8(at: next + 1)
    switch marker {
    case 0xFF:
      next += 1
      return .more
    case 0x00, 0x01, 0xD0...0xD8:
      next += 2
      return .more
    case 0xD9: return .done
    default: break
    }
    let length = UInt64(try input.u16(at: next + 2))
    let data = next + 4
    let end = next + 2 + max(2, length)
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      try readFrame(input, marker, at: data, &found.facts)
    case 0xDA:
      let inScan = try input.u8(at: data)
      found.facts.image.isMultiScan =
        found.facts.image.isProgressive || Int(inScan) < components
      return .done
    case 0xE0: hasJFIF = try input.has("JFIF\0", at: data)
    case 0xE1: try readEXIF(input, data..<max(data, end), &found)
    case 0xE2: try readApplication2(input, data..<max(data, end), &found)
    case 0xEE:
      if try input.has("Adobe", at: data), length >= 14 {
        adobeTransform = try input.u8(at: data + 11)
      }
    default: break
    }
    next = end
    return .more
  }

  /// Looks past padding and damage between segments, as decoders do.
  private func placeOfMarker(_ input: ByteWindow) throws(Shortage) -> UInt64 {
    let some = try input.prefix(512, at: next)
    guard let marker = some.firstIndex(of: 0xFF) else { return next + UInt64(max(1, some.count)) }
    return next + UInt64(marker - some.startIndex)
  }

  private mutating func readFrame(
    _ input: ByteWindow, _ marker: UInt8, at data: UInt64, _ facts: inout MediaFacts
  ) throws(Shortage) {
    let count = Int(try input.u8(at: data + 5))
    try input.require(6 + 3 * count, at: data)
    let height = Int(try input.u16(at: data + 1))
    let width = Int(try input.u16(at: data + 3))
    facts.image.bitDepth = Int(try input.u8(at: data))
    var identifiers: [UInt8] = []
    var samplings: [UInt8] = []
    for index in 0..<UInt64(min(count, 4)) {
      identifiers.append(try input.u8(at: data + 6 + 3 * index))
      samplings.append(try input.u8(at: data + 7 + 3 * index))
    }
    (self.identifiers, self.samplings, components) = (identifiers, samplings, count)
    if width > 0, height > 0 { facts.size = PixelSize(width: width, height: height) }
    facts.image.channels = count
    facts.image.isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
    facts.image.isLossless = [0xC3, 0xC7, 0xCB, 0xCF].contains(marker)
    facts.image.compression = marker >= 0xC8 ? "arithmetic" : "huffman"
  }

  private func readEXIF(
    _ input: ByteWindow, _ segment: Range<UInt64>, _ found: inout Findings
  ) throws(Shortage) {
    guard try input.has("Exif\0", at: segment.lowerBound) else { return }
    found.apply(try EXIF(input, at: segment.lowerBound + 6, limit: segment.upperBound))
  }

  private func readApplication2(
    _ input: ByteWindow, _ segment: Range<UInt64>, _ found: inout Findings
  ) throws(Shortage) {
    if try input.has("ICC_PROFILE\0", at: segment.lowerBound) {
      found.facts.colour.hasICCProfile = true
    } else if try input.has("MPF\0", at: segment.lowerBound) {
      try readPictures(input, at: segment.lowerBound + 4, &found)
    }
  }

  /// Reads the index of the multi-picture format: how many pictures there are, and which of them
  /// are smaller versions of the first.
  ///
  /// Source: CIPA DC-007-2009 § 5.2.2 and § 5.2.3.
  private func readPictures(
    _ input: ByteWindow, at base: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    guard let tiff = try TIFFStructure(input, at: base),
      let index = try tiff.directory(input, at: tiff.firstDirectory)
    else { return }
    for place in 0..<min(index.count, 16) {
      let entry = try tiff.entry(input, place, of: index)
      if entry.tag == 0xB001 {
        found.facts.image.pageCount = try tiff.integer(input, entry).flatMap(Int.init(exactly:))
      }
      guard entry.tag == 0xB002, entry.place != .max else { continue }
      for picture in 0..<min(entry.count / 16, 16) {
        let at = entry.place + 16 * picture
        try input.require(16, at: at)
        let kind = try input.u32(at: at, tiff.order) & 0xFF_FFFF
        let offset = UInt64(try input.u32(at: at + 8, tiff.order))
        guard kind == 0x01_0001 || kind == 0x01_0002, offset > 0 else { continue }
        found.add(
          EmbeddedPreview(
            role: .multiPicture, format: .jpeg, offset: base + offset,
            byteCount: UInt64(try input.u32(at: at + 4, tiff.order))))
      }
    }
  }

  func conclude(_ found: inout Findings) {
    guard let first = samplings.first else { return }
    switch components {
    case 1: found.facts.image.colourModel = .grey
    case 3:
      let isRGB =
        adobeTransform == 0 || (adobeTransform == nil && !hasJFIF && identifiers == [82, 71, 66])
      found.facts.image.colourModel = isRGB ? .rgb : .yCbCr
    case 4: found.facts.image.colourModel = adobeTransform == 2 ? .ycck : .cmyk
    default: break
    }
    guard components >= 3, let second = samplings.dropFirst().first else { return }
    let (across, down) = (Int(second >> 4), Int(second & 15))
    guard across > 0, down > 0 else { return }
    found.facts.image.chromaSubsampling = PixelSize(
      width: max(1, Int(first >> 4) / across), height: max(1, Int(first & 15) / down))
  }
}
