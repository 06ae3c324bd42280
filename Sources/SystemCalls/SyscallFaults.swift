internal import Glibc
internal import Synchronization

/// The seam at which tests make system calls fail.
///
/// Whoever sets `Syscalls.faults` for a piece of work sees calls refused there and nowhere else.
package final class SyscallFaults: Sendable {
  /// Numbers with which calls are refused.
  package enum Number: Sendable {
    /// The disk is full (`ENOSPC`).
    case noSpace
    /// Permission is missing (`EACCES`).
    case noPermission
    /// The name leads nowhere (`ENOENT`).
    case noSuchFile
    /// The device failed (`EIO`).
    case inputOutput
    /// The process has too many open descriptors (`EMFILE`).
    case tooManyDescriptors
    /// There is no memory (`ENOMEM`).
    case noMemory

    var errno: Int32 {
      switch self {
      case .noSpace: ENOSPC
      case .noPermission: EACCES
      case .noSuchFile: ENOENT
      case .inputOutput: EIO
      case .tooManyDescriptors: EMFILE
      case .noMemory: ENOMEM
      }
    }
  }

  private let call: String
  private let number: Number
  private let skipped: Int
  private let isLasting: Bool
  private let seen = Mutex(0)

  /// Plans a fault.
  ///
  /// - Parameters:
  ///   - call: The name of the call, such as `renameat`.
  ///   - number: The number with which it is refused.
  ///   - skipped: How many of these calls work before.
  ///   - isLasting: Whether all calls after the refused one are refused as well.
  package init(
    _ call: String, _ number: Number, after skipped: Int = 0, isLasting: Bool = false
  ) {
    self.call = call
    self.number = number
    self.skipped = skipped
    self.isLasting = isLasting
  }

  /// How many of these calls were made or refused.
  package var callCount: Int { seen.withLock { $0 } }

  func error(in call: String) -> SystemError? {
    guard call == self.call else { return nil }
    let before = seen.withLock { seen in
      seen += 1
      return seen - 1
    }
    guard before == skipped || (isLasting && before > skipped) else { return nil }
    return SystemError(number.errno, in: call)
  }
}

extension Syscalls {
  /// The faults that the current task sees.
  @TaskLocal package static var faults: SyscallFaults?

  /// Fails where a fault is planned for a call.
  static func meetFault(in call: String) throws(SystemError) {
    if let error = faults?.error(in: call) { throw error }
  }

  /// Gives back what a shim returned, or throws the number that it returned as a negative one.
  static func checked<Result: SignedInteger>(
    _ result: Result, in call: String
  ) throws(SystemError) -> Result {
    guard result >= 0 else { throw SystemError(Int32(-result), in: call) }
    return result
  }

  /// Lends the bytes of a path as a C string.
  ///
  /// - Throws: `EINVAL` for a path with a zero byte in it, which no file has.
  static func withPath<Result>(
    _ path: borrowing [UInt8], in call: String, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(SystemError) -> Result {
    let terminated = path + [0]
    let result = unsafe terminated.withUnsafeBytes { bytes -> Result? in
      guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        unsafe strlen(base) == bytes.count - 1
      else { return nil }
      return unsafe body(base)
    }
    guard let result else { throw SystemError(EINVAL, in: call) }
    return result
  }
}
