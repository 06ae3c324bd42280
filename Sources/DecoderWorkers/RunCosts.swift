package import MemoryBudget

/// What a run holds before it decodes anything: the arithmetic that turns a budget into room.
///
/// ```
/// budget = supervisor + libraries + workers × worker + decoding
///          └ this process, its buffers and what is being written
///                       └ pages of the libraries that jobs touch, once for all workers
///                                   └ private pages of an idle worker; one that keeps more is replaced
///                                                     └ what plans reserve, in the ledger
/// ```
///
/// A worker that starts touches many more pages of the libraries than it ever will again, and lets
/// go of them before it is ready; where others work beside it, the ledger pays for them so long.
///
/// One worker is always counted; others take their bytes from the ledger while they live, so that
/// a job that needs much can have them back. What a thumbnail takes on its way through the
/// supervisor is not counted: by then the decoder has freed the raster it was made of, which its
/// plan still pays for.
package struct RunCosts: Sendable, Hashable {
  /// Bytes of the supervisor.
  package var supervisor: UInt64
  /// Bytes of library pages that jobs touch, which workers share.
  package var libraries: UInt64
  /// The most private bytes that an idle worker may hold.
  package var worker: UInt64
  /// Bytes of library pages that a worker holds beyond `libraries` until it is ready.
  package var start: UInt64
  /// Bytes by which a worker may exceed its plan with pages of libraries alone.
  package var uncounted: UInt64

  /// Creates costs.
  package init(
    supervisor: UInt64, libraries: UInt64, worker: UInt64, start: UInt64 = 0, uncounted: UInt64 = 0
  ) {
    self.supervisor = supervisor
    self.libraries = libraries
    self.worker = worker
    self.start = start
    self.uncounted = uncounted
  }

  /// What was measured on Debian 12, x86-64, and rounded up.
  ///
  /// - Parameter scope: What of the memory counts.
  /// - Returns: The costs.
  package static func measured(counting scope: MemoryLimit.Scope) -> RunCosts {
    switch scope {
    case .resident:
      RunCosts(
        supervisor: 7 << 20, libraries: 16 << 20, worker: 11 << 20, start: 20 << 20)
    case .anonymous:
      RunCosts(supervisor: 2 << 20, libraries: 0, worker: 10 << 20, uncounted: 40 << 20)
    }
  }

  /// Bytes that are held by a supervisor and one worker.
  package var fixed: UInt64 { supervisor + libraries + worker }

  /// Bytes that remain for decoding and for further workers.
  ///
  /// - Parameter budget: Bytes for the whole run.
  /// - Returns: Bytes, or `nil` where the budget does not even pay for the start of a worker.
  package func capacity(of budget: UInt64) -> UInt64? {
    budget > fixed && budget >= fixed + start ? budget - fixed : nil
  }
}
