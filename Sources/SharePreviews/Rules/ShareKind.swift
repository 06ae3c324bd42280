internal import MediaTypes

/// What an item counts as when rules limit how many of a kind there may be.
public enum ShareKind: String, Sendable, CaseIterable {
  /// A still or animated picture.
  case image
  /// Moving pictures.
  case video
  /// Sound.
  case audio
  /// An address of the web: a shortcut file, or a text claimed to be one that is nothing else.
  case url
  /// A page of HTML.
  case webPage
  /// Text, also in a markup that people write.
  case text
  /// Something to read that is no text: a PDF, a sheet.
  case document
  /// Anything else.
  case other

  /// Judges content.
  ///
  /// - Parameters:
  ///   - facts: What the sniffer found.
  ///   - isAddress: Whether the whole content is one address, and was claimed to be.
  init(_ facts: MediaFacts, isAddress: Bool = false) {
    self =
      switch facts.kind {
      case .image: .image
      case .video: .video
      case .audio: .audio
      case .document, .other:
        if isAddress || facts.conforms(to: .url) {
          .url
        } else if facts.conforms(to: UniformType("public.html")) {
          .webPage
        } else if facts.conforms(to: .text) {
          .text
        } else {
          facts.kind == .document ? .document : .other
        }
      }
  }
}
