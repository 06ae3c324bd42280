internal import CSystem
internal import Glibc

/// SIGINT and SIGTERM as something that can be waited for instead of the end of the process.
///
/// The signals stay blocked for the thread that asked, and for those it starts afterwards.
package struct StopSignals: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes the signals over.
  ///
  /// The corresponding C function is `signalfd`.
  package init() throws(SystemError) {
    try Syscalls.meetFault(in: "signalfd")
    descriptor = FileDescriptor(
      takingOwnershipOf: try Syscalls.checked(csystem_stop_signals(), in: "signalfd"))
  }

  /// The number of a descriptor that is readable once a signal came.
  package var descriptorNumber: Int32 { descriptor.number }

  /// The number of a signal that came, or `nil`.
  package func next() -> Int32? {
    let number = csystem_next_signal(descriptor.number)
    return number > 0 ? number : nil
  }
}
