/// What a run holds before it decodes anything: the arithmetic that turns a budget into room.
///
/// ```
/// budget = supervisor + shared + workers × worker + decoding
///          └ this process, its buffers and what is being written
///                       └ pages of the libraries, once, however many workers map them
///                                └ private pages of an idle worker; one that keeps more is replaced
///                                                  └ what plans reserve, in the ledger
/// ```
///
/// One worker is always counted; others take their bytes from the ledger while they live, so that
/// a job that needs much can have them back. What a thumbnail takes on its way through the
/// supervisor is not counted: by then the decoder has freed the raster it was made of, which its
/// plan still pays for.
package struct RunCosts: Sendable, Hashable {
  /// Bytes of the supervisor.
  package var supervisor: UInt64
  /// Bytes of library pages that workers share.
  package var shared: UInt64
  /// The most private bytes that an idle worker may hold.
  package var worker: UInt64

  /// Creates costs.
  package init(supervisor: UInt64, shared: UInt64, worker: UInt64) {
    self.supervisor = supervisor
    self.shared = shared
    self.worker = worker
  }

  /// What was measured on Debian 12, x86-64, and rounded up.
  package static let measured = RunCosts(
    supervisor: 8 << 20, shared: 30 << 20, worker: 12 << 20)

  /// Bytes that are held by a supervisor and one worker.
  package var fixed: UInt64 { supervisor + shared + worker }

  /// Bytes that remain for decoding and for further workers.
  ///
  /// - Parameter budget: Bytes for the whole run.
  /// - Returns: Bytes, or `nil` where the budget does not even pay for an idle worker.
  package func capacity(of budget: UInt64) -> UInt64? {
    budget > fixed ? budget - fixed : nil
  }
}
