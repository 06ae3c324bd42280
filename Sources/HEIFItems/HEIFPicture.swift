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
  /// Derived pictures of derived pictures are followed this far; real files have two levels.
  private static let depthLimit = 4
  /// Pictures of which one may be made; only overlays have more than one.
  private static let pictureLimit = 256
  /// A grid's own bytes are 12, an overlay's are 8 more a layer.
  private static let derivationByteLimit = 4096

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
    var picturesLeft = Self.pictureLimit
    if let id { return try picture(of: id, in: source, depth: 0, &picturesLeft) }
    guard let primaryItemID else { return try sequencePicture() }
    do throws(ThumbnailError) {
      return try picture(of: primaryItemID, in: source, depth: 0, &picturesLeft)
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

  private func picture(
    of id: UInt32, in source: any ByteSource, depth: Int, _ picturesLeft: inout Int
  ) throws(ThumbnailError) -> HEIFPicture {
    picturesLeft -= 1
    guard depth < Self.depthLimit, picturesLeft >= 0 else {
      throw ThumbnailError(.corrupt, "item \(id) is made of too many others, or of itself")
    }
    guard let item = item(id) else { throw ThumbnailError(.corrupt, "there is no item \(id)") }
    let parts = references(.dimg, from: id)
    if item.type == .iden {
      guard let part = parts.first else {
        throw ThumbnailError(.corrupt, "item \(id) is derived from no other")
      }
      var picture = try picture(of: part, in: source, depth: depth + 1, &picturesLeft)
      picture.take(from: item)
      return picture
    }
    let content: PictureContent
    switch item.type {
    case .grid: content = try grid(item, of: parts, in: source)
    case .iovl:
      let overlay = try ImageOverlay(derivation(item, in: source), layerCount: parts.count)
      var layers: [HEIFPicture] = []
      for part in parts {
        layers.append(try picture(of: part, in: source, depth: depth + 1, &picturesLeft))
      }
      content = .overlay(overlay, layers: layers)
    default: content = .coded(try codedImage(item))
    }
    var picture = HEIFPicture(content)
    // What a grid does not say about its colours, its first tile does.
    if item.type == .grid, let first = parts.first.flatMap({ self.item($0) }) {
      picture.takeColour(from: first)
    }
    picture.take(from: item)
    addAlpha(to: &picture, of: id, parts: parts, in: source)
    return picture
  }

  /// Adds the picture of opacity; one that cannot be read leaves the picture opaque.
  private func addAlpha(
    to picture: inout HEIFPicture, of id: UInt32, parts: [UInt32], in source: any ByteSource
  ) {
    if let alphaID = alphaItemID(of: id), let alpha = item(alphaID) {
      let content: PictureContent? =
        try? alpha.type == .grid
        ? grid(alpha, of: references(.dimg, from: alphaID), in: source)
        : .coded(codedImage(alpha))
      picture.alpha = content
      picture.isPremultiplied = references(.prem, from: id).contains(alphaID)
    } else if case .grid(let grid, _) = picture.content {
      // Some writers give every tile an opacity of its own, and the grid none.
      let tiles = parts.prefix(grid.rows * grid.columns).map { tile in
        alphaItemID(of: tile).flatMap { item($0) }.flatMap { try? codedImage($0) }
      }
      if tiles.contains(where: { $0 != nil }) { picture.alpha = .grid(grid, tiles: tiles) }
    }
  }

  private func grid(
    _ item: HEIFItem, of parts: [UInt32], in source: any ByteSource
  ) throws(ThumbnailError) -> PictureContent {
    let grid = try ImageGrid(derivation(item, in: source))
    let tiles = parts.prefix(grid.rows * grid.columns).map { id in
      self.item(id).flatMap { try? codedImage($0) }
    }
    guard tiles.contains(where: { $0 != nil }) else {
      throw ThumbnailError(.corrupt, "the grid \(item.id) has no tile that can be decoded")
    }
    return .grid(grid, tiles: tiles)
  }

  private func codedImage(_ item: HEIFItem) throws(ThumbnailError) -> CodedImage {
    guard CodedImage.codecs.contains(item.type) else {
      throw ThumbnailError(.unsupported, "items of type \(item.type) are not decoded")
    }
    return CodedImage(
      codec: item.type, configuration: item.decoderConfiguration, size: item.size,
      location: try location(item))
  }

  /// The bytes of a derived picture, which say how it is derived.
  private func derivation(
    _ item: HEIFItem, in source: any ByteSource
  ) throws(ThumbnailError) -> [UInt8] {
    try location(item).bytes(of: source, byteLimit: Self.derivationByteLimit)
  }

  private func location(_ item: HEIFItem) throws(ThumbnailError) -> ItemLocation {
    guard let location = item.location else {
      throw ThumbnailError(.corrupt, "the bytes of item \(item.id) are not in the file")
    }
    return location
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

  fileprivate mutating func takeColour(from item: HEIFItem) {
    codePoints = item.codePoints ?? codePoints
    profile = item.profile ?? profile
  }

  /// Adds what an item says about how its picture is shown.
  fileprivate mutating func take(from item: HEIFItem) {
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
