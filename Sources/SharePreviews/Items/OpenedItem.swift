internal import ByteSources
internal import MediaTypes
internal import ThumbnailMaking

/// An item whose bytes can be read, or that failed to be one.
struct OpenedItem: Sendable {
  /// What it is tagged with.
  let identifier: String
  /// What a person would call it.
  var title: String
  /// Where its bytes are; `nil` where it could not be opened.
  var source: (any ByteSource)?
  /// What its content says; `nil` where it says nothing.
  var facts: MediaFacts?
  /// What counts as its type: what the content says, else what is claimed, else what the name says.
  var type: UniformType
  /// What was odd on the way.
  var warnings: [MediaWarning] = []
  /// Why it cannot be used.
  var error: ThumbnailError?

  /// How many bytes it has, where that is known.
  var byteCount: UInt64? { source?.byteCount }

  /// Bytes and facts together, where it can be decoded.
  var media: SniffedMedia? {
    guard let source, let facts, error == nil else { return nil }
    return SniffedMedia(source: source, facts: facts)
  }
}
