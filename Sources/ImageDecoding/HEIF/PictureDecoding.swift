internal import ByteSources
internal import FFmpeg
internal import HEIFItems
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// One picture of a HEIF file on its way to a raster.
struct PictureDecoding: ~Copyable {
  let picture: HEIFPicture
  let wantedSide: Int
  var images: CodedImages

  init(
    of picture: HEIFPicture, in source: any ByteSource, wantedSide: Int, byteLimit: UInt64,
    bandReduction: Int
  ) {
    self.picture = picture
    self.wantedSide = wantedSide
    let side = picture.content.size?.longerSide ?? 0
    images = CodedImages(
      of: source, byteLimit: byteLimit,
      skipsLoopFilter: side >= Self.filterlessReduction * max(1, wantedSide),
      bandReduction: bandReduction)
  }

  /// Reductions from which on the smoothing of block edges cannot be seen.
  private static let filterlessReduction = 8

  mutating func raster(budget: MemoryBudget) throws(ThumbnailError) -> Raster {
    if case .overlay(let overlay, let layers) = picture.content {
      return try raster(of: overlay, layers: layers, budget: budget)
    }
    var mosaic = try Mosaic(of: picture.content)
    // The first image tells what all are: its size, its samples, its colours.
    guard let first = try mosaic.firstFrame(&images), let samples = first.samples else {
      throw nothingDecoded
    }
    let tile = first.wholeSize
    mosaic.settle(with: tile)
    let size = mosaic.size
    let geometry = PictureGeometry(of: size, after: picture.transforms)
    let codePoints = CodePoints.effective(picture.codePoints, orOf: first.codePoints)
    let form = RasterForm(
      samples: samples, codePoints: codePoints, profile: picture.profile ?? first.iccProfile,
      hasAlpha: picture.alpha != nil)
    let output = HEIFCost.rasterSize(
      of: geometry.crop.size.stretched(by: picture.pixelAspect), wantedSide: wantedSide)
    let reduction = Reduction(of: geometry.crop, to: output)
    var raster = unsafe try Raster.filled(
      size: output, layout: form.layout, colour: form.colour, orientation: geometry.orientation,
      budget: budget
    ) { memory throws(ThumbnailError) in
      let pixels = unsafe ReducedPixels(memory, size: output, layout: form.layout)
      var reducer = TileReducer(into: pixels, reduction: reduction, channel: .colour)
      try mosaic.add(to: &reducer, beginningWith: first, from: &images, codePoints: codePoints)
      if form.layout.hasAlpha {
        try addAlpha(of: picture, to: pixels, reduction: reduction, of: size)
      }
      return []
    }
    raster.warnings += warnings
    if let stated = mosaic.statedTileSize, stated != tile {
      raster.warnings.append(
        MediaWarning(.oddHeader, "a tile of the picture is \(tile), the file says \(stated)"))
    }
    if let stated = picture.content.size, stated != size {
      raster.warnings.append(
        MediaWarning(.oddHeader, "the picture is \(size), the file says \(stated)"))
    }
    return raster
  }

  /// Adds opacity; where there is no picture of it, or none that can be decoded, all is opaque.
  mutating func addAlpha(
    of picture: HEIFPicture, to pixels: ReducedPixels, reduction: Reduction, of size: PixelSize
  ) throws(ThumbnailError) {
    guard let alpha = picture.alpha, var mosaic = try? Mosaic(of: alpha),
      let first = try mosaic.firstFrame(&images), first.samples != nil
    else {
      let reducer = TileReducer(into: pixels, reduction: reduction, channel: .alpha)
      reducer.add(1, at: PixelRect(x: 0, y: 0, size: size))
      return
    }
    mosaic.settle(with: first.wholeSize)
    var reducer = TileReducer(
      into: pixels, reduction: reduction.rescaled(from: size, to: mosaic.size), channel: .alpha)
    try mosaic.add(
      to: &reducer, beginningWith: first, from: &images,
      codePoints: CodePoints.ofAlpha(first.codePoints, codec: alpha.sample?.codec))
    if picture.isPremultiplied { pixels.unpremultiply() }
  }

  /// Why there is nothing to show.
  var nothingDecoded: ThumbnailError {
    images.failure ?? ThumbnailError(.corrupt, "no part of the picture can be decoded")
  }

  /// What was odd while decoding.
  var warnings: [MediaWarning] {
    if images.isTruncated {
      [MediaWarning(.truncated, "the file ends before its picture does")]
    } else if images.isDamaged {
      [MediaWarning(.damaged, "a part of the picture cannot be decoded")]
    } else {
      []
    }
  }
}

extension PixelSize {
  /// The size in square pixels, for pixels of an aspect other than 1.
  fileprivate func stretched(by aspect: Double) -> PixelSize {
    guard aspect != 1, aspect > 1.0 / 64, aspect < 64 else { return self }
    return PixelSize(width: max(1, Int((Double(width) * aspect).rounded())), height: height)
  }
}
