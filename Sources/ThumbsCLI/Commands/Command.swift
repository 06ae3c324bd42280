/// A command of the program, said once: usage, help, completion and the manual page follow.
struct Command: Sendable {
  /// A command line somebody could write, and what it is for.
  struct Example: Sendable {
    /// The command line.
    let line: String
    /// What it is for, in words without a full stop.
    let purpose: String

    init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }

  /// What a command gets to work with.
  struct Call: Sendable {
    /// The values of flags.
    let arguments: TypedArguments
    /// What is no flag, in order.
    let operands: [Word]
    /// Where output goes.
    let console: Console
  }

  /// The name, one word.
  let name: String
  /// What is written after the options, such as `FILE...`.
  let operands: String
  /// What can stand there.
  let operandCandidates: Flag.Candidates
  /// What it does in one line, without a full stop.
  let summary: String
  /// What more there is to say, in paragraphs.
  let details: [String]
  /// The options, without the general ones.
  let flags: [Flag]
  /// Command lines somebody could write.
  let examples: [Example]
  /// Does the work.
  let run: @Sendable (Call) async throws(CommandFailure) -> ExitStatus

  /// Declares a command.
  init(
    _ name: String, operands: String = "", _ operandCandidates: Flag.Candidates = .any,
    summary: String, details: [String] = [], flags: [Flag] = [], examples: [Example] = [],
    run: @escaping @Sendable (Call) async throws(CommandFailure) -> ExitStatus
  ) {
    self.name = name
    self.operands = operands
    self.operandCandidates = operandCandidates
    self.summary = summary
    self.details = details
    self.flags = flags
    self.examples = examples
    self.run = run
  }

  /// What a command line of it looks like.
  var usage: String {
    let options = flags.isEmpty ? "" : " [OPTION...]"
    return "thumbs \(name)\(options)\(operands.isEmpty ? "" : " ")\(operands)"
  }
}

extension Command.Call {
  /// The operands, at least one.
  ///
  /// - Parameter name: What they are called in an error.
  /// - Returns: The operands.
  /// - Throws: A usage error where there is none.
  func requiredOperands(_ name: String) throws(CommandFailure) -> [Word] {
    guard !operands.isEmpty else { throw .usage(UsageError("no \(name) is named")) }
    return operands
  }

  /// The only operand.
  ///
  /// - Parameter name: What it is called in an error.
  /// - Returns: The operand.
  /// - Throws: A usage error where there is none, or more than one.
  func onlyOperand(_ name: String) throws(CommandFailure) -> Word {
    let words = try requiredOperands(name)
    guard words.count == 1 else {
      throw .usage(UsageError("one \(name) is wanted, \(words.count) are named"))
    }
    return words[0]
  }

  /// Refuses operands.
  func noOperands() throws(CommandFailure) {
    guard let first = operands.first else { return }
    throw .usage(UsageError("'\(first.printable)' is too much: no argument is wanted"))
  }
}
