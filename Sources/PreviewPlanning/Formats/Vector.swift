internal import MediaTypes

/// SVG and PDF: drawn at the size that is wanted, whatever size they name.
enum Vector: FormatPlanning {
  static let formats: [MediaFormat] = [.svg, .svgz, .pdf]

  /// What a renderer holds of the document, as a multiple of its bytes.
  private static let documentFactor: UInt64 = 12
  private static let rendererBytes: UInt64 = 5 << 20

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    var sum = ByteSum(rendererBytes)
    FinishCost.add(to: &sum, for: request)
    // The page as it is drawn, and strips of it on its way.
    sum.add(14, perPixelOf: request.target)
    sum.add(documentFactor, min(request.byteCount, 64 << 20))
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: request.format, size: request.size, plannedBytes: bytes,
        reason: "drawn at the size that is wanted")
    ]
  }
}
