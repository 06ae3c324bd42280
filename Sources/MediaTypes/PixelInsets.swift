/// Pixels at the four edges of a picture that are not shown.
public struct PixelInsets: Sendable, Hashable {
  /// Columns on the left.
  public var left: Int
  /// Rows at the top.
  public var top: Int
  /// Columns on the right.
  public var right: Int
  /// Rows at the bottom.
  public var bottom: Int

  /// Creates insets; `nil` where one is negative or all are 0.
  ///
  /// - Parameters:
  ///   - left: Columns on the left.
  ///   - top: Rows at the top.
  ///   - right: Columns on the right.
  ///   - bottom: Rows at the bottom.
  public init?(left: Int, top: Int, right: Int, bottom: Int) {
    let all = [left, top, right, bottom]
    guard all.allSatisfy({ $0 >= 0 }), all.contains(where: { $0 > 0 }) else { return nil }
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// What is left of a picture.
  ///
  /// - Parameter size: The picture's size, in pixels.
  /// - Returns: The size of what is shown, or `nil` where nothing would be.
  public func remainder(of size: PixelSize) -> PixelSize? {
    let (across, acrossOverflows) = left.addingReportingOverflow(right)
    let (down, downOverflows) = top.addingReportingOverflow(bottom)
    guard !acrossOverflows, !downOverflows, across < size.width, down < size.height else {
      return nil
    }
    return PixelSize(width: size.width - across, height: size.height - down)
  }
}
