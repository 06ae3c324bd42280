import Confinement
import SystemCalls
import Testing

/// What the filter of decoders answers, read from its program as the kernel would.
@Suite(.timeLimit(.minutes(1)))
struct CallFilterTests {
  private static let own: Int32 = 4711
  private static let permitted: UInt32 = 0x7FFF_0000
  private static let notPermitted = 0x0005_0000 | Syscalls.FilterConstant.notPermitted
  private static let noAccess = 0x0005_0000 | Syscalls.FilterConstant.noAccess
  private static let noSuchCall = 0x0005_0000 | Syscalls.FilterConstant.noSuchCall

  private static let program = DecoderCalls.filter(opensFiles: true, process: own).program
  private static let closedProgram = DecoderCalls.filter(opensFiles: false, process: own).program

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: SystemCall
    var arguments: [UInt64] = []
    let verdict: UInt32

    init(_ name: String, _ call: SystemCall, _ arguments: [UInt64] = [], _ verdict: UInt32) {
      testDescription = name
      self.call = call
      self.arguments = arguments
      self.verdict = verdict
    }
  }

  static let cases: [Case] = [
    Case("read", .read, [3, 0, 10], permitted),
    Case("mapping memory", .mmap, [0, 4096, 7, 0x22], permitted),
    Case("a thread", .clone, [0x3D_0F00], permitted),
    Case("a process", .clone, [17], notPermitted),
    Case("a process with a thread's memory", .clone, [0x4100 | 17], notPermitted),
    Case("a process by the newer call", .clone3, [0, 88], noSuchCall),
    Case("a signal to itself", .tgkill, [4711, 4711, 6], permitted),
    Case("a signal to another", .tgkill, [4712, 4712, 9], notPermitted),
    Case("a signal to all", .kill, [UInt64(bitPattern: -1), 9], notPermitted),
    Case("opening to read", .openat, [0xFFFF_FF9C, 0, 0o2000000], permitted),
    Case("opening to write", .openat, [0xFFFF_FF9C, 0, 1], noAccess),
    Case("opening to read and write", .openat, [0xFFFF_FF9C, 0, 2], noAccess),
    Case("making a file", .openat, [0xFFFF_FF9C, 0, 0o100], noAccess),
    Case("making a file without a name", .openat, [0xFFFF_FF9C, 0, 0o20000000], noAccess),
    Case("reading a limit", .prlimit, [0, 2, 0, 1 << 40], permitted),
    Case("moving a limit", .prlimit, [0, 2, 1 << 40, 0], notPermitted),
    Case("moving a limit from a low address", .prlimit, [0, 2, 8, 0], notPermitted),
    Case("naming a thread", .prctl, [15, 0], permitted),
    Case("becoming dumpable", .prctl, [4, 1], notPermitted),
    Case("copying a descriptor", .fcntl, [3, 1030], permitted),
    Case("asking for signals", .fcntl, [3, 8], notPermitted),
    Case("moving pages", .ioctl, [5, 0xC028_AA03], permitted),
    Case("typing into a terminal", .ioctl, [0, 0x5412], notPermitted),
  ]

  @Test("Each call is permitted or refused as it should be", arguments: cases)
  func verdicts(_ example: Case) throws {
    let number = try #require(example.call.number)
    #expect(Self.run(Self.program, number, example.arguments) == example.verdict)
  }

  @Test("Without rules on names, nothing is opened")
  func closed() throws {
    let number = try #require(SystemCall.openat.number)
    #expect(Self.run(Self.closedProgram, number, [0xFFFF_FF9C, 0, 0]) == Self.noAccess)
  }

  @Test("A number that no rule names is not permitted")
  func unknown() {
    let named = Self.program.filter { $0.code == 0x15 && $0.jumpIfTrue == 0 }.map(\.operand)
    for number in UInt32(0)..<600 where !named.contains(number) {
      #expect(Self.run(Self.program, number, []) == Self.notPermitted)
    }
    // The other numbering of x86-64 machines.
    #expect(Self.run(Self.program, 0x4000_0000, []) == Self.notPermitted)
  }

  @Test("Calls by another machine's numbers end the process")
  func otherMachine() {
    #expect(Self.run(Self.program, 0, [], machine: 0x4000_0003) == 0x8000_0000)
  }

  /// Runs a program as bpf(4) says, for the few instructions that filters use.
  private static func run(
    _ program: [Syscalls.FilterInstruction], _ call: UInt32, _ arguments: [UInt64],
    machine: UInt32 = Syscalls.FilterConstant.machine
  ) -> UInt32 {
    let padded = arguments + [UInt64](repeating: 0, count: 6 - arguments.count)
    var words: [UInt32] = [call, machine, 0, 0]
    for argument in padded {
      words += [UInt32(truncatingIfNeeded: argument), UInt32(truncatingIfNeeded: argument >> 32)]
    }
    var accumulator: UInt32 = 0
    var at = 0
    while at < program.count {
      let instruction = program[at]
      at += 1
      switch instruction.code {
      case 0x20: accumulator = words[Int(instruction.operand) / 4]
      case 0x54: accumulator &= instruction.operand
      case 0x15:
        let holds = accumulator == instruction.operand
        at += Int(holds ? instruction.jumpIfTrue : instruction.jumpIfFalse)
      case 0x06: return instruction.operand
      default: Issue.record("an unknown instruction \(instruction)")
      }
    }
    Issue.record("the program has no end")
    return 0
  }
}
