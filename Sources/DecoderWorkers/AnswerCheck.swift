internal import ByteSources
internal import MediaReading
internal import MediaTypes
internal import WorkerProtocol

/// Whether an answer can be true: a decoder that was taken over says what it likes.
enum AnswerCheck {
  /// Looks for a contradiction between an answer and its job.
  ///
  /// - Parameters:
  ///   - answer: What a worker said.
  ///   - job: What it was asked.
  /// - Returns: What is wrong, in words; `nil` where nothing is.
  static func fault(of answer: DecodeAnswer, to job: DecodeJob) -> String? {
    guard case .success(let outcome) = answer.result else { return nil }
    guard outcome.thumbnails.map(\.askedSize) == job.options.sizes else {
      return "thumbnails of other sizes than were asked for"
    }
    if let size = outcome.displaySize, !size.isValid {
      return "a picture of \(size) pixels"
    }
    return outcome.thumbnails.lazy.compactMap { fault(of: $0, format: job.options.format) }.first
  }

  private static func fault(of thumbnail: EncodedThumbnail, format: OutputFormat?) -> String? {
    guard thumbnail.size.isValid, thumbnail.size.longerSide <= thumbnail.askedSize else {
      return "a thumbnail of \(thumbnail.size) pixels, \(thumbnail.askedSize) were asked for"
    }
    guard
      format == nil
        ? thumbnail.format == .jpeg || thumbnail.format == .png
        : thumbnail.format == format
    else {
      return "a thumbnail in \(thumbnail.format.rawValue), which was not asked for"
    }
    return contradiction(in: thumbnail)
  }

  /// Looks into the header of a thumbnail, as into that of any stranger's file.
  private static func contradiction(in thumbnail: EncodedThumbnail) -> String? {
    guard let facts = try? MediaReader.facts(of: MemorySource(thumbnail.bytes)),
      facts.format == mediaFormat(of: thumbnail.format)
    else { return "bytes that are no \(thumbnail.format.rawValue)" }
    guard facts.displaySize == thumbnail.size, facts.size == thumbnail.size else {
      let written = facts.size.map { "\($0)" } ?? "no"
      return "a thumbnail of \(thumbnail.size) pixels in whose header \(written) stand"
    }
    return nil
  }

  private static func mediaFormat(of format: OutputFormat) -> MediaFormat {
    switch format {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .avif: .avif
    }
  }
}
