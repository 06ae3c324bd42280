package import ByteSources
package import MediaTypes

/// A picture that one call to a codec gives.
package struct CodedImage: Hashable, Sendable {
  /// What codes it, such as `hvc1`.
  package var codec: FourCC
  /// What the decoder must know before the first byte.
  package var configuration: [UInt8]?
  /// Width and height, in pixels, where said.
  package var size: PixelSize?
  /// Where its bytes are.
  package var location: ItemLocation
}

/// What makes up a picture before it is cropped and turned.
package indirect enum PictureContent: Hashable, Sendable {
  /// One coded image.
  case coded(CodedImage)
  /// Coded images side by side, row by row; `nil` is one that the file lacks.
  case grid(ImageGrid, tiles: [CodedImage?])
  /// Pictures on each other, the first one lowest.
  case overlay(ImageOverlay, layers: [HEIFPicture])

  /// Width and height before any transform, in pixels, where said.
  package var size: PixelSize? {
    switch self {
    case .coded(let image): image.size
    case .grid(let grid, _): grid.size
    case .overlay(let overlay, _): overlay.size
    }
  }

  /// The coded image that stands for all: its codec and its colours are theirs.
  package var sample: CodedImage? {
    switch self {
    case .coded(let image): image
    case .grid(_, let tiles): tiles.firstResult { $0 }
    case .overlay(_, let layers): layers.firstResult { $0.content.sample }
    }
  }
}

/// A picture of a HEIF file with all that is needed to show it.
package struct HEIFPicture: Hashable, Sendable {
  /// What is decoded.
  package var content: PictureContent
  /// What is done to it afterwards, in this order.
  package var transforms: [ItemTransform]
  /// Width of a pixel in units of its height.
  package var pixelAspect: Double
  /// What `nclx` says about colour.
  package var codePoints: ColourFacts.CodePoints?
  /// The bytes of an ICC profile.
  package var profile: [UInt8]?
  /// The picture of its opacity, which is cropped and turned as this one is.
  package var alpha: PictureContent?
  /// Whether colours were multiplied by opacity.
  package var isPremultiplied: Bool
}

extension HEIFFile {
  /// Puts together the picture of an item.
  ///
  /// - Parameters:
  ///   - id: The item; `nil` is the primary item, or else the first picture of the sequence.
  ///   - source: The file from which this tree was read.
  /// - Returns: The picture.
  /// - Throws: `corrupt` where the item or what it is made of is missing; `unsupported` for kinds
  ///   of items that are not known; `overLimit`; `unreadable`.
  package func picture(
    of id: UInt32? = nil, in source: any ByteSource
  ) throws(ThumbnailError) -> HEIFPicture {
    var assembly = PictureAssembly(self, source)
    if let id { return try assembly.picture(of: id) }
    guard let primaryItemID else { return try sequencePicture() }
    do throws(ThumbnailError) {
      return try assembly.picture(of: primaryItemID)
    } catch {
      guard track != nil else { throw error }
      return try sequencePicture()
    }
  }

  private func sequencePicture() throws(ThumbnailError) -> HEIFPicture {
    guard let track else {
      throw ThumbnailError(.corrupt, "the file does not say which item is its picture")
    }
    return HEIFPicture(track)
  }
}

extension CodedImage {
  /// The types of items and sample entries that are pictures of a codec.
  static let codecs: Set<FourCC> = [.hvc1, .hev1, .hvt1, .av01, .avc1, .jpeg]
}

extension HEIFPicture {
  init(_ content: PictureContent) {
    self.content = content
    transforms = []
    pixelAspect = 1
    isPremultiplied = false
  }

  init(_ track: PictureTrack) {
    let item = HEIFItem(id: 0, type: track.codec, properties: track.properties, location: nil)
    self.init(
      .coded(
        CodedImage(
          codec: track.codec, configuration: item.decoderConfiguration, size: track.size,
          location: track.firstSample)))
    take(from: item)
    transforms += track.orientation.transforms
  }

  mutating func takeColour(from item: HEIFItem) {
    codePoints = item.codePoints ?? codePoints
    profile = item.profile ?? profile
  }

  /// Adds what an item says about how its picture is shown.
  mutating func take(from item: HEIFItem) {
    takeColour(from: item)
    transforms += item.transforms
    for case .pixelAspect(let width, let height) in item.properties where width > 0 && height > 0 {
      pixelAspect = Double(width) / Double(height)
    }
  }
}

extension Orientation {
  /// The transforms of items that have the same effect.
  fileprivate var transforms: [ItemTransform] {
    (isMirrored ? [.mirrorLeftToRight] : [])
      + (clockwiseQuarterTurns == 0
        ? [] : [.turn(counterClockwiseQuarters: 4 - clockwiseQuarterTurns)])
  }
}
