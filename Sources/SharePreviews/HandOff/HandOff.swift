internal import JSONText
public import MediaTypes

/// Results of a session in a directory, for another process to pick up.
///
/// ```
/// session/
///   manifest.json      what follows, and what there is to know of each item
///   0-small.jpg        thumbnails, by position and size
///   0-original.heic    the item's bytes: one more name of the same file, or a copy
/// ```
///
/// The directory takes its name when it is complete: who finds it, finds all of it.
public struct HandOff: Sendable, Hashable {
  /// What becomes of the items' own bytes.
  public enum Originals: String, Sendable, CaseIterable {
    /// One more name for the same file; a copy where that cannot be, as across file systems.
    case links
    /// A copy, which later changes of the original do not reach.
    case copies
    /// They are left out.
    case none
  }

  /// A thumbnail as a file.
  public struct Thumbnail: Sendable, Hashable {
    /// The name of its size, such as `small`.
    public let name: String
    /// The path of its file.
    public let path: String
    /// Width and height, in pixels.
    public let size: PixelSize
    /// Its coding.
    public let format: OutputFormat
    /// How many bytes it has.
    public let byteCount: UInt64
  }

  /// An item as it was handed on.
  public struct Item: Sendable, Hashable {
    /// Its position in the session, from 0.
    public let position: Int
    /// What it is tagged with.
    public let identifier: String
    /// What a person would call it.
    public let title: String
    /// Its length in bytes, where that is known.
    public let byteCount: UInt64?
    /// What a person would call its kind.
    public let kind: MediaKind
    /// What its content is.
    public let type: UniformType
    /// What its content is, as a MIME type.
    public let mime: String
    /// What it is in words.
    public let typeText: String
    /// Play time in seconds, where there is one.
    public let duration: Double?
    /// Width and height as shown, in pixels, where there is a picture.
    public let pixelSize: PixelSize?
    /// A safe file name for it.
    public let fileName: String?
    /// The path of its own bytes, where they were handed on.
    public let originalPath: String?
    /// Its thumbnails.
    public let thumbnails: [Thumbnail]
    /// What was odd, each as its code and its words.
    public let warnings: [String]
    /// Why it has no thumbnail.
    public let error: ThumbnailError?
  }

  /// The path of the directory.
  public let path: String
  /// The items, in the order in which they were given.
  public let items: [Item]

  /// The name of the list in the directory.
  static let manifestName = "manifest.json"
  /// What the list says of itself; other versions are not read.
  static let version: Int64 = 1
}
