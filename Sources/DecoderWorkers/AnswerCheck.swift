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
    guard hasSignature(of: thumbnail.format, thumbnail.bytes) else {
      return "bytes that are no \(thumbnail.format.rawValue)"
    }
    return nil
  }

  /// Source: WHATWG MIME Sniffing § 6.1 (JPEG, PNG, WebP), ISO/IEC 23000-22 § 6.2 (AVIF).
  private static func hasSignature(of format: OutputFormat, _ bytes: [UInt8]) -> Bool {
    switch format {
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    case .avif: bytes.dropFirst(4).starts(with: "ftypavif".utf8)
    }
  }
}
