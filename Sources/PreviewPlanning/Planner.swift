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
    throw ThumbnailError(.unsupported, "nothing here decodes \(facts.mime)")
  }
}
