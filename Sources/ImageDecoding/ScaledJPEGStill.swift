internal import ByteSources
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// JPEG from its lowest coefficients.
enum ScaledJPEGStill {
  private static let profileLimit = 4 << 20

  static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ScaledJPEG(source: source)
    let profile = try JPEGColourProfile.bytes(in: source, byteLimit: profileLimit)
    return try raster(of: picture, profile: profile, plan: plan, budget: budget)
  }

  /// Decodes a picture whose profile stands anywhere.
  static func raster(
    of picture: ScaledJPEG, profile: [UInt8]?, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let scale = JPEGScale(size: picture.size, wantedSide: plan.wantedSide)
    guard let scale,
      let geometry = picture.geometry(
        denominator: scale.denominator, boxReduction: scale.box, chromaReduction: scale.chroma)
    else { throw ThumbnailError(.unsupported, "\(picture.size) pixels are not reduced here") }
    let remaining = budget.byteCount - min(budget.byteCount, budget.inUse)
    var raster = unsafe try Raster.filled(
      size: geometry.outputSize, layout: layout(channels: geometry.channels),
      colour: profile.map(RasterColour.iccProfile) ?? .sRGB, orientation: plan.orientation,
      budget: budget
    ) { buffer throws(ThumbnailError) in
      unsafe try picture.decode(
        geometry, into: buffer,
        maximumByteCount: Int(clamping: remaining) - min(Int(clamping: remaining), buffer.count))
    }
    raster.wholeSize = picture.size
    let box = scale.denominator * scale.box
    raster.extent = RasterExtent(of: picture.size, boxesAcross: box, down: box)
    return raster
  }

  private static func layout(channels: Int) -> PixelLayout {
    switch channels {
    case 1: .grey8
    case 3: .rgb8
    default: PixelLayout(.uint8, .cmyk)
    }
  }
}
