internal import MediaTypes
internal import Vips

/// A picture put into a box: inside it, covering it, or filling it.
enum Fitting {
  /// Mild sharpening: edges of a pixel, half of their contrast added.
  private static let (sharpeningSigma, sharpeningSlope) = (0.6, 0.5)

  /// Reduces a picture to a size; never enlarges it.
  ///
  /// The shape is that of the whole picture, of which the image may be a reduction with rounded
  /// sides.
  static func fitted(
    _ image: VipsImage, whole: PixelSize, edges: PartialEdges?, side: Int,
    options: ThumbnailOptions
  ) throws(VipsError) -> VipsImage {
    let fitted = try unsharpened(
      image, whole: whole, edges: edges, side: side, options: options)
    let isReduced = fitted.width < whole.width || fitted.height < whole.height
    guard options.sharpens, isReduced else { return fitted }
    return try fitted.sharpened(sigma: sharpeningSigma, slope: sharpeningSlope).cast(to: .uint8)
  }

  private static func unsharpened(
    _ image: VipsImage, whole: PixelSize, edges: PartialEdges?, side: Int,
    options: ThumbnailOptions
  ) throws(VipsError) -> VipsImage {
    let size = PixelSize(width: image.width, height: image.height)
    switch options.fit {
    case .inside:
      let target = whole.fitted(withinSide: side)
      return try resized(
        image, edges,
        to: PixelSize(
          width: min(target.width, size.width), height: min(target.height, size.height)))
    case .fill:
      let square = min(side, size.longerSide)
      return try resized(
        image, edges,
        to: PixelSize(width: min(square, size.width), height: min(square, size.height)))
    case .cover:
      let covering = coveringSize(of: size, side: side)
      let reduced = try resized(image, edges, to: covering)
      return try cropped(
        reduced, width: min(side, covering.width), height: min(side, covering.height),
        crop: options.crop)
    }
  }

  /// The size whose shorter side is at most `side`, in the same shape.
  static func coveringSize(of size: PixelSize, side: Int) -> PixelSize {
    guard size.shorterSide > side else { return size }
    let scale = Double(side) / Double(size.shorterSide)
    let longer = Int((Double(size.longerSide) * scale).rounded(.toNearestOrAwayFromZero))
    return size.width <= size.height
      ? PixelSize(width: side, height: max(side, longer))
      : PixelSize(width: max(side, longer), height: side)
  }

  private static func resized(
    _ image: VipsImage, _ edges: PartialEdges?, to size: PixelSize
  ) throws(VipsError) -> VipsImage {
    guard size.width != image.width || size.height != image.height else { return image }
    guard image.hasAlpha else { return try plainlyResized(image, edges, to: size) }
    return try plainlyResized(image.premultiplied(), edges, to: size).unpremultiplied()
      .cast(to: .uint8)
  }

  private static func plainlyResized(
    _ image: VipsImage, _ edges: PartialEdges?, to size: PixelSize
  ) throws(VipsError) -> VipsImage {
    guard let edges else { return try image.resized(toWidth: size.width, height: size.height) }
    return try edges.resized(image, to: size)
  }

  private static func cropped(
    _ image: VipsImage, width: Int, height: Int, crop: ThumbnailOptions.Crop
  ) throws(VipsError) -> VipsImage {
    guard width != image.width || height != image.height else { return image }
    switch crop {
    case .center: return try image.cropped(toWidth: width, height: height, keeping: .centre)
    case .attention: return try image.cropped(toWidth: width, height: height, keeping: .attention)
    case .top: return try image.cropped(toWidth: width, height: height, keeping: .low)
    case .entropy:
      let place = try DetailSearch(image).place(keepingWidth: width, height: height)
      return try image.cropped(left: place.left, top: place.top, width: width, height: height)
    }
  }
}
