internal import SystemCalls

/// The system calls of decoders: what libvips, FFmpeg, glibc and Swift's runtime make once they
/// are loaded, as counted with strace over all fixtures, and nothing that reaches further.
package enum DecoderCalls {
  /// What works on memory, threads, clocks and this process alone.
  private static let harmless: [SystemCall] = [
    // Memory.
    .brk, .madvise, .mincore, .mmap, .mprotect, .mremap, .munmap, .userfaultfd,
    // Threads and signals.
    .futex, .gettid, .membarrier, .rseq, .schedGetaffinity, .schedGetattr, .schedYield,
    .setRobustList, .setTidAddress, .sigaction, .sigaltstack, .sigprocmask, .sigreturn, .restart,
    // Time, chance and facts.
    .clockGetres, .clockGettime, .clockNanosleep, .nanosleep, .gettimeofday, .getrandom,
    .getrusage, .sysinfo, .uname, .getpid, .getuid, .geteuid, .getgid, .getegid,
    // Descriptors that are open.
    .read, .readv, .pread, .preadv, .lseek, .write, .writev, .recvmsg, .sendmsg, .poll, .ppoll,
    .close, .dup, .eventfd, .fstat, .fstatfs, .getdents,
    // The end.
    .exit, .exitGroup,
  ]

  /// What asks whether a name exists, which fontconfig does for every font: no content is read.
  private static let askingForNames: [SystemCall] = [
    .access, .faccessat, .fstatat, .readlink, .readlinkat, .statx, .statfs,
  ]

  /// Commands of `fcntl` that look at a descriptor, copy it or keep it from being inherited.
  ///
  /// Others would have the kernel send signals elsewhere. Source: linux/fcntl.h.
  private static let descriptorCommands: [UInt32] = [0, 1, 2, 3, 1030]

  /// The kind of `ioctl` that `userfaultfd` takes; all others are refused.
  ///
  /// Source: linux/userfaultfd.h, `UFFDIO`.
  private static let userFaultCommands: UInt32 = 0xAA << 8

  /// The filter.
  ///
  /// - Parameters:
  ///   - opensFiles: Whether files may be opened for reading, which other rules then bound.
  ///   - process: The number of this process, the only one that gets its signals.
  /// - Returns: The filter.
  package static func filter(opensFiles: Bool, process: Int32) -> CallFilter {
    typealias Constant = Syscalls.FilterConstant
    var filter = CallFilter()
    for call in harmless + askingForNames { filter.allow(call) }
    // Threads, and no processes. The newer call hides its flags from filters.
    filter.refuse(.clone3, with: Constant.noSuchCall)
    filter.allow(
      .clone,
      where: .argument(0, masked: Constant.cloneThread, is: Constant.cloneThread))
    let own = UInt32(bitPattern: process)
    filter.allow(.tgkill, where: .argument(0, is: own))
    filter.allow(.kill, where: .argument(0, is: own))
    filter.allow(.prctl, where: .argument(0, is: Constant.setThreadName))
    filter.allow(.prctl, where: .argument(0, is: Constant.setMemoryName))
    // Bounds may be read, not moved.
    filter.allow(.prlimit, where: CallFilter.Condition.argumentIsZero(2))
    for command in descriptorCommands { filter.allow(.fcntl, where: .argument(1, is: command)) }
    filter.allow(.ioctl, where: .argument(1, masked: 0xFF00, is: userFaultCommands))
    if opensFiles {
      filter.allow(.open, where: .argument(1, masked: Constant.openForChange, is: 0))
      filter.allow(.openat, where: .argument(2, masked: Constant.openForChange, is: 0))
    }
    filter.refuse(.open, with: Constant.noAccess)
    filter.refuse(.openat, with: Constant.noAccess)
    return filter
  }
}
