package import SystemCalls

/// Which system calls a process may still make: rules, and the program that the kernel runs.
///
/// The first rule whose call and conditions hold decides; what no rule names is not permitted.
package struct CallFilter: Sendable {
  /// Something that an argument of a call must be.
  package struct Condition: Sendable, Hashable {
    /// Which argument, from 0.
    var argument: UInt32
    /// Whether the upper half of the argument is meant, as of a pointer.
    var isUpperHalf = false
    /// The bits that count.
    var mask = UInt32.max
    /// What they must be.
    var value: UInt32

    /// The lower half of an argument is a value.
    package static func argument(_ index: UInt32, is value: UInt32) -> Condition {
      Condition(argument: index, value: value)
    }

    /// Some bits of the lower half of an argument are these.
    package static func argument(
      _ index: UInt32, masked mask: UInt32, is value: UInt32
    ) -> Condition {
      Condition(argument: index, mask: mask, value: value)
    }

    /// Both halves of an argument are zero.
    package static func argumentIsZero(_ index: UInt32) -> [Condition] {
      [false, true].map { Condition(argument: index, isUpperHalf: $0, value: 0) }
    }
  }

  private struct Rule: Sendable {
    let call: SystemCall
    let conditions: [Condition]
    let verdict: UInt32
  }

  private var rules: [Rule] = []

  /// Begins a filter that permits nothing.
  package init() {}

  /// Permits a call under conditions that must all hold.
  package mutating func allow(_ call: SystemCall, where conditions: [Condition] = []) {
    rules.append(Rule(call: call, conditions: conditions, verdict: Verdict.allow))
  }

  /// Permits a call under one condition.
  package mutating func allow(_ call: SystemCall, where condition: Condition) {
    allow(call, where: [condition])
  }

  /// Refuses a call with a number that its callers expect.
  package mutating func refuse(_ call: SystemCall, with number: UInt32) {
    rules.append(Rule(call: call, conditions: [], verdict: Verdict.refuse(with: number)))
  }

  /// The answers of a filter.
  ///
  /// Source: seccomp(2), `SECCOMP_RET_…`.
  private enum Verdict {
    static let endProcess: UInt32 = 0x8000_0000
    static let allow: UInt32 = 0x7FFF_0000

    static func refuse(with number: UInt32) -> UInt32 { 0x0005_0000 | number & 0xFFFF }
  }

  /// What instructions do.
  ///
  /// Source: linux/bpf_common.h.
  private enum Code {
    static let load: UInt16 = 0x20
    static let and: UInt16 = 0x54
    static let jumpIfEqual: UInt16 = 0x15
    static let give: UInt16 = 0x06
  }

  /// Where the kernel puts what a filter looks at.
  ///
  /// Both machines that are known are little endian. Source: `struct seccomp_data` in seccomp(2).
  private enum Place {
    static let call: UInt32 = 0
    static let machine: UInt32 = 4
    static let arguments: UInt32 = 16
  }

  /// The filter as the kernel takes it.
  ///
  /// ```
  /// load machine; another one: end the process
  /// load call
  /// for each rule   is it this call? else the next rule
  ///                 for each condition: load, mask, compare; else load call, the next rule
  ///                 give the verdict
  /// give "not permitted"
  /// ```
  package var program: [Syscalls.FilterInstruction] {
    typealias Instruction = Syscalls.FilterInstruction
    var program = [
      Instruction(Code.load, Place.machine),
      Instruction(Code.jumpIfEqual, Syscalls.FilterConstant.machine, ifTrue: 1),
      Instruction(Code.give, Verdict.endProcess),
      Instruction(Code.load, Place.call),
    ]
    for rule in rules {
      guard let number = rule.call.number else { continue }
      let body = CallFilter.body(of: rule)
      program.append(Instruction(Code.jumpIfEqual, number, ifFalse: UInt8(clamping: body.count)))
      program += body
    }
    program.append(
      Instruction(Code.give, Verdict.refuse(with: Syscalls.FilterConstant.notPermitted)))
    return program
  }

  private static func body(of rule: Rule) -> [Syscalls.FilterInstruction] {
    typealias Instruction = Syscalls.FilterInstruction
    guard !rule.conditions.isEmpty else { return [Instruction(Code.give, rule.verdict)] }
    var body: [Instruction] = []
    for (index, condition) in rule.conditions.enumerated() {
      let place =
        Place.arguments + 8 * condition.argument + (condition.isUpperHalf ? 4 : 0)
      // Three instructions for each condition that follows, and the verdict.
      let rest = 3 * (rule.conditions.count - index - 1) + 1
      body += [
        Instruction(Code.load, place),
        Instruction(Code.and, condition.mask),
        Instruction(Code.jumpIfEqual, condition.value, ifFalse: UInt8(clamping: rest)),
      ]
    }
    return body + [Instruction(Code.give, rule.verdict), Instruction(Code.load, Place.call)]
  }
}
