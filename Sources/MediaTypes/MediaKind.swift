/// What a person would call a file.
public enum MediaKind: String, Sendable, CaseIterable {
  /// A still or animated picture.
  case image
  /// Moving pictures, with or without sound.
  case video
  /// Sound without moving pictures; it may carry a cover.
  case audio
  /// Something to read: a page, a sheet, a text.
  case document
  /// Anything else.
  case other

  /// Whether files of this kind are media: what a directory walk makes thumbnails of.
  public var isMedia: Bool {
    self == .image || self == .video || self == .audio
  }
}
