internal import SystemCalls
internal import WorkerProtocol

/// Watches what this process holds between and during jobs.
struct MemoryGauge: ~Copyable {
  /// What the heap may keep after a job, in bytes above an idle worker, before it is trimmed.
  private static let trimThreshold: UInt64 = 1 << 20

  private let view: ProcessMemoryView?
  private let peak: PeakMemoryView?
  private var idleAnonymous: UInt64 = .max

  /// Opens what is asked later: a confined process opens nothing.
  init() {
    view = try? ProcessMemoryView()
    peak = try? PeakMemoryView()
  }

  /// Takes what is held now as what an idle worker holds.
  mutating func settle() { idleAnonymous = view?.memory()?.anonymous ?? .max }

  /// Gives free memory back where it pays.
  ///
  /// A trim costs the kernel work now and page faults at the next job, so that a heap which has
  /// hardly grown is left alone.
  mutating func rest() {
    guard let held = view?.memory()?.anonymous, held > idleAnonymous,
      held - idleAnonymous > MemoryGauge.trimThreshold
    else { return }
    Syscalls.trimHeap()
  }

  /// Does a piece of work and, where that is wanted, measures what it takes.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to measure, which costs some system calls.
  ///   - work: What is done.
  /// - Returns: What the work gives, and the growth of the peak; `nil` where the kernel does not
  ///   tell it.
  func measuring<Value>(_ isWanted: Bool, _ work: () -> Value) -> (Value, JobMemory?) {
    guard isWanted, let before = view?.memory(), (try? peak?.reset()) != nil else {
      return (work(), nil)
    }
    let value = work()
    guard let after = view?.memory(), let peak = peak?.residentBytes() else {
      return (value, nil)
    }
    let memory = JobMemory(
      peakGrowth: peak - min(peak, before.resident),
      fileGrowth: after.fileBacked - min(after.fileBacked, before.fileBacked))
    return (value, memory)
  }
}
