internal import CSystem
internal import Glibc

/// Bounds and habits of this very process.
extension Syscalls {
  /// What can be bounded.
  package enum Limit: Sendable {
    /// The length of a memory image after a crash, in bytes.
    case core
    /// Private writable memory, in bytes.
    case data
    /// Open descriptors.
    case descriptors
    /// The length of files that are written, in bytes.
    case fileLength

    fileprivate var kind: Int32 {
      switch self {
      case .core: csystem_limit_kind_core
      case .data: csystem_limit_kind_data
      case .descriptors: csystem_limit_kind_descriptors
      case .fileLength: csystem_limit_kind_file_length
      }
    }
  }

  /// Bounds something for this process for good.
  ///
  /// The corresponding C function is `setrlimit`.
  package static func setLimit(_ limit: Limit, to value: UInt64) throws(SystemError) {
    _ = try checked(csystem_set_limit(limit.kind, value, value), in: "setrlimit")
  }

  /// Allows this process as many open descriptors as it may have, up to a bound.
  ///
  /// The corresponding C functions are `getrlimit` and `setrlimit`.
  package static func raiseDescriptorLimit(to wanted: UInt64) {
    var soft: UInt64 = 0
    var hard: UInt64 = 0
    let kind = Limit.descriptors.kind
    guard unsafe csystem_get_limit(kind, &soft, &hard) == 0, soft < wanted else { return }
    _ = csystem_set_limit(kind, min(wanted, hard), hard)
  }

  /// Has the kernel kill this process when the thread that started it ends.
  ///
  /// The corresponding C function is `prctl` with `PR_SET_PDEATHSIG`.
  package static func endWithParent() throws(SystemError) {
    _ = try checked(csystem_end_with_parent(), in: "prctl")
  }

  /// The number of this process.
  package static var ownProcessNumber: Int32 { getpid() }

  /// How many processors this process may run on.
  ///
  /// The corresponding C function is `sched_getaffinity`.
  package static var processorCount: Int {
    max(1, Int(csystem_processor_count()))
  }

  /// Processor time that this process took, and that of children which were waited for.
  ///
  /// The corresponding C function is `getrusage`.
  package static func processorTime(ofChildren: Bool = false) -> Duration {
    var usage = rusage()
    let who = ofChildren ? RUSAGE_CHILDREN : RUSAGE_SELF
    _ = unsafe getrusage(who.rawValue, &usage)
    return usage.processorTime
  }

  /// Keeps the heap of this process small and in one piece.
  ///
  /// One arena, since each keeps free memory of its own; blocks from 128 KB on are mapped, and so
  /// go back to the system when freed; free memory at the end of the heap goes back from 1 MB on.
  /// Setting the bounds also stops glibc from moving them, which it does with every large block
  /// that is freed. To be called before other threads start.
  /// The corresponding C function is `mallopt`.
  package static func settleHeap() {
    _ = csystem_malloc_settle(1, 1 << 20, 128 << 10)
  }

  /// Bounds the stacks of threads that this process starts from now on.
  ///
  /// The corresponding C function is `pthread_setattr_default_np`.
  ///
  /// - Parameter byteCount: Bytes of address space a thread; they are held as far as touched.
  package static func setThreadStack(to byteCount: Int) {
    _ = csystem_set_thread_stack(byteCount)
  }

  /// Gives free memory of the heap back to the system.
  ///
  /// The corresponding C function is `malloc_trim`.
  package static func trimHeap() { _ = csystem_malloc_trim() }

  /// Sets a variable of the environment of this process.
  ///
  /// Only for a process with one thread: C code on another one may be reading the environment.
  /// The corresponding C function is `setenv`.
  package static func setEnvironment(_ name: String, to value: String) {
    _ = unsafe setenv(name, value, 1)
  }
}
