internal import CSystem
internal import Glibc

/// What this process gives up for good; nothing here can be taken back.
extension Syscalls {
  /// Keeps this process, and what it would execute, from gaining rights.
  ///
  /// The corresponding C function is `prctl` with `PR_SET_NO_NEW_PRIVS`.
  package static func refuseNewPrivileges() throws(SystemError) {
    try meetFault(in: "prctl")
    _ = try checked(csystem_no_new_privileges(), in: "prctl")
  }

  /// Keeps other processes of the same user from looking into this one, and memory images away.
  ///
  /// The corresponding C function is `prctl` with `PR_SET_DUMPABLE`.
  package static func forbidInspection() throws(SystemError) {
    _ = try checked(csystem_not_dumpable(), in: "prctl")
  }

  /// Gives up all capabilities, those of root too.
  ///
  /// The corresponding C function is `capset`.
  package static func dropCapabilities() throws(SystemError) {
    _ = try checked(csystem_drop_capabilities(), in: "capset")
  }

  /// Forgets the environment.
  ///
  /// The corresponding C function is `clearenv`.
  package static func clearEnvironment() { _ = csystem_clear_environment() }

  /// Closes all descriptors from a number on.
  ///
  /// The corresponding C function is `close_range`.
  package static func closeDescriptors(from first: Int32) throws(SystemError) {
    _ = try checked(csystem_close_from(first), in: "close_range")
  }

  /// Lets standard input, output and error lead nowhere.
  ///
  /// The corresponding C functions are `open` and `dup2`.
  package static func silenceStandardStreams() throws(SystemError) {
    let nothing = unsafe try withPath(Array("/dev/null".utf8), in: "open") {
      unsafe csystem_open($0, O_RDWR | O_CLOEXEC, 0)
    }
    let descriptor = FileDescriptor(takingOwnershipOf: try checked(nothing, in: "open"))
    for number: Int32 in 0...2 {
      guard dup2(descriptor.number, number) >= 0 else { throw SystemError(errno, in: "dup2") }
    }
  }

  /// Makes writing beyond the limit of a file's length an error of the write instead of the end of
  /// the process.
  ///
  /// The corresponding C function is `signal` with `SIGXFSZ`.
  package static func ignoreLongFiles() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// How many threads this process has; `nil` where the kernel does not tell.
  ///
  /// Source: proc(5), `/proc/pid/task`, which has two links and one more for each thread.
  package static func threadCount() -> Int? {
    var record = stat()
    guard unsafe stat("/proc/self/task", &record) == 0 else { return nil }
    return Int(record.st_nlink) - 2
  }

  /// An instruction of the filter that the kernel runs before every call.
  ///
  /// Source: bpf(4) as far as seccomp(2) takes it.
  package struct FilterInstruction: Sendable, Hashable {
    /// What is done.
    package var code: UInt16
    /// How many instructions are passed over where a comparison holds.
    package var jumpIfTrue: UInt8
    /// How many instructions are passed over where it does not.
    package var jumpIfFalse: UInt8
    /// What it is done with.
    package var operand: UInt32

    /// Creates an instruction.
    package init(_ code: UInt16, _ operand: UInt32, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0) {
      self.code = code
      self.operand = operand
      jumpIfTrue = ifTrue
      jumpIfFalse = ifFalse
    }
  }

  /// Has a filter decide on every further system call of this process and its threads.
  ///
  /// The corresponding C function is `seccomp` with `SECCOMP_SET_MODE_FILTER`.
  package static func filterCalls(
    by program: [FilterInstruction]
  ) throws(SystemError) {
    try meetFault(in: "seccomp")
    let instructions = program.map {
      sock_filter(code: $0.code, jt: $0.jumpIfTrue, jf: $0.jumpIfFalse, k: $0.operand)
    }
    _ = try checked(
      unsafe csystem_filter_calls(instructions, instructions.count), in: "seccomp")
  }

  /// What a filter compares calls with.
  package enum FilterConstant {
    /// The machine whose numbers of calls `SystemCall` has.
    package static var machine: UInt32 { csystem_machine }
    /// The flag of `clone` that makes a thread, not a process.
    package static var cloneThread: UInt32 { csystem_clone_thread }
    /// The operation of `prctl` that names a thread.
    package static var setThreadName: UInt32 { csystem_prctl_set_name }
    /// The operation of `prctl` that names memory.
    package static var setMemoryName: UInt32 { csystem_prctl_set_memory_name }
    /// All flags of `open` that allow more than reading what is there.
    package static var openForChange: UInt32 { csystem_open_for_change }
    /// The number with which forbidden calls are refused.
    package static var notPermitted: UInt32 { UInt32(EPERM) }
    /// The number with which forbidden names are refused.
    package static var noAccess: UInt32 { UInt32(EACCES) }
    /// The number that makes callers try an older call.
    package static var noSuchCall: UInt32 { UInt32(ENOSYS) }
  }
}
