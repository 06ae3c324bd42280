import MediaTypes

/// Tells apart the raw files of cameras that are built like TIFF files.
enum CameraRaw {
  /// The formats that only the sniffer knows.
  static let formats: [MediaFormat] = [.erf, .mef, .mos]

  /// The format of a file by its first directory; `nil` where it is a plain TIFF.
  static func format(of first: TIFFImage, isRaw: Bool, hasSensorData: Bool) -> MediaFormat? {
    if first.isDNG { return .dng }
    // Software of the makers writes plain TIFF files too, with the same names in them.
    let isThumbnailFirst = first.subfileType & 1 != 0 && !first.directories.isEmpty
    guard hasSensorData || isThumbnailFirst else { return nil }
    let make = first.make.uppercased()
    if make.hasPrefix("NIKON") { return first.model.hasPrefix("COOLPIX") ? .nrw : .nef }
    if make.hasPrefix("SONY") {
      return first.model == "DSC-R1" ? .sr2 : .arw
    }
    if make.hasPrefix("PENTAX") || make.hasPrefix("RICOH") || make.hasPrefix("ASAHI") {
      return .pef
    }
    if make.hasPrefix("SAMSUNG") { return .srw }
    if make.hasPrefix("HASSELBLAD") || make.hasPrefix("IMACON") { return .threeFR }
    if make.hasPrefix("PHASE ONE") { return .iiq }
    if make.hasPrefix("EASTMAN KODAK") || make.hasPrefix("KODAK") {
      return first.model.hasPrefix("DCS") || first.model.hasPrefix("Kodak DCS") ? .dcr : .kdc
    }
    if make.hasPrefix("CANON") { return .cr2 }
    if make.hasPrefix("EPSON") || make.hasPrefix("SEIKO EPSON") { return .erf }
    if make.hasPrefix("MAMIYA") { return .mef }
    if make.hasPrefix("LEAF") { return .mos }
    return nil
  }

  /// The size that Phase One's own directory gives.
  ///
  /// Source: ExifTool's documentation, "PhaseOne Tags": 0x010C is the width, 0x010D the height.
  static func phaseOneSize(_ input: ByteWindow) throws(Shortage) -> PixelSize? {
    do throws(Shortage) {
      let base: UInt64 = 8
      let directory = base + UInt64(try input.u32(at: base + 8, .little))
      let count = try input.u32(at: directory, .little)
      var size = PixelSize(width: 0, height: 0)
      for index in 0..<UInt64(min(count, 128)) {
        let entry = directory + 8 + 16 * index
        let value = Int(try input.u32(at: entry + 12, .little))
        switch try input.u32(at: entry, .little) {
        case 0x010C: size.width = value
        case 0x010D: size.height = value
        default: break
        }
      }
      return size.isValid ? size : nil
    } catch .unavailable {
      return nil
    }
  }
}

/// Looks for the preview that Olympus puts into its maker note.
///
/// Source: ExifTool's documentation, "Olympus Tags" and "Olympus CameraSettings Tags".
struct MakerNote: Sendable {
  private enum Place {
    case exif(UInt64)
    case note(TIFFStructure, UInt64)
    case settings(TIFFStructure, UInt64)
  }

  private var place: Place

  /// Starts at the EXIF directory, given by its offset in the structure.
  init(exifDirectory: UInt64) { place = .exif(exifDirectory) }

  /// Goes one directory deeper.
  mutating func step(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    switch place {
    case .exif(let offset):
      guard let note = try Self.entry(input, tiff, offset, 0x927C), note.place != .max else {
        return .done
      }
      guard try input.has("OLYMPUS\0", at: note.place) else { return .done }
      // The note is a structure of its own, with its order mark behind the name.
      let order: ByteOrder = try input.u16(at: note.place + 8) == 0x4949 ? .little : .big
      place = .note(TIFFStructure(at: note.place, order: order), 12)
    case .note(let structure, let offset):
      guard let settings = try Self.entry(input, structure, offset, 0x2020) else { return .done }
      let isPointer = settings.type == 13 || settings.type == 4
      guard isPointer, let offset = try structure.integer(input, settings) else { return .done }
      place = .settings(structure, offset)
    case .settings(let structure, let offset):
      guard let start = try Self.entry(input, structure, offset, 0x0101),
        let length = try Self.entry(input, structure, offset, 0x0102),
        let place = try structure.integer(input, start),
        let count = try structure.integer(input, length), place > 0
      else { return .done }
      found.add(
        EmbeddedPreview(
          role: .rawPreview, format: .jpeg, offset: structure.base + place, byteCount: count))
      return .done
    }
    return .more
  }

  private static func entry(
    _ input: ByteWindow, _ tiff: TIFFStructure, _ offset: UInt64, _ tag: UInt16
  ) throws(Shortage) -> TIFFStructure.Entry? {
    guard let directory = try tiff.directory(input, at: offset) else { return nil }
    for index in 0..<min(directory.count, 256) {
      let entry = try tiff.entry(input, index, of: directory)
      if entry.tag == tag { return entry }
    }
    return nil
  }
}

extension MediaFormat {
  static let erf = MediaFormat(
    "erf", mime: "image/x-epson-erf", uniformType: "com.epson.raw-image", kind: .image,
    fileExtensions: ["erf"], conformsTo: [.cameraRaw])
  static let mef = MediaFormat(
    "mef", mime: "image/x-mamiya-mef", uniformType: "com.mamiya.raw-image", kind: .image,
    fileExtensions: ["mef"], conformsTo: [.cameraRaw])
  static let mos = MediaFormat(
    "mos", mime: "image/x-leaf-mos", uniformType: "com.leafamerica.raw-image", kind: .image,
    fileExtensions: ["mos"], conformsTo: [.cameraRaw])
}
