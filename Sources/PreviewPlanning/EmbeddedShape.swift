package import MediaTypes

/// The rule by which a smaller picture inside a file may stand for the whole.
package enum EmbeddedShape {
  /// Whether a reduced picture has the shape of the whole, within a pixel's rounding.
  package static func isSame(_ reduced: PixelSize, as whole: PixelSize) -> Bool {
    guard reduced.isValid, whole.isValid else { return false }
    let height = Double(reduced.width) * Double(whole.height) / Double(whole.width)
    let width = Double(reduced.height) * Double(whole.width) / Double(whole.height)
    return abs(height - Double(reduced.height)) <= 1 || abs(width - Double(reduced.width)) <= 1
  }
}
