internal import SystemCalls

/// How a worker ended in the middle of a job.
struct WorkerDeath: Hashable {
  /// What happened, in words.
  let reason: String
  /// Whether the worker held more than its plan allows when it ended.
  let exceededPlan: Bool

  /// Judges an end.
  ///
  /// - Parameters:
  ///   - end: What the system says; `nil` where it says nothing.
  ///   - allowedBytes: Resident bytes that the worker could hold within its plan.
  ///   - fault: What was wrong with the worker's last message, where that was the reason.
  init(_ end: ChildProcess.End?, allowedBytes: UInt64, because fault: String? = nil) {
    if let fault {
      reason = "the decoder answered with \(fault)"
    } else if let signal = end?.signal {
      reason = "the decoder's process was ended by signal \(signal)"
    } else if let status = end?.exitStatus {
      reason = "the decoder's process ended with status \(status)"
    } else {
      reason = "the decoder's process ended"
    }
    // Linux counts the peak of the process that started another one as the other's peak too.
    let inherited = Syscalls.peakResidentBytes() ?? .max
    exceededPlan = end.map { $0.peakResidentBytes > max(allowedBytes, inherited) } ?? false
  }
}
