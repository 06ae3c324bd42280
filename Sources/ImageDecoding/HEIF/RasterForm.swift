internal import FFmpeg
internal import HEIFItems
internal import MediaTypes
internal import Pixels

/// What the raster of a picture holds, and what its numbers mean.
struct RasterForm {
  let layout: PixelLayout
  let colour: RasterColour

  /// Chooses the form for a picture's samples.
  ///
  /// Samples of PQ and HLG keep 16 bits, so that they can be mapped to a lower range later. Grey
  /// pictures with a profile for colours become colours, since the profile would not fit else.
  init(
    samples: SampleFormat, codePoints: ColourFacts.CodePoints, profile: [UInt8]?, hasAlpha: Bool
  ) {
    let isHDR = codePoints.transfer == 16 || codePoints.transfer == 18
    let isGreyProfile = profile.map { $0.count > 20 && $0[16..<20].elementsEqual("GRAY".utf8) }
    let isGrey = samples.isGrey && !isHDR && isGreyProfile ?? true
    layout = PixelLayout(
      isHDR && samples.bitDepth > 8 ? .uint16 : .uint8, isGrey ? .grey : .rgb, hasAlpha: hasAlpha)
    colour = Self.colour(
      profile: isGreyProfile ?? isGrey == isGrey ? profile : nil, codePoints: codePoints)
  }

  /// What red, green and blue mean.
  ///
  /// PQ and HLG go before a profile, which only describes a stand-in for them.
  static func colour(
    profile: [UInt8]?, codePoints: ColourFacts.CodePoints?
  ) -> RasterColour {
    let isHDR = codePoints?.transfer == 16 || codePoints?.transfer == 18
    if let profile, !isHDR { return .iccProfile(profile) }
    guard let codePoints, !CodePoints.areLikeSRGB(codePoints) else { return .sRGB }
    return .codePoints(codePoints)
  }
}

/// Which code points hold for a picture.
///
/// Source: ITU-T H.273 § 8.
enum CodePoints {
  private static let unspecified = 2

  /// What the file says, and where it leaves something open, what the codec says.
  static func effective(
    _ file: ColourFacts.CodePoints?, orOf codec: ColourFacts.CodePoints
  ) -> ColourFacts.CodePoints {
    guard var points = file else { return codec }
    if points.primaries == unspecified { points.primaries = codec.primaries }
    if points.transfer == unspecified { points.transfer = codec.transfer }
    if points.matrix == unspecified { points.matrix = codec.matrix }
    return points
  }

  /// What holds for opacity, which is no light: writers of HEVC leave open that it uses all values,
  /// while AV1 always says what it uses.
  static func ofAlpha(
    _ codec: ColourFacts.CodePoints, codec type: FourCC?
  ) -> ColourFacts.CodePoints {
    var points = codec
    if type != FourCC("av01") { points.isFullRange = true }
    return points
  }

  /// Whether colours can be taken for sRGB: BT.709's primaries, and one of the transfer functions
  /// that screens show alike (BT.709, 601 and 2020, sRGB), or nothing said.
  static func areLikeSRGB(_ points: ColourFacts.CodePoints) -> Bool {
    [0, 1, unspecified].contains(points.primaries)
      && [0, 1, unspecified, 6, 13, 14, 15].contains(points.transfer)
  }
}
