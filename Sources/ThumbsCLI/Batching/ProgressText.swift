import Batch
import MediaTypes

/// How far a run is, in words: files, rate, time that remains, failures, memory, time.
struct ProgressText: Sendable {
  /// The rate is that of about so many seconds, since files differ from directory to directory.
  private static let window = Duration.seconds(15)
  private static let sampleInterval = Duration.seconds(1)

  private var samples: [(elapsed: Duration, done: Int)] = []

  /// Takes note of how far the run is.
  mutating func note(_ progress: BatchProgress) {
    let now = (progress.elapsed, progress.counts.done)
    if let last = samples.last, progress.elapsed - last.elapsed < Self.sampleInterval { return }
    samples.append(now)
    samples.removeAll { progress.elapsed - $0.elapsed > Self.window }
  }

  /// The words; what failed stands where `failed` says.
  func text(of progress: BatchProgress) -> (text: String, failed: String?) {
    let done = progress.counts.done
    let total = progress.total.map { " of \(QuantityText.count($0))" } ?? ""
    var parts = ["\(QuantityText.count(done))\(total) files"]
    if let rate = rate(at: progress) {
      parts.append("\(Self.text(ofRate: rate)) a second")
      if let total = progress.total, total > done,
        let left = QuantityText.playTime(
          (Double(total - done) / rate).rounded(.up))
      {
        parts.append("\(left) left")
      }
    }
    var failed: String?
    if progress.counts.failed > 0 {
      let words = "\(QuantityText.count(progress.counts.failed)) failed"
      failed = words
      parts.append(words)
    }
    parts.append("\(QuantityText.byteCount(progress.heldBytes)) held")
    if let time = QuantityText.playTime(progress.elapsed.seconds.rounded(.down)) {
      parts.append(time)
    }
    return (parts.joined(separator: ", "), failed)
  }

  /// Files a second; `nil` where that cannot be said yet.
  private func rate(at progress: BatchProgress) -> Double? {
    guard let first = samples.first, progress.elapsed - first.elapsed >= Self.sampleInterval else {
      return nil
    }
    let rate =
      Double(progress.counts.done - first.done) / (progress.elapsed - first.elapsed).seconds
    return rate > 0 ? rate : nil
  }

  private static func text(ofRate rate: Double) -> String {
    rate < 9.95 ? QuantityText.tenths(rate) : QuantityText.count(Int(rate.rounded()))
  }
}

extension Duration {
  /// The time in seconds.
  var seconds: Double { self / .seconds(1) }
}
