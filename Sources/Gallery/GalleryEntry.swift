package import MediaTypes

/// A file as a contact sheet shows it.
package struct GalleryEntry: Sendable {
  /// What came of the file.
  package enum Outcome: Sendable {
    /// There is a thumbnail.
    case shown(Thumbnail)
    /// There is none, and this is why.
    case failed(ThumbnailError)
  }

  /// A thumbnail in a file of its own.
  package struct Thumbnail: Sendable {
    /// The path of its file, from the thumbnails' directory on.
    package var path: [UInt8]
    /// Width and height, in pixels, where known.
    package var size: PixelSize?
    /// The length of its file, in bytes.
    package var byteCount: UInt64

    /// Names a thumbnail.
    package init(path: [UInt8], size: PixelSize?, byteCount: UInt64) {
      self.path = path
      self.size = size
      self.byteCount = byteCount
    }
  }

  /// The name as people shall read it: one line of text.
  package var name: String
  /// The path of the file itself, absolute or from the current directory.
  package var path: [UInt8]
  /// What came of it.
  package var outcome: Outcome
  /// What a person would call it; `nil` where it could not be read.
  package var kind: MediaKind?
  /// The MIME type; `nil` where it could not be read.
  package var mime: String?
  /// The length of the file, in bytes.
  package var byteCount: UInt64?
  /// Width and height as shown, in pixels.
  package var displaySize: PixelSize?
  /// What was odd, each in one line.
  package var warnings: [String]

  /// Describes a file of which no more is known than what came of it.
  ///
  /// - Parameters:
  ///   - name: The name as people shall read it.
  ///   - path: The path of the file itself.
  ///   - outcome: What came of it.
  package init(name: String, path: [UInt8], outcome: Outcome) {
    self.name = name
    self.path = path
    self.outcome = outcome
    warnings = []
  }
}
