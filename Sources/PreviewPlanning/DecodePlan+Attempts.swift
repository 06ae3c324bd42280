package import MediaTypes

/// A plan is carried out attempt by attempt: each reserves what its first way takes, and the ways
/// behind it that take no more are tried with the same bytes.
///
/// So a spare way that is dear costs nothing unless those before it fail.
extension DecodePlan {
  /// The ways up to the first one that takes more than is reserved.
  package var attempt: DecodePlan {
    var plan = self
    plan.steps = Array(steps.prefix { $0.plannedBytes <= plannedBytes })
    if plan.steps.isEmpty { plan.steps = Array(steps.prefix(1)) }
    return plan
  }

  /// Bytes that the attempt asks the system for beyond those that it takes.
  package var untouchedBytes: UInt64 { attempt.steps.map(\.untouchedBytes).max() ?? 0 }

  /// The plan for the ways behind the attempt, with a bound of its own; `nil` where none is left.
  package var later: DecodePlan? {
    let left = steps.dropFirst(attempt.steps.count)
    guard let first = left.first else { return nil }
    var plan = self
    plan.steps = Array(left)
    plan.plannedBytes = first.plannedBytes
    return plan
  }

  /// The ways that are worth trying after a failure of an attempt before; `nil` where none is.
  ///
  /// Ways that decode further in a video serve where its key frames told nothing or took more memory
  /// than was thought; what is damaged or cannot be decoded stays so.
  package func worthTrying(after error: ThumbnailError, of attempt: DecodePlan) -> DecodePlan? {
    guard error.isWorthAnotherWay else { return nil }
    guard error.code != .noPreview, error.code != .overBudget,
      attempt.steps.contains(where: { $0.decoder == .ffmpegTellingFrame })
    else { return self }
    var plan = self
    plan.steps.removeAll { $0.source == .frame && $0.shrink == 1 }
    guard let next = plan.steps.first else { return nil }
    plan.plannedBytes = next.plannedBytes
    return plan
  }

  /// Which of two failures tells more of the file.
  ///
  /// A preview that does not serve says less than the picture itself that does not decode.
  ///
  /// - Parameters:
  ///   - earlier: Why the ways before failed, where there were any.
  ///   - error: Why the ways of this plan failed.
  /// - Returns: One of them.
  package func telling(_ earlier: ThumbnailError?, or error: ThumbnailError) -> ThumbnailError {
    guard let earlier else { return error }
    return steps.allSatisfy(\.isPreview) ? earlier : error
  }
}

extension DecodeStep {
  /// Whether it shows a picture that lies beside or inside what the file is about.
  package var isPreview: Bool { source == .embedded || source == .cover }
}

extension ThumbnailError {
  /// Whether another way into the same file may lead further.
  package var isWorthAnotherWay: Bool {
    switch code {
    case .unreadable, .vanished, .cancelled, .timedOut, .outputFailed: false
    default: true
    }
  }
}
