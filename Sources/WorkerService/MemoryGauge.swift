internal import SystemCalls
internal import WorkerProtocol

/// Watches what this process holds between and during jobs.
struct MemoryGauge: ~Copyable {
  /// What the heap may keep after a job, in bytes above an idle worker, before it is trimmed.
  private static let trimThreshold: UInt64 = 1 << 20
  /// Pages of libraries that stay mapped after a job, in bytes above an idle worker.
  private static let filePageThreshold: UInt64 = 12 << 20

  private let view: ProcessMemoryView?
  private let peak: PeakMemoryView?
  private var idle: ProcessMemory?

  /// Opens what is asked later: a confined process opens nothing.
  init() {
    view = try? ProcessMemoryView()
    peak = try? PeakMemoryView()
  }

  /// Takes what is held now as what an idle worker holds.
  ///
  /// Most of the pages that starting has touched are tables of names, which nobody reads again.
  mutating func settle() {
    Syscalls.releaseFilePages()
    idle = view?.memory()
  }

  /// Gives free memory and pages of libraries back where it pays.
  ///
  /// Either costs the kernel work now and page faults at the next job, so that a worker which has
  /// hardly grown is left alone.
  mutating func rest() {
    guard let idle, let held = view?.memory() else { return }
    if held.anonymous > idle.anonymous + MemoryGauge.trimThreshold { Syscalls.trimHeap() }
    if held.fileBacked > idle.fileBacked + MemoryGauge.filePageThreshold {
      Syscalls.releaseFilePages()
    }
  }

  /// Does a piece of work and, where that is wanted, measures what it takes.
  ///
  /// - Parameters:
  ///   - isWanted: Whether to measure, which costs some system calls.
  ///   - work: What is done.
  /// - Returns: What the work gives, and the growth of the peak; `nil` where the kernel does not
  ///   tell it.
  func measuring<Value>(_ isWanted: Bool, _ work: () -> Value) -> (Value, JobMemory?) {
    guard isWanted else { return (work(), nil) }
    // What the heap kept of earlier jobs would be used again unseen.
    Syscalls.trimHeap()
    guard let before = view?.memory(), (try? peak?.reset()) != nil else {
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
