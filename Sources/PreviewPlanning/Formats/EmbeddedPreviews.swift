internal import MediaTypes

/// Smaller pictures inside a file: which may stand for the whole.
enum EmbeddedPlanning {
  /// Pixels that a byte of a preview of unknown size stands for; a preview that turns out to take
  /// more than planned is tried again with all there is.
  private static let assumedPixelsPerByte = 16.0
  /// The largest preview that is looked at, in bytes of the file.
  private static let byteCap: UInt64 = 64 << 20

  /// The previews that are as good as the picture for what is wanted, smallest first.
  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, request.options.embedded != .never else { return [] }
    return candidates(in: request)
      .filter { isAdequate($0, for: size, request: request) }
      .sorted { side($0) < side($1) }
      .compactMap { step(for: $0, source: .embedded, request: request) }
  }

  /// Every decodable preview, those that are large enough first and smallest of them first.
  static func allSteps(for request: PlanRequest, source: PreviewSource) -> [DecodeStep] {
    let all = candidates(in: request)
    let enough = all.filter { side($0) >= request.wantedSide }.sorted { side($0) < side($1) }
    let unknown = all.filter { side($0) == 0 }.sorted { $0.byteCount > $1.byteCount }
    let small = all.filter { side($0) > 0 && side($0) < request.wantedSide }
      .sorted { side($0) > side($1) }
    return (enough + unknown + small).compactMap { step(for: $0, source: source, request: request) }
  }

  private static func candidates(in request: PlanRequest) -> [EmbeddedPreview] {
    request.facts.previews.filter {
      $0.format != nil && $0.byteCount > 0 && $0.byteCount <= byteCap
    }
  }

  private static func side(_ preview: EmbeddedPreview) -> Int { preview.size?.longerSide ?? 0 }

  /// Not smaller than wanted nor larger than the picture, and of the same shape within a pixel's
  /// rounding.
  private static func isAdequate(
    _ preview: EmbeddedPreview, for size: PixelSize, request: PlanRequest
  ) -> Bool {
    guard let own = preview.size, own.isValid, size.isValid else { return false }
    // One that is larger than its picture belongs to a picture that was cut since.
    guard own.longerSide >= min(request.wantedSide, size.longerSide),
      own.longerSide <= size.longerSide
    else { return false }
    return EmbeddedShape.isSame(own, as: size)
  }

  /// A square of as many pixels as the bytes of a preview are likely to stand for.
  private static func assumedSize(of preview: EmbeddedPreview) -> PixelSize {
    let pixels = Double(min(preview.byteCount, byteCap)) * assumedPixelsPerByte
    let side = Int(max(256 * 256, pixels).squareRoot())
    return PixelSize(width: side, height: side)
  }

  private static func step(
    for preview: EmbeddedPreview, source: PreviewSource, request: PlanRequest
  ) -> DecodeStep? {
    guard let format = preview.format else { return nil }
    var facts = MediaFacts(format: format)
    facts.size = preview.size ?? assumedSize(of: preview)
    facts.byteCount = preview.byteCount
    // The header of the preview is read only when it is decoded: the dearest kind is assumed.
    facts.image.isProgressive = true
    facts.image.channels = 3
    let nested = PlanRequest(
      facts: facts, options: request.options, wantedSide: request.wantedSide)
    let steps = FormatPlans.family(of: format)?.steps(for: nested) ?? []
    // The spare way may be the cheapest, and would be the only one that has room then.
    let usual = steps.filter { $0.decoder != .ffmpegStill }
    guard let bytes = (usual.isEmpty ? steps : usual).map(\.plannedBytes).min() else { return nil }
    let words = preview.size.map { "of \($0)" } ?? "of unknown size"
    return DecodeStep(
      source, by: .nested, format: format, preview: preview, size: preview.size,
      plannedBytes: bytes, reason: "a \(preview.role.rawValue) \(words) lies in the file")
  }
}
