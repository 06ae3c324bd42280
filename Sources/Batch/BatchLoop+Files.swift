import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// A file on its way through the decoders.
struct PendingFile {
  let file: FoundFile
  let facts: MediaFacts
  /// The open file, as it was when it was looked into.
  let source: FileSource
  let start: SuspendingClock.Instant
  /// How often it was begun before, since it changed while it was read.
  let earlierTries: Int
  /// Why only a preview or a cover of it is tried, where that is so.
  var refusal: ThumbnailError?

  var status: FileStatus { source.status }

  /// A record of this file with what is known of it.
  func record(_ status: FileRecord.Status, _ error: ThumbnailError? = nil) -> FileRecord {
    file.record(status, error).described(by: facts)
  }
}

extension FileRecord {
  /// The record with what was found in the file.
  func described(by facts: MediaFacts) -> FileRecord {
    var record = self
    record.kind = facts.kind
    record.mime = facts.mime
    record.byteCount = facts.byteCount
    record.displaySize = facts.displaySize
    record.warnings = facts.warnings
    return record
  }
}

/// What happens to one file before and after the decoders have it.
extension BatchLoop {
  /// What became of a file that was begun.
  enum Beginning {
    /// It is done: its line.
    case done(FileRecord)
    /// It is on its way.
    case submitted
    /// It is none of those that were asked for.
    case leftOut
  }

  /// A file that changes so often while it is read is given up.
  private static let triesAtMost = 3

  /// Looks into a file and has it decoded where that is needed and possible.
  ///
  /// - Parameters:
  ///   - file: The file that was met.
  ///   - earlierTries: How often it was begun before.
  /// - Returns: What became of it.
  func begin(_ file: FoundFile, earlierTries: Int = 0) -> Beginning {
    let start = clock.now
    guard file.isRegular else {
      return options.selection.kinds.isEmpty ? .done(file.record(.skipped)) : .leftOut
    }
    if let beginning = known(file, start) { return beginning }
    var seen: (source: FileSource, facts: MediaFacts?)?
    do throws(ThumbnailError) {
      let source = try open(file)
      guard options.selection.takes(source.status) else { return .leftOut }
      parts.inputs.noteOpened()
      seen = (source, nil)
      let facts = try MediaReader.facts(
        of: source, fileExtension: FileName.fileExtension(of: file.name))
      seen = (source, facts)
      guard options.selection.takes(facts.kind) else { return .leftOut }
      let pending = PendingFile(
        file: file, facts: facts, source: source, start: start, earlierTries: earlierTries)
      return try begin(pending)
    } catch {
      if seen?.facts == nil, !options.selection.takes(seen?.facts?.kind) { return .leftOut }
      let status: FileRecord.Status = isNoMedia(file, error) ? .skipped : .failed
      var record = file.record(status, status == .failed ? error : nil)
      if let facts = seen?.facts { record = record.described(by: facts) }
      parts.destination.remember(record, of: file, seen?.source)
      return .done(timed(record, since: start))
    }
  }

  private func begin(_ pending: PendingFile) throws(ThumbnailError) -> Beginning {
    guard isWanted(pending) else {
      let record = pending.record(.skipped)
      parts.destination.remember(record, of: pending.file, pending.source)
      return .done(timed(record, since: pending.start))
    }
    if let record = parts.destination.found(pending) {
      return .done(timed(record, since: pending.start))
    }
    if options.findsDuplicates {
      if twins.follow(pending) { return .submitted }
      if let record = parts.destination.copied(pending) {
        return .done(timed(record, since: pending.start))
      }
    }
    let plan = try planner.plan(for: pending.facts, options: options.thumbnails)
    var pending = pending
    pending.refusal = plan.refusal
    queue.submit(pending.source, plan: plan, options: options.thumbnails, tag: pending)
    if options.findsDuplicates { twins.lead(pending) }
    return .submitted
  }

  /// Whether a file is what a run is about: media, what was named, and documents that can be shown
  /// where documents were asked for.
  private func isWanted(_ pending: PendingFile) -> Bool {
    let isAskedFor =
      options.selection.kinds.contains(pending.facts.kind)
      && Planner.refusal(byFormatOf: pending.facts) == nil
    return pending.file.isNamed || pending.facts.kind.isMedia || isAskedFor
  }

  private func known(_ file: FoundFile, _ start: SuspendingClock.Instant) -> Beginning? {
    guard parts.destination.hasEarlierRun,
      let status = try? Syscalls.status(
        of: file.name, in: file.parent, followsLinks: file.followsLinks)
    else { return nil }
    guard options.selection.takes(status) else { return .leftOut }
    guard status.kind == .regular, let record = parts.destination.known(file, status) else {
      return nil
    }
    parts.inputs.noteOpened()
    if !options.selection.kinds.isEmpty {
      // What is remembered without a kind is looked into.
      guard let kind = record.kind else { return nil }
      guard options.selection.takes(kind) else { return .leftOut }
      // Documents that an earlier run has passed over are asked for now.
      if record.status == .skipped, kind == .document { return nil }
    }
    return .done(timed(record, since: start))
  }

