package import MediaTypes

/// From facts, sizes wanted and budget to a plan; touches nothing.
package struct Planner: Sendable {
  /// Bytes that one job may take, above an idle worker.
  package let capacity: UInt64

  /// Creates a planner for jobs of at most `capacity` bytes.
  package init(capacity: UInt64) { self.capacity = capacity }

  /// Chooses how to decode a file.
  ///
  /// - Parameters:
  ///   - facts: What the sniffer found.
  ///   - options: What thumbnails are wanted.
  /// - Returns: The plan, whose `plannedBytes` are at most the capacity.
  /// - Throws: `notMedia`, `unsupported`, `noPreview`, `overLimit`, or `overBudget` with both
  ///   numbers.
  package func plan(
    for facts: MediaFacts, options: ThumbnailOptions
  ) throws(ThumbnailError) -> DecodePlan {
    guard let family = FormatPlans.family(of: facts.format) else {
      throw Planner.refusal(of: facts)
    }
    try Planner.checkPlausible(facts)
    let wantedSide = Planner.wantedSide(for: facts.displaySize ?? facts.size, options: options)
    let request = PlanRequest(facts: facts, options: options, wantedSide: wantedSide)
    let known = family.steps(for: request)
    if known.isEmpty, let refusal = family.refusal(of: request) { throw refusal }
    let ways = known.filter { Planner.isAllowed($0, by: options) }
    guard !ways.isEmpty else { throw Planner.nothingToShow(in: facts) }
    let (steps, rejected) = choose(among: ways)
    guard let planned = steps.first?.plannedBytes else {
      let needed = ways.map(\.plannedBytes).min() ?? 0
      throw ThumbnailError(
        .overBudget,
        "decoding needs \(needed) bytes, \(capacity) can be had; raise the budget")
    }
    var plan = DecodePlan(
      steps: steps, plannedBytes: planned, displaySize: facts.displaySize,
      orientation: facts.orientation, codePoints: facts.colour.codePoints, wantedSide: wantedSide,
      rejected: rejected)
    plan.crop = facts.tracks.crop
    plan.exifBytes = options.keepsMetadata ? facts.exifBytes : nil
    return plan
  }

  /// Takes the ways that fit.
  private func choose(
    among ways: [DecodeStep]
  ) -> (steps: [DecodeStep], rejected: [DecodePlan.RejectedStep]) {
    var steps: [DecodeStep] = []
    var rejected: [DecodePlan.RejectedStep] = []
    for way in ways {
      if way.plannedBytes > capacity {
        rejected.append(
          .init(
            way,
            because: "needs \(QuantityText.byteCount(way.plannedBytes)),"
              + " \(QuantityText.byteCount(capacity)) can be had"))
      } else {
        steps.append(way)
      }
    }
    return (steps, rejected)
  }

  private static func isAllowed(_ step: DecodeStep, by options: ThumbnailOptions) -> Bool {
    switch options.embedded {
    case .prefer: true
    case .never: step.source != .embedded
    case .only: step.source == .embedded || step.source == .cover
    }
  }

  /// The longest side that decoding must give, so that every size can be made from it.
  private static func wantedSide(for size: PixelSize?, options: ThumbnailOptions) -> Int {
    let side = max(1, options.largestSize)
    guard options.fit != .inside else { return side }
    // A square is covered when the shorter side reaches it.
    guard let size, size.isValid else { return side.multipliedClamped(by: 4) }
    let ratio = Double(size.longerSide) / Double(size.shorterSide)
    return Int(min(Double(size.longerSide), (Double(side) * ratio).rounded(.up)))
  }

  /// Why nothing can be shown of a format whatever else a file says; `nil` where something may be.
  package static func refusal(byFormatOf facts: MediaFacts) -> ThumbnailError? {
    FormatPlans.family(of: facts.format) == nil ? refusal(of: facts) : nil
  }

  private static func refusal(of facts: MediaFacts) -> ThumbnailError {
    if facts.kind == .audio { return nothingToShow(in: facts) }
    return otherRefusal(of: facts)
  }

  private static func otherRefusal(of facts: MediaFacts) -> ThumbnailError {
    facts.kind.isMedia
      ? ThumbnailError(
        .unsupported,
        "nothing here decodes \(facts.mime); convert the file to a format that is supported")
      : ThumbnailError(.notMedia, "is \(facts.mime), neither picture, video nor sound")
  }

  private static func nothingToShow(in facts: MediaFacts) -> ThumbnailError {
    if facts.kind == .audio {
      return ThumbnailError(.noPreview, "is sound without a cover")
    }
    if facts.size == nil {
      return ThumbnailError(
        .corrupt, "is \(facts.mime), but its header gives no size in pixels; get the file anew")
    }
    return ThumbnailError(.noPreview, "is \(facts.mime) and holds no picture that can be shown")
  }

  /// Refuses what cannot be true, before anybody allocates for it.
  private static func checkPlausible(_ facts: MediaFacts) throws(ThumbnailError) {
    // No format goes beyond these, and the arithmetic of costs may then go without checks.
    let (channels, bits) = (facts.image.channels ?? 1, facts.image.bitDepth ?? 8)
    guard (0...1 << 16).contains(channels), (0...256).contains(bits) else {
      throw ThumbnailError(.corrupt, "its header claims \(channels) channels of \(bits) bits")
    }
    guard let size = facts.size else { return }
    guard size.isValid else {
      throw ThumbnailError(.corrupt, "its header claims \(size) pixels")
    }
    guard let area = size.area, area <= maximumPixels else {
      throw ThumbnailError(
        .overLimit, "claims \(size) pixels, more than \(maximumPixels) are never decoded")
    }
    guard let byteCount = facts.byteCount, let most = mostPixelsPerByte(facts) else { return }
    guard Double(area) <= (Double(byteCount) + 64) * most else {
      throw ThumbnailError(
        .overLimit,
        "claims \(size) pixels in \(byteCount) bytes, which cannot hold them; the header lies, or most"
          + " of the file is missing")
    }
  }

  /// How many pixels a byte of a coding can stand for at most; `nil` where there is no bound.
  private static func mostPixelsPerByte(_ facts: MediaFacts) -> Double? {
    switch facts.format {
    case .png, .apng:
      // deflate needs a bit or more for each match of 258 bytes.
      let bits = (facts.image.bitDepth ?? 1) * (facts.image.channels ?? 1)
      return 1040 * 8 / Double(max(1, bits))
    case .jpeg:
      // A block of 64 pixels takes two bits or more; one part in sixteen is worth showing.
      return 64 * 4 * 16
    case .dpx, .xwd, .dds, .pnm:
      // Not packed, or to a bit a pixel; one part in sixteen is worth showing.
      return 8 * 16
    case .qoi, .tga, .pcx, .sunRaster:
      // Runs of up to 256 pixels in two bytes or more, and again one part in sixteen.
      return 128 * 16
    default:
      return nil
    }
  }

  /// A picture above this is refused whatever it costs: 2^32 pixels.
  private static let maximumPixels = 1 << 32
}

extension Int {
  fileprivate func multipliedClamped(by factor: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? Int.max : product
  }
}
