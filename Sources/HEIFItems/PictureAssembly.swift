import ByteSources
import MediaTypes

/// Puts together what the pictures of a file are made of.
///
/// Each item is looked up and each picture made once, however many refer to it: a small file can
/// name one item tens of thousands of times, each time with tens of thousands of stretches of bytes.
struct PictureAssembly {
  /// Derived pictures of derived pictures are followed this far; real files have two levels.
  private static let depthLimit = 4
  /// Pictures of which one may be made; only overlays have more than one.
  private static let pictureLimit = 256
  /// A grid's own bytes are 12, an overlay's are 8 more a layer.
  private static let derivationByteLimit = 4096

  private let file: HEIFFile
  private let source: any ByteSource
  private var picturesLeft = Self.pictureLimit
  /// By item; `nil` for those that are no coded images.
  private var images: [UInt32: CodedImage?] = [:]
  private var pictures: [UInt32: HEIFPicture] = [:]

  init(_ file: HEIFFile, _ source: any ByteSource) {
    self.file = file
    self.source = source
  }

  /// The picture of an item.
  ///
  /// - Throws: As `HEIFFile.picture(of:in:)`.
  mutating func picture(of id: UInt32) throws(ThumbnailError) -> HEIFPicture {
    try picture(of: id, depth: 0)
  }

  private mutating func picture(
    of id: UInt32, depth: Int
  ) throws(ThumbnailError) -> HEIFPicture {
    picturesLeft -= 1
    guard depth < Self.depthLimit, picturesLeft >= 0 else {
      throw ThumbnailError(.corrupt, "item \(id) is made of too many others, or of itself")
    }
    if let made = pictures[id] { return made }
    guard let item = file.item(id) else {
      throw ThumbnailError(.corrupt, "there is no item \(id)")
    }
    let made = try picture(of: item, depth: depth)
    pictures[id] = made
    return made
  }

  private mutating func picture(
    of item: HEIFItem, depth: Int
  ) throws(ThumbnailError) -> HEIFPicture {
    let parts = file.references(.dimg, from: item.id)
    if item.type == .iden {
      guard let part = parts.first else {
        throw ThumbnailError(.corrupt, "item \(item.id) is derived from no other")
      }
      var picture = try picture(of: part, depth: depth + 1)
      picture.take(from: item)
      return picture
    }
    let content: PictureContent
    switch item.type {
    case .grid: content = try grid(item, of: parts)
    case .iovl:
      let overlay = try ImageOverlay(derivation(item), layerCount: parts.count)
      var layers: [HEIFPicture] = []
      for part in parts { layers.append(try picture(of: part, depth: depth + 1)) }
      content = .overlay(overlay, layers: layers)
    default: content = .coded(try Self.codedImage(item))
    }
    var picture = HEIFPicture(content)
    // What a grid does not say about its colours, its first tile does.
    if item.type == .grid, let first = parts.first.flatMap({ file.item($0) }) {
      picture.takeColour(from: first)
    }
    picture.take(from: item)
    addAlpha(to: &picture, of: item.id, parts: parts)
    return picture
  }

  /// Adds the picture of opacity; one that cannot be read leaves the picture opaque.
  private mutating func addAlpha(to picture: inout HEIFPicture, of id: UInt32, parts: [UInt32]) {
    if let alphaID = file.alphaItemID(of: id), let alpha = file.item(alphaID) {
      let content: PictureContent? =
        alpha.type == .grid
        ? try? grid(alpha, of: file.references(.dimg, from: alphaID))
        : image(of: alphaID).map(PictureContent.coded)
      picture.alpha = content
      picture.isPremultiplied = file.references(.prem, from: id).contains(alphaID)
    } else if case .grid(let grid, _) = picture.content {
      // Some writers give every tile an opacity of its own, and the grid none.
      var tiles: [CodedImage?] = []
      for tile in parts.prefix(grid.rows * grid.columns) {
        tiles.append(file.alphaItemID(of: tile).flatMap { image(of: $0) })
      }
      if tiles.contains(where: { $0 != nil }) { picture.alpha = .grid(grid, tiles: tiles) }
    }
  }

  private mutating func grid(
    _ item: HEIFItem, of parts: [UInt32]
  ) throws(ThumbnailError) -> PictureContent {
    let grid = try ImageGrid(derivation(item))
    var tiles: [CodedImage?] = []
    for id in parts.prefix(grid.rows * grid.columns) { tiles.append(image(of: id)) }
    guard tiles.contains(where: { $0 != nil }) else {
      throw ThumbnailError(.corrupt, "the grid \(item.id) has no tile that can be decoded")
    }
    return .grid(grid, tiles: tiles)
  }

  /// The coded image of an item; `nil` where it is none or lacks its bytes.
  private mutating func image(of id: UInt32) -> CodedImage? {
    if let known = images[id] { return known }
    let image = file.item(id).flatMap { try? Self.codedImage($0) }
    images[id] = .some(image)
    return image
  }

  private static func codedImage(_ item: HEIFItem) throws(ThumbnailError) -> CodedImage {
    guard CodedImage.codecs.contains(item.type) else {
      throw ThumbnailError(.unsupported, "items of type \(item.type) are not decoded")
    }
    return CodedImage(
      codec: item.type, configuration: item.decoderConfiguration, size: item.size,
      location: try location(item))
  }

  /// The bytes of a derived picture, which say how it is derived.
  private func derivation(_ item: HEIFItem) throws(ThumbnailError) -> [UInt8] {
    try Self.location(item).bytes(of: source, byteLimit: Self.derivationByteLimit)
  }

  private static func location(_ item: HEIFItem) throws(ThumbnailError) -> ItemLocation {
    guard let location = item.location else {
      throw ThumbnailError(.corrupt, "the bytes of item \(item.id) are not in the file")
    }
    return location
  }
}
