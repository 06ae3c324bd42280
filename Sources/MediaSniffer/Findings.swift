import MediaTypes

/// What a parser has found so far.
struct Findings: Sendable {
  /// The facts so far.
  var facts: MediaFacts
  /// Whether the format will not change any more.
  private(set) var isFormatCertain: Bool

  /// Begins with a format.
  init(_ format: MediaFormat, isCertain: Bool) {
    facts = MediaFacts(format: format)
    isFormatCertain = isCertain
  }

  /// Fixes the format for good, with its kind and names unless others are given.
  mutating func settle(
    on format: MediaFormat, kind: MediaKind? = nil, mime: String? = nil, uniformType: String? = nil
  ) {
    assert(!isFormatCertain || facts.format == format, "a certain format changed")
    facts.format = format
    facts.kind = kind ?? format.kind
    facts.mime = mime ?? format.mime
    facts.uniformType = uniformType ?? format.uniformType
    isFormatCertain = true
  }

  /// Notes something odd, once.
  mutating func warn(_ code: MediaWarning.Code, _ detail: String) {
    let warning = MediaWarning(code, detail)
    guard !facts.warnings.contains(warning), facts.warnings.count < 16 else { return }
    facts.warnings.append(warning)
  }

  /// Notes a smaller picture, as long as there are not unreasonably many.
  mutating func add(_ preview: EmbeddedPreview) {
    guard preview.byteCount > 0, facts.previews.count < 64 else { return }
    facts.previews.append(preview)
  }
}
