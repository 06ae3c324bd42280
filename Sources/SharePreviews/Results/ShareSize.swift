public import MediaTypes

/// A size of thumbnails, with a name under which it is found again.
public struct ShareSize: Sendable, Hashable {
  /// The name.
  public let name: String
  /// A bound for the longer side, in pixels.
  public let maxPixelSize: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - maxPixelSize: A bound for the longer side, in pixels, at least 1.
  public init(_ name: String, maxPixelSize: Int) {
    self.name = name
    self.maxPixelSize = maxPixelSize
  }

  /// For lists and notifications that are closed: 256 pixels.
  public static let small = ShareSize("small", maxPixelSize: 256)
  /// For notifications that are open, and for screens: 1024 pixels.
  public static let big = ShareSize("big", maxPixelSize: 1024)
}

/// What a session makes of its items, and how long it may take.
public struct ShareOptions: Sendable, Hashable {
  /// When a smaller or embedded preview is shown before the final one.
  public enum EarlyPreviews: Sendable, Hashable, CaseIterable {
    /// Where there is a deadline.
    case withDeadline
    /// Always.
    case always
    /// Never; each item has one result.
    case never
  }

  /// The thumbnails that are made; all are from one decode.
  public var sizes: [ShareSize]
  /// How they look; its `sizes` are not heeded.
  public var thumbnails: ThumbnailOptions
  /// How long all results together may take; `nil` is as long as they need.
  public var deadline: Duration?
  /// When a smaller or embedded preview is shown first.
  public var earlyPreviews: EarlyPreviews
  /// How byte counts are written.
  public var byteCountStyle: ByteCountStyle
  /// How many bytes of a stream are kept, in a temporary file, before it is refused.
  public var maxStreamBytes: UInt64

  /// Creates options.
  ///
  /// - Parameters:
  ///   - sizes: The thumbnails that are made; none makes previews without pictures.
  ///   - deadline: How long all results together may take.
  public init(sizes: [ShareSize] = [.small], deadline: Duration? = nil) {
    self.sizes = sizes
    self.deadline = deadline
    thumbnails = ThumbnailOptions()
    earlyPreviews = .withDeadline
    byteCountStyle = .memory
    maxStreamBytes = 4 << 30
  }
}
