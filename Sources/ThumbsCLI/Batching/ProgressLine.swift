import Batch
import MediaTypes

/// How far a run is: on a terminal in one line that is drawn anew, elsewhere in a line now and then.
struct ProgressLine: Sendable {
  private static let eraseLine = "\r\u{1B}[K"
  private static let plainInterval = Duration.seconds(10)

  private let console: Console
  private var shown: BatchProgress?
  private var text = ProgressText()
  private var nextPlain = ProgressLine.plainInterval

  init(on console: Console) { self.console = console }

  /// Draws the line anew, or says one where it is time.
  mutating func show(_ progress: BatchProgress) {
    text.note(progress)
    guard console.isTerminal else {
      guard progress.elapsed >= nextPlain else { return }
      nextPlain = progress.elapsed + Self.plainInterval
      return console.say(text.text(of: progress).text)
    }
    shown = progress
    console.sayPart(Self.eraseLine + drawn(progress))
  }

  /// Says a line of its own above the progress.
  func say(_ line: String) {
    guard let shown else { return console.say(line) }
    console.sayPart("\(Self.eraseLine)\(line)\n\(drawn(shown))")
  }

  /// Leaves nothing of it.
  mutating func clear() {
    guard shown != nil else { return }
    shown = nil
    console.sayPart(Self.eraseLine)
  }

  /// How far the run is, cut where the terminal's line ends.
  private func drawn(_ progress: BatchProgress) -> String {
    let (whole, failed) = text.text(of: progress)
    let cut = String(whole.prefix(max(1, console.columns - 1)))
    guard console.hasColour, let failed else { return cut }
    return cut.replacing(", \(failed)", with: ", \u{1B}[31m\(failed)\u{1B}[m")
  }
}
