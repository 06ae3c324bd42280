/// What is particular to codings of thumbnails.
public struct CodingOptions: Sendable, Hashable {
  /// How finely JPEG keeps colour.
  public enum Chroma: String, Sendable, CaseIterable {
    /// At half the width and height of the picture, 4:2:0.
    case half = "420"
    /// At the size of the picture, 4:4:4.
    case full = "444"
  }

  /// Whether JPEG refines the whole picture step by step.
  public var isProgressive = false
  /// How finely JPEG keeps colour; `nil` is 4:2:0 below quality 90 and 4:4:4 from there on.
  public var chroma: Chroma?
  /// Whether PNG has at most 256 colours, with fewer bytes and a visible loss.
  public var usesPalette = false

  /// Creates options with the command's defaults.
  public init() {}
}
