internal import ByteSources
public import MediaTypes

/// What came of an item: what to show, what to upload, and what went wrong.
public struct ShareResult: Sendable {
  /// The position of its item among those of the session, from 0.
  public let position: Int
  /// What its item is tagged with.
  public let identifier: String
  /// Whether no better one follows.
  public let isFinal: Bool
  /// What to show; also of an item that failed.
  public let preview: SharePreview
  /// What an upload needs; `nil` where there are no bytes to be had.
  public let upload: ShareUpload?
  /// Why there is no thumbnail; `nil` where there is one.
  public let error: ThumbnailError?
  /// Why rules refuse the item; `nil` where they do not, or were not asked.
  public let refusal: ShareVerdict.Refusal?
}

/// The parts of a result, put together as they come.
struct ResultDraft {
  let position: Int
  let opened: OpenedItem
  let style: ByteCountStyle
  var thumbnails: [SharePreview.Thumbnail] = []
  var displaySize: PixelSize?
  var placeholder: Placeholder?
  var warnings: [MediaWarning] = []
  var error: ThumbnailError?
  var refusal: ShareVerdict.Refusal?

  /// The result as it stands.
  func result(isFinal: Bool) -> ShareResult {
    let facts = opened.facts
    let preview = SharePreview(
      title: opened.title, byteCount: opened.byteCount,
      byteCountText: opened.byteCount.map(style.text), kind: kind,
      type: opened.type, mime: mime, typeText: typeText, duration: facts?.duration,
      durationText: facts?.duration.flatMap(QuantityText.playTime),
      pixelSize: facts?.displaySize ?? facts?.size ?? displaySize, thumbnails: thumbnails,
      placeholder: placeholder,
      warnings: opened.warnings + warnings.filter { !opened.warnings.contains($0) })
    return ShareResult(
      position: position, identifier: opened.identifier, isFinal: isFinal, preview: preview,
      upload: upload, error: thumbnails.isEmpty ? opened.error ?? error : nil, refusal: refusal)
  }

  private var kind: MediaKind {
    if let facts = opened.facts, facts.format != .unknown { return facts.kind }
    return MediaKind.allCases.first { kind in
      kind != .other && kind != .document && opened.type.conforms(to: .abstract(of: kind))
    } ?? (opened.type.conforms(to: .content) ? .document : .other)
  }

  private var mime: String {
    if let facts = opened.facts, facts.format != .unknown { return facts.mime }
    let format = MediaFormat.shared.first { $0.uniformType == opened.type.identifier }
    return format?.mime ?? "application/octet-stream"
  }

  private var typeText: String {
    guard let facts = opened.facts, facts.format != .unknown else {
      return TypeText.words(for: opened.type)
    }
    return TypeText.words(for: facts)
  }

  private var upload: ShareUpload? {
    opened.source.map { source in
      ShareUpload(
        fileName: ShareName.fileName(for: opened.title, facts: opened.facts),
        byteCount: source.byteCount, mime: mime, source: source)
    }
  }
}
