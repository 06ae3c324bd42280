/// Turns rows of components into rows of pixels.
///
/// Sources: ITU-T T.871 § 7 (RGB from YCbCr); Adobe Technical Note 5116 § 18 (YCCK, and that inks
/// are stored inverted).
struct ColourConversion {
  let colour: JPEGColour
  /// Whether inks are stored as 255 for none.
  let isInverted: Bool

  /// Writes a row of interleaved pixels.
  ///
  /// - Parameters:
  ///   - rows: A row of each component, `width` samples each.
  ///   - width: The number of pixels.
  ///   - pixels: Where they go, one byte a channel.
  @unsafe func convert(
    _ rows: [UnsafePointer<UInt8>], width: Int, to pixels: UnsafeMutablePointer<UInt8>
  ) {
    // SAFETY: the caller gives one row a component, each of `width` samples, and room for as many
    // pixels.
    let (first, second) = unsafe (rows[0], rows[min(1, rows.count - 1)])
    let (third, fourth) = unsafe (rows[min(2, rows.count - 1)], rows[rows.count - 1])
    switch colour {
    case .grey:
      unsafe pixels.update(from: first, count: width)
    case .yCbCr:
      for x in 0..<width {
        let rgb = unsafe Self.rgb(first[x], second[x], third[x])
        unsafe pixels[3 &* x] = rgb.red
        unsafe pixels[3 &* x &+ 1] = rgb.green
        unsafe pixels[3 &* x &+ 2] = rgb.blue
      }
    case .rgb:
      for x in 0..<width {
        unsafe pixels[3 &* x] = first[x]
        unsafe pixels[3 &* x &+ 1] = second[x]
        unsafe pixels[3 &* x &+ 2] = third[x]
      }
    case .cmyk:
      let flip: UInt8 = isInverted ? 0xFF : 0
      for x in 0..<width {
        unsafe pixels[4 &* x] = first[x] ^ flip
        unsafe pixels[4 &* x &+ 1] = second[x] ^ flip
        unsafe pixels[4 &* x &+ 2] = third[x] ^ flip
        unsafe pixels[4 &* x &+ 3] = fourth[x] ^ flip
      }
    case .ycck:
      for x in 0..<width {
        // The RGB of YCCK are inks inverted once more than they are stored.
        let rgb = unsafe Self.rgb(first[x], second[x], third[x])
        unsafe pixels[4 &* x] = rgb.red
        unsafe pixels[4 &* x &+ 1] = rgb.green
        unsafe pixels[4 &* x &+ 2] = rgb.blue
        unsafe pixels[4 &* x &+ 3] = ~fourth[x]
      }
    }
  }

  /// The matrix of JFIF in 16 bits behind the point.
  @inline(__always) private static func rgb(
    _ luma: UInt8, _ blueDifference: UInt8, _ redDifference: UInt8
  ) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let y = Int32(luma) &<< 16 &+ 32768
    let cb = Int32(blueDifference) &- 128
    let cr = Int32(redDifference) &- 128
    return (
      UInt8(clamping: (y &+ 91881 &* cr) &>> 16),
      UInt8(clamping: (y &- 22554 &* cb &- 46802 &* cr) &>> 16),
      UInt8(clamping: (y &+ 116130 &* cb) &>> 16)
    )
  }
}
