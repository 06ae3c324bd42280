import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// The making of one thumbnail: look, plan, have a worker decode.
struct OneThumbnail {
  /// The path of the file.
  let file: Word
  /// How the thumbnail looks.
  let options: ThumbnailOptions
  /// What the work may take.
  let settings: DecodeQueue<Void>.Settings
  /// Told what is odd about this machine.
  var notice: (String) -> Void = { _ in }

  /// Makes it.
  ///
  /// It blocks until the worker answers.
  ///
  /// - Returns: The thumbnail, or why there is none.
  /// - Throws: `WorkerFailure` where no work can be done at all.
  func outcome() throws(WorkerFailure) -> Result<ThumbnailOutcome, ThumbnailError> {
    var queue = try DecodeQueue<Void>(settings)
    do throws(ThumbnailError) {
      let source = try InputFile.open(file)
      let ending = file.isDash ? nil : FileName.fileExtension(of: file.bytes)
      let facts = try MediaReader.facts(of: source, fileExtension: ending)
      let plan = try Planner(capacity: queue.capacity).plan(for: facts, options: options)
      queue.submit(source, plan: plan, options: options, tag: ())
    } catch {
      return .failure(error)
    }
    let result = try queue.waitForOnly()
    if let text = queue.jailNotice { notice(text) }
    return result
  }
}

extension DecodeQueue<Void> {
  /// Waits for the only job.
  ///
  /// - Returns: The thumbnail, or why there is none.
  /// - Throws: `WorkerFailure` where no work can be done at all.
  mutating func waitForOnly() throws(WorkerFailure) -> Result<ThumbnailOutcome, ThumbnailError> {
    while true {
      var poll = PollSet()
      register(in: &poll)
      do throws(SystemError) {
        try poll.wait(atMost: timeToWait)
      } catch {
        throw WorkerFailure("cannot wait for the decoder: \(error)")
      }
      if let finished = advance(after: poll).first { return finished.result }
      if let failure { throw failure }
    }
  }
}
