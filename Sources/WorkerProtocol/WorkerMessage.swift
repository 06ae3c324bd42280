package import MediaTypes

/// What a worker says.
package enum WorkerMessage: Sendable, Hashable {
  /// Its libraries are loaded, and it is confined.
  case ready(WorkerGreeting)
  /// The answer to a job.
  case answer(DecodeAnswer)

  /// Reads a message from its frame.
  package init(_ frame: Frame) throws(ProtocolError) {
    switch frame.kind {
    case .ready: self = .ready(try WorkerGreeting(body: frame.body))
    case .answer: self = .answer(try DecodeAnswer(body: frame.body))
    case .job: throw .unknown("message from a worker")
    }
  }
}

/// What memory a job took; as growth over what the worker held before.
package struct JobMemory: Sendable, Hashable {
  /// Growth of the peak of resident bytes.
  package var peakGrowth: UInt64
  /// The part of it that are pages of files, such as code of libraries used for the first time.
  package var fileGrowth: UInt64

  /// Creates an account.
  package init(peakGrowth: UInt64, fileGrowth: UInt64) {
    self.peakGrowth = peakGrowth
    self.fileGrowth = fileGrowth
  }

  /// Growth of the peak of anonymous bytes.
  package var anonymousGrowth: UInt64 { peakGrowth - min(peakGrowth, fileGrowth) }
}

/// The answer to a job.
package struct DecodeAnswer: Sendable, Hashable {
  /// The number of the job.
  package var number: UInt64
  /// The thumbnails, or why there are none.
  package var result: Result<ThumbnailOutcome, ThumbnailError>
  /// What memory it took, where that was asked for.
  package var memory: JobMemory?

  /// Creates an answer.
  package init(
    number: UInt64, result: Result<ThumbnailOutcome, ThumbnailError>, memory: JobMemory? = nil
  ) {
    self.number = number
    self.result = result
    self.memory = memory
  }

  /// The longest body that a fair answer can have, in bytes.
  ///
  /// No coding needs more than four bytes a pixel and 64 KB for headers.
  ///
  /// - Parameter options: What thumbnails are wanted.
  /// - Returns: Bytes, at most 1 GB.
  package static func bodyLimit(for options: ThumbnailOptions) -> UInt64 {
    options.sizes.prefix(WireLimit.sizes).reduce(1 << 20) { sum, side in
      let pixels = UInt64(clamping: side).multipliedReportingOverflow(by: UInt64(clamping: side))
      guard !pixels.overflow, pixels.partialValue < 1 << 28 else { return 1 << 30 }
      return min(1 << 30, sum + 4 * pixels.partialValue + 64 << 10)
    }
  }

  /// Reads an answer from the body of its frame.
  package init(body: [UInt8]) throws(ProtocolError) {
    var reader = WireReader(body[...])
    number = try reader.readUInt64()
    memory = try reader.readOptional { reader throws(ProtocolError) in
      JobMemory(peakGrowth: try reader.readUInt64(), fileGrowth: try reader.readUInt64())
    }
    result = try reader.readBool() ? .success(reader.readOutcome()) : .failure(reader.readError())
    try reader.finish()
  }

  /// The answer as a frame, in parts that follow each other, so that thumbnails are not copied.
  package var frameParts: [[UInt8]] {
    var writer = WireWriter()
    writer.write(number)
    writer.write(memory) { writer, memory in
      writer.write(memory.peakGrowth)
      writer.write(memory.fileGrowth)
    }
    var parts: [[UInt8]] = []
    switch result {
    case .success(let outcome):
      writer.write(true)
      writer.write(headOf: outcome)
      parts = outcome.thumbnails.prefix(WireLimit.sizes).map(\.bytes)
    case .failure(let error):
      writer.write(false)
      writer.write(error)
    }
    let byteCount = parts.reduce(writer.bytes.count) { $0 + $1.count }
    return [Frame.header(.answer, bodyByteCount: byteCount) + writer.bytes] + parts
  }
}

extension WireWriter {
  /// Writes all of an outcome but the bytes of its thumbnails, which follow in their order.
  fileprivate mutating func write(headOf outcome: ThumbnailOutcome) {
    write(outcome.source)
    write(outcome.displaySize) { $0.write($1) }
    write(outcome.warnings, limit: WireLimit.warnings) { $0.write($1) }
    write(outcome.placeholder) { writer, placeholder in
      writer.write(placeholder.thumbHash, limit: WireLimit.placeholder) { $0.write($1) }
      writer.write(placeholder.dominantColour.red)
      writer.write(placeholder.dominantColour.green)
      writer.write(placeholder.dominantColour.blue)
    }
    write(outcome.thumbnails, limit: WireLimit.sizes) { writer, thumbnail in
      writer.write(thumbnail.askedSize)
      writer.write(thumbnail.size)
      writer.write(thumbnail.format)
      writer.write(UInt64(thumbnail.bytes.count))
    }
  }
}

extension WireReader {
  fileprivate mutating func readOutcome() throws(ProtocolError) -> ThumbnailOutcome {
    var outcome = ThumbnailOutcome(
      thumbnails: [], source: try read(PreviewSource.self, "source"),
      displaySize: try readOptional { reader throws(ProtocolError) in try reader.readPixelSize() },
      warnings: try readList(limit: WireLimit.warnings) { reader throws(ProtocolError) in
        try reader.readWarning()
      })
    outcome.placeholder = try readOptional { reader throws(ProtocolError) in
      let hash = try reader.readList(limit: WireLimit.placeholder) { reader throws(ProtocolError) in
        try reader.readUInt8()
      }
      return Placeholder(
        thumbHash: hash,
        dominantColour: RGBColour(
          red: try reader.readUInt8(), green: try reader.readUInt8(), blue: try reader.readUInt8()))
    }
    let heads = try readList(limit: WireLimit.sizes) { reader throws(ProtocolError) in
      (
        asked: try reader.readInt(), size: try reader.readPixelSize(),
        format: try reader.read(OutputFormat.self, "coding"), byteCount: try reader.readUInt64()
      )
    }
    for head in heads {
      outcome.thumbnails.append(
        EncodedThumbnail(
          askedSize: head.asked, size: head.size, format: head.format,
          bytes: Array(try readBytes(head.byteCount, limit: .max))))
    }
    return outcome
  }
}
