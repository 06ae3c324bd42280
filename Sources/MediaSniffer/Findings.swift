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

  /// Notes the size as stored; sides of no or impossible length are left out.
  mutating func setSize(_ width: some BinaryInteger, _ height: some BinaryInteger) {
    guard let width = Int(exactly: width), let height = Int(exactly: height) else { return }
    let size = PixelSize(width: width, height: height)
    if size.isValid { facts.size = size }
  }

  /// Notes the width of a pixel in units of its height, and the size as shown that follows; shapes
  /// that no picture has are left out.
  mutating func setPixelAspect(_ aspect: Double) {
    guard var shown = facts.size else { return }
    if abs(aspect - 1) > 0.001, 0.1...10 ~= aspect {
      facts.tracks.pixelAspectRatio = aspect
      shown.width = max(1, Int((Double(shown.width) * aspect).rounded()))
    }
    facts.displaySize = shown
  }

  /// Notes channels, how they are read, and the bits of each.
  mutating func setChannels(
    _ count: Int, _ model: ImageFacts.ColourModel?, bits: Int? = nil, alpha: Bool = false
  ) {
    facts.image.channels = count
    facts.image.colourModel = model
    facts.image.hasAlpha = alpha
    if let bits { facts.image.bitDepth = bits }
  }

  /// Notes something odd, once.
  mutating func warn(_ code: MediaWarning.Code, _ detail: String) {
    let warning = MediaWarning(code, detail)
    guard !facts.warnings.contains(warning), facts.warnings.count < 16 else { return }
    facts.warnings.append(warning)
  }

  /// Notes a smaller picture, once, as long as there are not unreasonably many.
  mutating func add(_ preview: EmbeddedPreview) {
    guard preview.byteCount > 0, facts.previews.count < 32 else { return }
    let isKnown = facts.previews.contains {
      $0.offset == preview.offset && $0.byteCount == preview.byteCount
        && $0.itemID == preview.itemID
    }
    guard !isKnown else { return }
    facts.previews.append(preview)
  }

  /// Shortens previews that reach over the end of the file, and drops those behind it.
  mutating func cutPreviews(at end: UInt64) {
    facts.previews.removeAll { $0.offset >= end && $0.itemID == nil }
    for place in facts.previews.indices where facts.previews[place].offset < end {
      let rest = end - facts.previews[place].offset
      facts.previews[place].byteCount = min(facts.previews[place].byteCount, rest)
    }
  }
}
