import Batch
import MediaTypes

/// The one line of a terminal that tells how far a run is.
struct ProgressLine: Sendable {
  private static let eraseLine = "\r\u{1B}[K"

  private let console: Console
  private var shown: BatchProgress?

  init(on console: Console) { self.console = console }

  /// Draws the line anew.
  mutating func show(_ progress: BatchProgress) {
    guard console.isTerminal else { return }
    shown = progress
    console.sayPart(Self.eraseLine + text(of: progress))
  }

  /// Says a line of its own above the progress.
  func say(_ line: String) {
    guard let shown else { return console.say(line) }
    console.sayPart("\(Self.eraseLine)\(line)\n\(text(of: shown))")
  }

  /// Leaves nothing of it.
  mutating func clear() {
    guard shown != nil else { return }
    shown = nil
    console.sayPart(Self.eraseLine)
  }

  /// How far the run is, cut where the terminal's line ends.
  private func text(of progress: BatchProgress) -> String {
    let done = progress.counts.done
    let total = progress.total.map { " of \(QuantityText.count($0))" } ?? ""
    var parts = ["\(QuantityText.count(done))\(total) files"]
    let seconds = progress.elapsed.seconds
    if seconds >= 1, done > 0 {
      parts.append("\(QuantityText.count(Int((Double(done) / seconds).rounded()))) a second")
    }
    let failed = "\(QuantityText.count(progress.counts.failed)) failed"
    if progress.counts.failed > 0 { parts.append(failed) }
    parts.append("\(QuantityText.byteCount(progress.heldBytes)) held")
    if let time = QuantityText.playTime(seconds.rounded(.down)) { parts.append(time) }
    let text = String(parts.joined(separator: ", ").prefix(max(1, console.columns - 1)))
    return console.hasColour ? text.replacing(failed, with: "\u{1B}[31m\(failed)\u{1B}[m") : text
  }
}

extension Duration {
  /// The time in seconds.
  var seconds: Double { self / .seconds(1) }
}
