package import MediaTypes

/// How a file will be decoded, and at what memory: the value that travels to the decoder.
package struct DecodePlan: Sendable, Hashable {
  /// The ways to try, in this order; the first that shows something ends it.
  ///
  /// Never empty.
  package var steps: [DecodeStep]
  /// What is reserved for the first attempt, in bytes above an idle worker.
  ///
  /// It is the bound of the first way; see `attempt`.
  package var plannedBytes: UInt64
  /// Width and height as shown, in pixels, where known.
  package var displaySize: PixelSize?
  /// How the stored picture must be turned; videos and HEIF items say it themselves.
  package var orientation: Orientation
  /// What a video's container cuts off the stored picture.
  package var crop: PixelInsets?
  /// What the file says about its colour.
  package var codePoints: ColourFacts.CodePoints?
  /// Where EXIF data lie that thumbnails shall keep, in bytes from the start of the file.
  package var exifBytes: Range<UInt64>?
  /// The longest side that is wanted, in pixels.
  package var wantedSide: Int
  /// Ways that were not taken, and why.
  package var rejected: [RejectedStep]

  /// A way that was not taken.
  package struct RejectedStep: Sendable, Hashable {
    /// The way.
    package var step: DecodeStep
    /// Why it was not taken, with the numbers.
    package var reason: String

    /// Creates a rejected step.
    package init(_ step: DecodeStep, because reason: String) {
      self.step = step
      self.reason = reason
    }
  }

  /// Creates a plan.
  package init(
    steps: [DecodeStep], plannedBytes: UInt64, displaySize: PixelSize?, orientation: Orientation,
    codePoints: ColourFacts.CodePoints?, wantedSide: Int, rejected: [RejectedStep] = []
  ) {
    self.steps = steps
    self.plannedBytes = plannedBytes
    self.displaySize = displaySize
    self.orientation = orientation
    self.codePoints = codePoints
    self.wantedSide = wantedSide
    self.rejected = rejected
  }

  /// The size to which a decoder may reduce a picture: what is wanted, never enlarged.
  ///
  /// - Parameter size: The whole picture's width and height, in pixels; either way up.
  /// - Returns: Width and height of the reduced picture, in pixels.
  package func targetSize(of size: PixelSize) -> PixelSize { size.fitted(withinSide: wantedSide) }

  /// Why the picture itself is not decoded, where only previews or covers are tried instead.
  ///
  /// A file without them has this error, rather than one about a preview that nobody promised.
  package var refusal: ThumbnailError? {
    let isPart: (DecodeStep) -> Bool = { $0.source == .embedded || $0.source == .cover }
    guard steps.allSatisfy(isPart), let refused = rejected.first(where: { !isPart($0.step) }) else {
      return nil
    }
    return ThumbnailError(.overBudget, "decoding \(refused.reason); raise the budget")
  }

  /// The way that is tried first.
  package var firstSource: PreviewSource? { steps.first?.source }
}
