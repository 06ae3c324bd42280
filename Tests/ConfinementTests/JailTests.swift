import Confinement
import Foundation
import SystemCalls
import Testing

/// The steps into the jail, each in a process of its own: there is no way back.
@Suite(.timeLimit(.minutes(1)))
struct JailTests {
  @Test("On this kernel nothing is missing, and nothing can be opened or started afterwards")
  func whole() async {
    await #expect(processExitsWith: .success) {
      // The test's process has threads already, which only the filter of calls reaches.
      let jail = Jail.enter()
      precondition(jail.gaps.allSatisfy { $0 == "Landlock: other threads ran already" })
      precondition(jail.landlockVersion > 0)
      precondition(open("/etc/passwd", O_RDONLY) == -1 && errno == EACCES)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
      precondition(getenv("PATH") == nil)
      precondition(write(1, "x", 1) == 1)
    }
  }

  @Test(
    "What the kernel refuses is told by name, and the other steps are taken",
    arguments: [
      ("landlock_create_ruleset", "Landlock"), ("seccomp", "seccomp"),
    ])
  func gaps(call: String, step: String) async {
    await #expect(processExitsWith: .success) { [call = call as String, step = step as String] in
      let fault = SyscallFaults(call, .noPermission)
      let jail = Syscalls.$faults.withValue(fault) { Jail.enter() }
      precondition(jail.gaps.contains { $0.hasPrefix(step + ": ") })
      precondition((jail.landlockVersion > 0) == (call != "landlock_create_ruleset"))
      // With one of the two in force, what is nobody else's business still cannot be read.
      precondition(open("/etc/passwd", O_RDONLY) == -1)
    }
  }
}
