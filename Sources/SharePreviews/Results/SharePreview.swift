public import MediaTypes

/// What a share sheet shows of an item.
public struct SharePreview: Sendable, Hashable {
  /// A thumbnail under the name of its size.
  public struct Thumbnail: Sendable, Hashable {
    /// The name of the size, such as `small`.
    public let name: String
    /// The encoded picture.
    public let image: EncodedThumbnail
    /// Where its pixels came from.
    public let source: PreviewSource
  }

  /// What a person would call it: the suggested name, else the file's.
  public let title: String
  /// Its length in bytes, where that is known.
  public let byteCount: UInt64?
  /// Its length in words, such as `4.2 MB`.
  public let byteCountText: String?
  /// What a person would call its kind.
  public let kind: MediaKind
  /// What its content is; where the content does not tell, what was claimed.
  public let type: UniformType
  /// What its content is, as a MIME type.
  public let mime: String
  /// What it is in words, such as `JPEG image`.
  public let typeText: String
  /// Play time in seconds, where there is one.
  public let duration: Double?
  /// Play time in words, such as `3:07`.
  public let durationText: String?
  /// Width and height as shown, in pixels, where there is a picture.
  public let pixelSize: PixelSize?
  /// The thumbnails that could be made, in the order of the sizes asked for.
  public let thumbnails: [Thumbnail]
  /// What can be shown before a thumbnail is there, where options ask for it.
  public let placeholder: Placeholder?
  /// What was odd, in no order.
  public let warnings: [MediaWarning]

  /// The thumbnail of a size.
  ///
  /// - Parameter size: A size that was asked for.
  /// - Returns: The thumbnail, where it could be made.
  public func thumbnail(_ size: ShareSize) -> EncodedThumbnail? {
    thumbnails.first { $0.name == size.name }?.image
  }
}
