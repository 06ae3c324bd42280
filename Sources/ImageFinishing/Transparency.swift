internal import MediaTypes
internal import Vips

/// Alpha that is really used, and laying it over a colour.
enum Transparency {
  /// Whether any pixel is not opaque.
  static func isTransparent(_ image: VipsImage) throws(VipsError) -> Bool {
    guard image.hasAlpha else { return false }
    return try image.bands(image.bandCount - 1, count: 1).minimum() < 255
  }

  /// Lays a picture over a colour, or drops alpha that hides nothing.
  static func flattened(
    _ image: VipsImage, isTransparent: Bool, over colour: RGBColour
  ) throws(VipsError) -> VipsImage {
    let colours = image.bandCount - 1
    guard isTransparent else { return try image.bands(0, count: colours) }
    let isColoured = colour.red != colour.green || colour.green != colour.blue
    let picture = colours < 3 && isColoured ? try image.converted(to: .sRGB) : image
    return try picture.flattened(
      over: Double(colour.red), Double(colour.green), Double(colour.blue)
    ).cast(to: .uint8).inMemory()
  }
}
