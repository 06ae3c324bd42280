/// What a thumbnail is made of.
public enum ThumbnailInput: Sendable, Hashable {
  /// The file at a path.
  case file(String)
  /// An open descriptor of a regular file; it stays the caller's and is not moved.
  case descriptor(Int32)
  /// The bytes of a file.
  case bytes([UInt8])
}
