internal import MediaTypes
internal import Vips

/// The small picture from which placeholders are made.
enum PlaceholderMaker {
  /// Makes the placeholder of an upright picture.
  ///
  /// - Parameters:
  ///   - image: The picture in 8 bits, grey or RGB, with alpha or without.
  ///   - whole: The size of the whole picture, whose shape counts.
  /// - Returns: Its hash and its dominant colour.
  /// - Throws: `VipsError` where pixels cannot be made.
  static func placeholder(of image: VipsImage, whole: PixelSize) throws(VipsError) -> Placeholder {
    let small = try Fitting.fitted(
      image, whole: whole, edges: nil, side: ThumbHash.longestSide, options: ThumbnailOptions())
    let colour = small.bandCount < 3 ? try small.converted(to: .sRGB).cast(to: .uint8) : small
    let bands = colour.bandCount
    let samples = try colour.byteSamples()
    var pixels: [UInt8] = []
    for place in stride(from: 0, to: samples.count, by: bands) {
      pixels += samples[place..<(place + 3)]
      pixels.append(bands == 4 ? samples[place + 3] : 255)
    }
    return Placeholder(
      thumbHash: ThumbHash.hash(pixels, width: colour.width, height: colour.height),
      dominantColour: DominantColour(pixels).colour)
  }
}
