internal import CSystem
internal import Glibc

/// A process that this one started.
package struct ChildProcess: Sendable {
  /// How a process ended, and what it took.
  package struct End: Sendable, Hashable {
    /// The status it exited with; `nil` where a signal ended it.
    package let exitStatus: Int32?
    /// The signal that ended it; `nil` where it exited.
    package let signal: Int32?
    /// The most memory it held at once, in bytes, shared pages included.
    package let peakResidentBytes: UInt64
    /// Processor time it took.
    package let processorTime: Duration
  }

  /// The number the system knows it by; valid until its end was asked for.
  package let number: Int32

  /// What a process is started with.
  package struct Launch: Sendable {
    /// The path of the program.
    package var program: [UInt8]
    /// What follows the program's name.
    package var arguments: [String]
    /// The whole environment, as `NAME=value`.
    package var environment: [String]
    /// Whether it shares standard error; else what it says there is lost.
    package var sharesStandardError = false

    /// Creates a launch.
    package init(program: [UInt8], arguments: [String] = [], environment: [String] = []) {
      self.program = program
      self.arguments = arguments
      self.environment = environment
    }
  }

  /// The number under which a started process finds the descriptor it was given.
  package static let inheritedNumber: Int32 = 3

  /// Starts a program that inherits one descriptor and nothing else.
  ///
  /// Standard input and output lead nowhere, signals are unblocked and have their default effect.
  /// The corresponding C function is `posix_spawn`.
  ///
  /// - Parameters:
  ///   - launch: What it is started with.
  ///   - descriptor: The number of an open descriptor, which it finds as `inheritedNumber`.
  /// - Returns: The process.
  /// - Throws: `SystemError` where it cannot be started.
  package static func start(
    _ launch: Launch, inheriting descriptor: Int32
  ) throws(SystemError) -> ChildProcess {
    try Syscalls.meetFault(in: "posix_spawn")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Moving comes first: what stands at 0 to 2 may be the very descriptor.
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, inheritedNumber)
    for number: Int32 in launch.sharesStandardError ? [0, 1] : [0, 1, 2] {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    _ = try Syscalls.checked(
      unsafe csystem_spawn_close_from(&actions, inheritedNumber + 1), in: "posix_spawn")

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var child = pid_t()
    let words = [launch.program + [0]] + launch.arguments.map { Array($0.utf8) + [0] }
    let settings = launch.environment.map { Array($0.utf8) + [0] }
    let failure = unsafe withCStrings(words) { wordList -> Int32 in
      guard let program = unsafe wordList[0] else { return EINVAL }
      return unsafe withCStrings(settings) {
        unsafe posix_spawn(&child, program, &actions, &attributes, wordList, $0)
      }
    }
    guard failure == 0 else { throw SystemError(failure, in: "posix_spawn") }
    return ChildProcess(number: child)
  }

  /// Ends the process with a signal that it cannot refuse, also where it is stopped.
  ///
  /// The corresponding C function is `kill`.
  package func kill() { _ = Glibc.kill(number, SIGKILL) }

  /// What is known about a process.
  package enum State: Sendable, Hashable {
    /// It has not ended.
    case running
    /// It ended like this; after this answer there is no other.
    case ended(End)
    /// It is no child of this process, or its end was asked for before.
    case unknown
  }

  /// Asks whether and how the process ended.
  ///
  /// The corresponding C function is `wait4`.
  ///
  /// - Parameter waits: Whether to wait for its end.
  /// - Returns: What is known.
  package func state(waits: Bool = false) -> State {
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let child = unsafe wait4(number, &status, waits ? 0 : WNOHANG, &usage)
      if child == 0 { return .running }
      if child == number { break }
      guard errno == EINTR else { return .unknown }
    }
    let signal = status & 0x7F
    return .ended(
      End(
        exitStatus: signal == 0 ? (status >> 8) & 0xFF : nil,
        signal: signal == 0 ? nil : signal,
        peakResidentBytes: UInt64(clamping: usage.ru_maxrss) << 10,
        processorTime: usage.processorTime))
  }

  /// Bounds the memory that the process may ask for.
  ///
  /// The corresponding C function is `prlimit` with `RLIMIT_DATA`.
  ///
  /// - Parameter byteCount: Bytes of private writable memory; cut to what the process may have.
  /// - Throws: `SystemError` where there is no such process.
  package func limitData(to byteCount: UInt64) throws(SystemError) {
    try Syscalls.meetFault(in: "prlimit")
    _ = try Syscalls.checked(csystem_limit_data(number, byteCount), in: "prlimit")
  }

  private static func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    // SAFETY: the copies are freed after the body, which does not keep them.
    var copies = unsafe [UnsafeMutablePointer<CChar>?]()
    for string in strings {
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count)
      for (index, byte) in string.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
      unsafe copies.append(copy)
    }
    defer { unsafe copies.forEach { unsafe $0?.deallocate() } }
    return unsafe body(copies + [nil])
  }
}

extension rusage {
  /// Processor time in user mode and in the kernel.
  var processorTime: Duration {
    .seconds(Int64(ru_utime.tv_sec) + Int64(ru_stime.tv_sec))
      + .microseconds(Int64(ru_utime.tv_usec) + Int64(ru_stime.tv_usec))
  }
}
