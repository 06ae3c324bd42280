package import MediaTypes
package import PreviewPlanning

/// What a worker is asked to do; the open file travels beside it.
package struct DecodeJob: Sendable, Hashable {
  /// The longest body of its frame, in bytes.
  package static let bodyLimit: UInt64 = 1 << 20

  /// A number that the answer repeats.
  package var number: UInt64
  /// How to decode; ways that were not taken stay at home.
  package var plan: DecodePlan
  /// What thumbnails are wanted.
  package var options: ThumbnailOptions
  /// Whether the worker shall say what memory the job took, which costs some system calls.
  package var measuresMemory: Bool

  /// Creates a job.
  package init(
    number: UInt64, plan: DecodePlan, options: ThumbnailOptions, measuresMemory: Bool = false
  ) {
    self.number = number
    self.plan = plan
    self.plan.rejected = []
    self.options = options
    self.measuresMemory = measuresMemory
  }

  /// Reads a job from the body of its frame.
  package init(body: [UInt8]) throws(ProtocolError) {
    var reader = WireReader(body[...])
    number = try reader.readUInt64()
    plan = try reader.readPlan()
    options = try reader.readOptions()
    measuresMemory = try reader.readBool()
    try reader.finish()
  }

  /// The job as a frame.
  package var frame: [UInt8] {
    var writer = WireWriter()
    writer.write(number)
    writer.write(plan)
    writer.write(options)
    writer.write(measuresMemory)
    return Frame.header(.job, bodyByteCount: writer.bytes.count) + writer.bytes
  }
}

extension WireWriter {
  fileprivate mutating func write(_ plan: DecodePlan) {
    write(plan.steps, limit: WireLimit.steps) { $0.write($1) }
    write(plan.plannedBytes)
    write(plan.displaySize) { $0.write($1) }
    write(plan.orientation)
    write(plan.codePoints) { $0.write($1) }
    write(plan.wantedSide)
    write(plan.crop) { $0.write($1) }
    write(plan.exifBytes) { writer, place in
      writer.write(place.lowerBound)
      writer.write(place.upperBound)
    }
  }

  fileprivate mutating func write(_ step: DecodeStep) {
    write(step.source)
    write(step.decoder)
    write(step.format)
    write(step.preview) { $0.write($1) }
    write(step.size) { $0.write($1) }
    write(step.shrink)
    write(step.plannedBytes)
    write(step.reason)
    write(step.untouchedBytes)
  }
}

extension WireReader {
  fileprivate mutating func readPlan() throws(ProtocolError) -> DecodePlan {
    var plan = DecodePlan(
      steps: try readList(limit: WireLimit.steps) { reader throws(ProtocolError) in
        try reader.readStep()
      },
      plannedBytes: try readUInt64(),
      displaySize: try readOptional { reader throws(ProtocolError) in try reader.readPixelSize() },
      orientation: try readOrientation(),
      codePoints: try readOptional { reader throws(ProtocolError) in try reader.readCodePoints() },
      wantedSide: try readInt())
    plan.crop = try readInsets()
    plan.exifBytes = try readOptional { reader throws(ProtocolError) in
      let (start, end) = (try reader.readUInt64(), try reader.readUInt64())
      guard start <= end else { throw .unknown("place of EXIF data") }
      return start..<end
    }
    return plan
  }

  fileprivate mutating func readStep() throws(ProtocolError) -> DecodeStep {
    var step = DecodeStep(
      try read(PreviewSource.self, "source"),
      by: try read(DecodeStep.Decoder.self, "decoder"),
      format: try readFormat(),
      preview: try readOptional { reader throws(ProtocolError) in try reader.readPreview() },
      size: try readOptional { reader throws(ProtocolError) in try reader.readPixelSize() },
      shrink: try readInt(), plannedBytes: try readUInt64(), reason: try readText())
    step.untouchedBytes = try readUInt64()
    return step
  }
}
