import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// What happens to one file before and after the decoders have it.
extension BatchLoop {
  /// Looks into a file and has it decoded where that is needed and possible.
  ///
  /// - Parameter file: The file that was met.
  /// - Returns: Its line, where it is done already; `nil` where it is on its way.
  func begin(_ file: FoundFile) -> FileRecord? {
    let start = clock.now
    guard file.isRegular else { return file.record(.skipped) }
    if let record = currentRecord(of: file) { return timed(record, since: start) }
    var seen: MediaFacts?
    do throws(ThumbnailError) {
      let source = try open(file)
      parts.inputs.noteOpened()
      let facts = try MediaReader.facts(
        of: source, fileExtension: FileName.fileExtension(of: file.name))
      seen = facts
      guard file.isNamed || facts.kind.isMedia else {
        return timed(described(file.record(.skipped), facts), since: start)
      }
      let plan = try planner.plan(for: facts, options: options.thumbnails)
      queue.submit(
        source, plan: plan, options: options.thumbnails,
        tag: PendingFile(
          file: file, facts: facts, status: source.status, refusal: plan.refusal, start: start))
      return nil
    } catch {
      let status: FileRecord.Status = isNoMedia(file, error) ? .skipped : .failed
      var record = file.record(status, status == .failed ? error : nil)
      if let seen { record = described(record, seen) }
      return timed(record, since: start)
    }
  }

  /// The line of a file that the decoders are done with; writes its thumbnails.
  func record(of done: DecodeQueue<PendingFile>.Finished) -> FileRecord {
    let pending = done.tag
    switch done.result {
    case .failure(let error):
      var record = failed(pending, error.code == .noPreview ? pending.refusal ?? error : error)
      record.plannedBytes = done.reservedBytes
      return record
    case .success(let outcome):
      do throws(ThumbnailError) {
        var record = described(pending.file.record(.ok), pending.facts)
        record.outputs = try write(outcome.thumbnails, of: pending)
        record.displaySize = outcome.displaySize ?? pending.facts.displaySize
        record.source = outcome.source
        record.plannedBytes = done.reservedBytes
        record.warnings += outcome.warnings.filter { !pending.facts.warnings.contains($0) }
        return timed(record, since: pending.start)
      } catch {
        return failed(pending, error)
      }
    }
  }

  /// The line of a file that was on its way and will not arrive.
  func failed(_ pending: PendingFile, _ error: ThumbnailError) -> FileRecord {
    timed(described(pending.file.record(.failed, error), pending.facts), since: pending.start)
  }

  private func currentRecord(of file: FoundFile) -> FileRecord? {
    guard parts.upToDate.hasEarlierRun,
      let status = try? Syscalls.status(
        of: file.name, in: file.parent, followsLinks: file.isNamed),
      let outputs = parts.upToDate.outputs(of: file.output, status)
    else { return nil }
    parts.inputs.noteOpened()
    var record = file.record(.current)
    record.byteCount = status.byteCount
    record.outputs = outputs
    return record
  }

  private func open(_ file: FoundFile) throws(ThumbnailError) -> FileSource {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Syscalls.open(
        reading: file.name, in: file.parent, followsLinks: file.isNamed)
    } catch {
      throw ThumbnailError(opening: error)
    }
    return try FileSource(takingOwnershipOf: descriptor)
  }

  /// Whether what was met in a walk is to be passed over: no media, and not called so either.
  private func isNoMedia(_ file: FoundFile, _ error: ThumbnailError) -> Bool {
    switch error.code {
    case _ where file.isNamed: false
    case .notMedia: true
    case .empty: !BatchLoop.isMediaName(file.name)
    default: false
    }
  }

  /// Whether a name's extension belongs to a picture, a video or sound.
  private static func isMediaName(_ name: [UInt8]) -> Bool {
    guard let ending = FileName.fileExtension(of: name)?.lowercased() else { return false }
    return MediaFormat.shared.contains { $0.kind.isMedia && $0.fileExtensions.contains(ending) }
  }

  private func described(_ record: FileRecord, _ facts: MediaFacts) -> FileRecord {
    var record = record
    record.kind = facts.kind
    record.mime = facts.mime
    record.byteCount = facts.byteCount
    record.displaySize = facts.displaySize
    record.warnings = facts.warnings
    return record
  }

  private func timed(_ record: FileRecord, since start: SuspendingClock.Instant) -> FileRecord {
    var record = record
    record.elapsed = clock.now - start
    return record
  }

  /// Writes all thumbnails of a file, or none.
  private func write(
    _ thumbnails: [EncodedThumbnail], of pending: PendingFile
  ) throws(ThumbnailError) -> [FileRecord.Output] {
    let directory = PathComponents(pending.file.output.names.dropLast())
    guard let file = pending.file.output.names.last else {
      throw ThumbnailError(.outputFailed, "its path names no file")
    }
    var written: [[UInt8]] = []
    do throws(SystemError) {
      for thumbnail in thumbnails {
        let name = naming.name(for: file, side: thumbnail.askedSize, format: thumbnail.format)
        try parts.tree.write(
          thumbnail.bytes, to: name, in: directory, time: OutputTree.Time(pending.status))
        written.append(name)
      }
    } catch {
      parts.tree.remove(written, in: directory)
      throw ThumbnailError(.outputFailed, "cannot write its thumbnail: \(error)")
    }
    removeOtherCodings(of: file, thumbnails, in: directory)
    return zip(thumbnails, written).map { thumbnail, name in
      FileRecord.Output(
        path: directory.appending(name).bytes, size: thumbnail.size,
        byteCount: UInt64(thumbnail.bytes.count))
    }
  }

  /// A picture that has lost or got transparency since an earlier run has another coding now.
  private func removeOtherCodings(
    of file: [UInt8], _ thumbnails: [EncodedThumbnail], in directory: PathComponents
  ) {
    guard parts.upToDate.hasEarlierRun else { return }
    let others = thumbnails.flatMap { thumbnail in
      naming.formats.filter { $0 != thumbnail.format }.map {
        naming.name(for: file, side: thumbnail.askedSize, format: $0)
      }
    }
    parts.tree.remove(others, in: directory)
  }
}