  private func open(_ file: FoundFile) throws(ThumbnailError) -> FileSource {
    let source = try openNow(file)
    let now = Syscalls.fileClock()
    let status = source.status
    guard (status.modificationSeconds, status.modificationNanoseconds) == now else { return source }
    // What is written in the same moment would have the same time: this moment is waited out.
    var pause = PollSet()
    for _ in 0..<20 where Syscalls.fileClock() == now { try? pause.wait(atMost: .milliseconds(1)) }
    return try openNow(file)
  }

  private func openNow(_ file: FoundFile) throws(ThumbnailError) -> FileSource {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Syscalls.open(
        reading: file.name, in: file.parent, followsLinks: file.followsLinks)
    } catch {
      guard error.isNoSuchFile, file.name.last == UInt8(ascii: "\r") else {
        throw ThumbnailError(opening: error)
      }
      throw ThumbnailError(
        .vanished,
        "there is no such file; its name ends with a carriage return: write the list"
          + " with line ends of Unix")
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

  func timed(_ record: FileRecord, since start: SuspendingClock.Instant) -> FileRecord {
    var record = record
    record.elapsed = clock.now - start
    return record
  }
}

/// What happens to a file after the decoders.
extension BatchLoop {
  /// Goes on with a file that the decoders are done with; writes its thumbnails.
  ///
  /// - Returns: Its line; `nil` where it changed and is read again.
  func end(_ done: DecodeQueue<PendingFile>.Finished) -> FileRecord? {
    let pending = done.tag
    if let change = change(of: pending) {
      if let error = change.error { return failed(pending, error) }
      return beginAgain(pending)
    }
    var record: FileRecord
    do throws(ThumbnailError) {
      record = try made(pending, try done.result.get())
    } catch {
      record = failed(
        pending, error.code == .noPreview ? pending.refusal ?? error : error)
    }
    record.plannedBytes = done.reservedBytes
    parts.destination.remember(record, of: pending.file, pending.source)
    return record
  }

  /// Goes on with a file of the same content as one that the decoders are done with.
  ///
  /// - Parameters:
  ///   - follower: The file that waited.
  ///   - done: The other file.
  ///   - record: The other's line; `nil` where it changed, so that it was something else.
  /// - Returns: The line; `nil` where the file is decoded after all.
  func end(
    _ follower: PendingFile, as done: DecodeQueue<PendingFile>.Finished,
    whichBecame record: FileRecord?
  ) -> FileRecord? {
    let isLasting = record?.error.map { TreeDestination.lastingErrors.contains($0.code) } ?? true
    guard record != nil, isLasting else { return beginAgain(follower) }
    return end(
      DecodeQueue<PendingFile>.Finished(
        tag: follower, result: done.result, reservedBytes: done.reservedBytes,
        memory: done.memory))
  }

  private func made(
    _ pending: PendingFile, _ outcome: ThumbnailOutcome
  ) throws(ThumbnailError) -> FileRecord {
    var record = pending.record(.ok)
    record.outputs = try parts.destination.deliver(outcome, of: pending)
    record.displaySize = outcome.displaySize ?? pending.facts.displaySize
    record.source = outcome.source
    record.placeholder = outcome.placeholder
    record.warnings += outcome.warnings.filter { !pending.facts.warnings.contains($0) }
    return timed(record, since: pending.start)
  }

  /// The line of a file that was on its way and will not arrive.
  func failed(_ pending: PendingFile, _ error: ThumbnailError) -> FileRecord {
    timed(pending.record(.failed, error), since: pending.start)
  }

  /// That a file is not what it was when it was opened.
  private struct Change {
    /// Why it is given up; `nil` where it is read again.
    var error: ThumbnailError?
  }

  private func change(of pending: PendingFile) -> Change? {
    let file = pending.file.byLocation
    let now: FileStatus
    do throws(SystemError) {
      now = try Syscalls.status(of: file.name, in: file.parent, followsLinks: file.followsLinks)
    } catch {
      guard error.isNoSuchFile else { return nil }
      return Change(error: ThumbnailError(.vanished, "was removed while it was read"))
    }
    let then = pending.status
    let isSame =
      (now.device, now.inode) == (then.device, then.inode)
      && StoredFile.Mark(now) == StoredFile.Mark(then)
    guard !isSame else { return nil }
    guard pending.earlierTries + 1 < BatchLoop.triesAtMost else {
      return Change(
        error: ThumbnailError(
          .unreadable,
          "changed each of \(BatchLoop.triesAtMost) times that it was read;"
            + " run again when whatever writes it is done"))
    }
    return Change(error: nil)
  }

  private func beginAgain(_ pending: PendingFile) -> FileRecord? {
    switch begin(pending.file.byLocation, earlierTries: pending.earlierTries + 1) {
    case .done(let record): record
    case .submitted: nil
    // It is no longer one of those that were asked for, yet it was counted.
    case .leftOut: failed(pending, ThumbnailError(.vanished, "changed while it was read"))
    }
  }
}
