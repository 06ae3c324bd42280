import SystemCalls

/// The lock of an output directory, so that two runs do not write to it at once.
///
/// A run of its own holds it alone; runs that share the work hold it together, and each part of the
/// work has a lock of its own beside it. It is gone with its process, however that ends.
final class OutputLock {
  /// What is waited for.
  struct Holder: Sendable {
    /// The number of the process that holds the lock, where it has said so.
    let process: Int32?
  }

  private let file: FileDescriptor
  private var isNoted = false

  /// Opens the file of the lock.
  ///
  /// - Parameters:
  ///   - name: Its name in the state directory.
  ///   - state: The state directory.
  /// - Throws: `SystemError` where it cannot be made.
  init(_ name: String, in state: StateDirectory) throws(SystemError) {
    file = try Syscalls.openOrCreate(Array(name.utf8), in: state.number)
  }

  /// Tries to take the lock, or to change it from one kind to the other.
  ///
  /// - Returns: Whether it is held; a file system without locks has nothing to wait for.
  func take(_ kind: Syscalls.LockKind) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard try Syscalls.lock(file.number, kind) else { return false }
    } catch {
      guard error.isUnsupported else { throw error }
      return true
    }
    guard !isNoted else { return true }
    isNoted = true
    try? Syscalls.empty(file.number)
    try? Syscalls.write(Array("\(Syscalls.ownProcessNumber)\n".utf8), to: file.number)
    return true
  }

  /// Who holds it, as far as that is known.
  func holder() -> Holder {
    let digits = try? Syscalls.readNext(file.number, atMost: 16)
    return Holder(
      process: digits.flatMap { Int32(String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self)) })
  }
}
