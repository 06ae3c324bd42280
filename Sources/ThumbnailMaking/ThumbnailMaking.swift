package import ByteSources
public import MediaTypes

/// Makes thumbnails, in this process or in others.
public protocol ThumbnailMaking: Sendable {
  /// Makes thumbnails in several sizes from one decode.
  ///
  /// It ends soon after its task is cancelled, with the code `cancelled`.
  ///
  /// - Parameters:
  ///   - media: What they are made of.
  ///   - options: The sizes and how they shall look.
  /// - Returns: The thumbnails, where they come from, and what was odd beyond the facts.
  /// - Throws: `ThumbnailError`; its code says whose move it is.
  func thumbnails(
    of media: SniffedMedia, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome
}

/// An open file, and what it says about itself.
public struct SniffedMedia: Sendable {
  /// Where its bytes are.
  package let source: any ByteSource
  /// What it says about itself.
  public let facts: MediaFacts

  /// Puts together what belongs together.
  ///
  /// - Parameters:
  ///   - source: Where the bytes are.
  ///   - facts: What the sniffer found in them.
  package init(source: any ByteSource, facts: MediaFacts) {
    self.source = source
    self.facts = facts
  }
}
