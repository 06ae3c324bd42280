package import MediaTypes

/// How many files had which end so far.
package struct BatchCounts: Sendable, Hashable {
  /// Files whose thumbnails were made.
  package var made = 0
  /// Files whose thumbnails were up to date.
  package var current = 0
  /// Files of walks that are not media.
  package var skipped = 0
  /// Files that failed, by code.
  package var failures: [ThumbnailError.Code: Int] = [:]

  /// Files that failed.
  package var failed: Int { failures.values.reduce(0, +) }

  /// Files that are gone, and whose thumbnails were removed.
  package var pruned = 0

  /// Media files by MIME type; those that could not be looked into have none.
  package var formats: [String: FormatTally] = [:]

  /// Files that have a line in the report.
  package var done: Int { made + current + skipped + failed }

  /// Counts a file.
  mutating func add(_ record: FileRecord) {
    if let mime = record.mime, record.status != .skipped {
      formats[mime, default: FormatTally()].add(record)
    }
    switch record.status {
    case .ok: made += 1
    case .current: current += 1
    case .skipped: skipped += 1
    case .failed: failures[record.error?.code ?? .unreadable, default: 0] += 1
    }
  }
}

/// What became of the files of one format.
package struct FormatTally: Sendable, Hashable {
  /// Files whose thumbnails were made.
  package var made = 0
  /// Files whose thumbnails were up to date.
  package var current = 0
  /// Files that failed, by code.
  package var failures: [ThumbnailError.Code: Int] = [:]
  /// Where the pixels of the thumbnails came from.
  package var sources: [PreviewSource: Int] = [:]
  /// From opening to written thumbnails, all files together whose thumbnails were made.
  package var elapsed = Duration.zero

  /// Nothing yet.
  package init() {}

  /// All files.
  package var count: Int { made + current + failures.values.reduce(0, +) }

  mutating func add(_ record: FileRecord) {
    if let source = record.source { sources[source, default: 0] += 1 }
    switch record.status {
    case .ok:
      made += 1
      elapsed += record.elapsed
    case .current: current += 1
    case .skipped: break
    case .failed: failures[record.error?.code ?? .unreadable, default: 0] += 1
    }
  }
}

/// How far a run is.
package struct BatchProgress: Sendable {
  /// How many files had which end.
  package var counts: BatchCounts
  /// How many files there are, once they are counted.
  package var total: Int?
  /// Bytes that are held or promised now, all processes together.
  package var heldBytes: UInt64
  /// Time since the start.
  package var elapsed: Duration
}

/// Something that whoever watches a run may want to show.
package enum BatchEvent: Sendable {
  /// A file has its line in the report.
  case file(FileRecord)
  /// Some time passed, or the run ends.
  case progress(BatchProgress)
  /// Something that whoever started the run should know, in a line without a full stop.
  case notice(String)
  /// The thumbnails of a file that is gone were removed; its path.
  case pruned([UInt8])
}

/// What became of a run.
package struct BatchSummary: Sendable {
  /// How many files had which end.
  package var counts: BatchCounts
  /// From start to end.
  package var elapsed: Duration
  /// Processor time of all processes.
  package var processorTime: Duration
  /// The most bytes that were held or promised at once.
  package var peakHeldBytes: UInt64
  /// Where the thumbnails are.
  package var outputDirectory: [UInt8]
  /// The signal that ended the run early.
  package var stopSignal: Int32?
  /// Whether not one of the paths that were given could be opened.
  package var readNothing: Bool
}

extension BatchSummary {
  /// A run that was ended before it began.
  init(stoppedBefore signal: Int32, _ outputDirectory: [UInt8]) {
    self.init(
      counts: BatchCounts(), elapsed: .zero, processorTime: .zero, peakHeldBytes: 0,
      outputDirectory: outputDirectory, stopSignal: signal, readNothing: false)
  }
}

/// Why a run cannot begin or go on.
package struct BatchFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose move it is.
  package enum Reason: Sendable {
    /// What was asked for makes no sense or cannot be read.
    case usage
    /// The decoders' program is missing or does not work.
    case worker
    /// The output directory or the report cannot be written.
    case output
    /// Whoever read the report has seen enough.
    case readerGone
  }

  /// Whose move it is.
  package let reason: Reason
  /// What happened, and what to do.
  package let message: String

  /// Creates a failure.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
