import MediaTypes

/// The shared words as bytes and back; each pair reads what it writes.
extension WireWriter {
  mutating func write(_ size: PixelSize) {
    write(size.width)
    write(size.height)
  }

  mutating func write(_ insets: PixelInsets) {
    write(insets.left)
    write(insets.top)
    write(insets.right)
    write(insets.bottom)
  }

  mutating func write(_ format: MediaFormat) { write(format.name) }

  mutating func write(_ orientation: Orientation) { write(orientation.rawValue) }

  mutating func write(_ points: ColourFacts.CodePoints) {
    write(points.primaries)
    write(points.transfer)
    write(points.matrix)
    write(points.isFullRange)
  }

  mutating func write(_ preview: EmbeddedPreview) {
    write(preview.role)
    write(preview.format) { $0.write($1) }
    write(preview.offset)
    write(preview.byteCount)
    write(preview.size) { $0.write($1) }
    write(preview.itemID) { $0.write($1) }
  }

  mutating func write(_ warning: MediaWarning) {
    write(warning.code.rawValue)
    write(warning.detail)
  }

  mutating func write(_ error: ThumbnailError) {
    write(error.code)
    write(error.message)
  }

  mutating func write(_ options: ThumbnailOptions) {
    write(options.sizes, limit: WireLimit.sizes) { $0.write($1) }
    write(options.format) { $0.write($1) }
    write(options.quality)
    write(options.background) { writer, colour in
      writer.write(colour.red)
      writer.write(colour.green)
      writer.write(colour.blue)
    }
    write(options.fit)
    write(options.crop)
    write(options.embedded)
    write(options.frame)
    write(options.cover)
    write(options.sharpens)
    write(options.profile)
    write(options.keepsMetadata)
    write(options.coding.isProgressive)
    write(options.coding.chroma) { $0.write($1) }
    write(options.coding.usesPalette)
    write(options.makesPlaceholder)
  }

  private mutating func write(_ choice: ThumbnailOptions.FrameChoice) {
    switch choice {
    case .first: write(UInt8(0))
    case .seconds(let seconds):
      write(UInt8(1))
      write(seconds)
    case .fraction(let fraction):
      write(UInt8(2))
      write(fraction)
    case .best: write(UInt8(3))
    }
  }
}

extension WireReader {
  mutating func readInsets() throws(ProtocolError) -> PixelInsets? {
    try readOptional { reader throws(ProtocolError) in
      PixelInsets(
        left: try reader.readInt(), top: try reader.readInt(), right: try reader.readInt(),
        bottom: try reader.readInt())
    } ?? nil
  }

  mutating func readPixelSize() throws(ProtocolError) -> PixelSize {
    PixelSize(width: try readInt(), height: try readInt())
  }

  mutating func readFormat() throws(ProtocolError) -> MediaFormat {
    let name = try readText()
    guard let format = MediaFormat.named(name) else { throw .unknown("format \(name)") }
    return format
  }

  mutating func readOrientation() throws(ProtocolError) -> Orientation {
    guard let orientation = Orientation(rawValue: try readUInt8()) else {
      throw .unknown("orientation")
    }
    return orientation
  }

  mutating func readCodePoints() throws(ProtocolError) -> ColourFacts.CodePoints {
    ColourFacts.CodePoints(
      primaries: try readInt(), transfer: try readInt(), matrix: try readInt(),
      isFullRange: try readBool())
  }

  mutating func readPreview() throws(ProtocolError) -> EmbeddedPreview {
    EmbeddedPreview(
      role: try read(EmbeddedPreview.Role.self, "role"),
      format: try readOptional { reader throws(ProtocolError) in try reader.readFormat() },
      offset: try readUInt64(), byteCount: try readUInt64(),
      size: try readOptional { reader throws(ProtocolError) in try reader.readPixelSize() },
      itemID: try readOptional { reader throws(ProtocolError) in try reader.readUInt32() })
  }

  mutating func readWarning() throws(ProtocolError) -> MediaWarning {
    MediaWarning(MediaWarning.Code(try readText()), try readText())
  }

  mutating func readError() throws(ProtocolError) -> ThumbnailError {
    ThumbnailError(try read(ThumbnailError.Code.self, "error"), try readText())
  }

  mutating func readOptions() throws(ProtocolError) -> ThumbnailOptions {
    var options = ThumbnailOptions()
    options.sizes = try readList(limit: WireLimit.sizes) { reader throws(ProtocolError) in
      try reader.readInt()
    }
    options.format = try readOptional { reader throws(ProtocolError) in
      try reader.read(OutputFormat.self, "coding")
    }
    options.quality = try readInt()
    options.background = try readOptional { reader throws(ProtocolError) in
      RGBColour(
        red: try reader.readUInt8(), green: try reader.readUInt8(), blue: try reader.readUInt8())
    }
    options.fit = try read(ThumbnailOptions.Fit.self, "fit")
    options.crop = try read(ThumbnailOptions.Crop.self, "crop")
    options.embedded = try read(ThumbnailOptions.EmbeddedUse.self, "use of previews")
    options.frame = try readFrameChoice()
    options.cover = try read(ThumbnailOptions.CoverUse.self, "use of covers")
    options.sharpens = try readBool()
    options.profile = try read(ThumbnailOptions.ProfileUse.self, "use of profiles")
    options.keepsMetadata = try readBool()
    options.coding.isProgressive = try readBool()
    options.coding.chroma = try readOptional { reader throws(ProtocolError) in
      try reader.read(CodingOptions.Chroma.self, "chroma")
    }
    options.coding.usesPalette = try readBool()
    options.makesPlaceholder = try readBool()
    return options
  }

  private mutating func readFrameChoice() throws(ProtocolError) -> ThumbnailOptions.FrameChoice {
    switch try readUInt8() {
    case 0: return .first
    case 1: return .seconds(try readDouble())
    case 2: return .fraction(try readDouble())
    case 3: return .best
    default: throw .unknown("choice of frame")
    }
  }
}
