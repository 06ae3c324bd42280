package import MediaTypes

/// Why libjxl did not decode a picture.
package enum JXLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library cannot be loaded, for the reason in words.
  case notLoaded(String)
  /// The source of the bytes failed.
  case source(ThumbnailError)
  /// The task was cancelled.
  case cancelled
  /// No memory for the decoder.
  case outOfMemory
  /// The bytes are not as they have to be.
  case damaged
  /// The bytes end before the picture does.
  case truncated
  /// A kind of samples that is not given out here, as the words say.
  case unsupported(String)

  /// What happened, in words.
  package var description: String {
    switch self {
    case .notLoaded(let reason): "libjxl cannot be loaded (\(reason)); install it"
    case .source(let error): error.message
    case .cancelled: "the task was cancelled while it decoded"
    case .outOfMemory: "no memory for libjxl's decoder"
    case .damaged: "its coded picture is damaged; get the file anew"
    case .truncated: "the file ends before its picture does; get it anew"
    case .unsupported(let words): words
    }
  }

  /// The same in the words that users of the library know.
  package var thumbnailError: ThumbnailError {
    switch self {
    case .source(let error): error
    case .cancelled: ThumbnailError(.cancelled, description)
    case .outOfMemory: ThumbnailError(.overBudget, description)
    case .notLoaded, .unsupported: ThumbnailError(.unsupported, description)
    case .damaged, .truncated: ThumbnailError(.corrupt, description)
    }
  }
}
