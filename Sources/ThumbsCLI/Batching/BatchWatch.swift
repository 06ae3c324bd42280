import Batch
import MediaTypes

/// Shows a run to whoever watches, file by file.
struct BatchWatch: Sendable {
  private let isQuiet: Bool
  private let isVerbose: Bool
  private var line: ProgressLine

  /// Begins to watch.
  init(_ arguments: TypedArguments, on console: Console) {
    isQuiet = arguments.isQuiet
    isVerbose = arguments.isVerbose
    line = ProgressLine(on: console)
  }

  /// Shows what happened.
  mutating func note(_ event: BatchEvent) {
    if case .notice(let text) = event { line.say("thumbs batch: \(text)") }
    guard !isQuiet else { return }
    switch event {
    case .progress(let progress): line.show(progress)
    case .notice: break
    case .pruned(let path):
      if isVerbose { line.say("\(PrintableText.escaped(path)): gone, thumbnails removed") }
    case .file(let record):
      if record.status == .failed || isVerbose { line.say(Self.text(of: record)) }
    }
  }

  /// Says a line that must be heard, even where all else is quiet.
  func say(_ text: String) { line.say(text) }

  /// Leaves nothing of the progress.
  mutating func end() { line.clear() }

  /// What became of a file, in one line.
  private static func text(of record: FileRecord) -> String {
    let name = PrintableText.escaped(record.path)
    if let error = record.error { return "\(name): \(PrintableText.escaped(error.description))" }
    var parts = [record.status.rawValue, record.mime, record.displaySize?.description]
    parts.append(record.source?.rawValue)
    parts.append("\(Int((record.elapsed.seconds * 1000).rounded())) ms")
    parts += record.warnings.map { PrintableText.escaped($0.description) }
    return "\(name): \(parts.compactMap(\.self).joined(separator: ", "))"
  }
}
