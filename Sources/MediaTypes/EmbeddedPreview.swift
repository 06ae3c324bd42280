/// A smaller picture that lies inside a file, ready to be decoded by itself.
public struct EmbeddedPreview: Sendable, Hashable {
  /// Where such a preview is found.
  public enum Role: String, Sendable {
    /// The thumbnail of EXIF's first directory.
    case exifThumbnail
    /// A picture of the multi-picture format (CIPA DC-007).
    case multiPicture
    /// A preview that a camera put into its raw file or its maker note.
    case rawPreview
    /// A HEIF or AVIF item with a `thmb` reference.
    case heifThumbnail
    /// A thumbnail in Photoshop's image resources.
    case photoshopThumbnail
    /// The preview of a JPEG XL file.
    case jpegXLPreview
    /// The picture itself, as a file of another format that this one is wrapped around.
    case wrapped
    /// A picture of a cover.
    case cover
  }

  /// Where it was found.
  public var role: Role
  /// Its coding; `nil` where it is not a file of its own (a HEIF item, raw pixels).
  public var format: MediaFormat?
  /// Where its bytes begin, from the start of the file.
  public var offset: UInt64
  /// How many bytes it has.
  public var byteCount: UInt64
  /// Its size in pixels as stored, where that is cheap to know.
  public var size: PixelSize?
  /// The identifier of its HEIF item.
  public var itemID: UInt32?

  /// Creates the description of a preview.
  ///
  /// - Parameters:
  ///   - role: Where it was found.
  ///   - format: Its coding, where its bytes are a file of their own.
  ///   - offset: Where its bytes begin.
  ///   - byteCount: How many bytes it has.
  ///   - size: Its size in pixels, where known.
  ///   - itemID: The identifier of its HEIF item, where it is one.
  public init(
    role: Role, format: MediaFormat?, offset: UInt64, byteCount: UInt64, size: PixelSize? = nil,
    itemID: UInt32? = nil
  ) {
    self.role = role
    self.format = format
    self.offset = offset
    self.byteCount = byteCount
    self.size = size
    self.itemID = itemID
  }
}
