import MediaTypes
import PreviewPlanning

/// What a container cuts off the stored picture, and the shape of what remains.
///
/// The library knows nothing of it, and takes the pixels' shape from the whole picture.
struct ContainerCut: Hashable {
  /// The stored size that the container speaks of, in pixels.
  let storedSize: PixelSize
  /// What is not shown.
  let crop: PixelInsets
  private let displaySize: PixelSize

  /// What a plan says about a cut; `nil` where there is none.
  init?(_ plan: DecodePlan, _ step: DecodeStep) {
    guard let crop = plan.crop, let size = step.size, let displaySize = plan.displaySize else {
      return nil
    }
    self.crop = crop
    storedSize = size
    self.displaySize = displaySize
  }

  /// Width of a pixel by its height, of pictures that are turned like this.
  func pixelAspect(of orientation: Orientation) -> Double? {
    guard let shown = crop.remainder(of: storedSize) else { return nil }
    let display = orientation.exchangesSides ? displaySize.transposed : displaySize
    guard display.isValid else { return nil }
    return Double(display.width) / Double(display.height) * Double(shown.height)
      / Double(shown.width)
  }
}
