package import SystemCalls

/// Where text goes.
package protocol TextOutput: Sendable {
  /// Writes bytes, all of them.
  ///
  /// - Throws: `SystemError` where they cannot be written.
  func write(_ bytes: [UInt8]) throws(SystemError)
}

/// An open descriptor as a place for text.
package struct DescriptorOutput: TextOutput {
  private let number: Int32

  /// Writes to a descriptor that stays open.
  package init(_ number: Int32) { self.number = number }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Syscalls.write(bytes, to: number)
  }
}

/// The three ways between the command and whoever started it.
package struct Console: Sendable {
  /// Where results go.
  let output: any TextOutput
  /// Where errors, progress and summaries go.
  let errors: any TextOutput
  /// Whether errors go to a terminal, on which a line can be drawn anew.
  let isTerminal: Bool
  /// Whether text may be coloured.
  let hasColour: Bool
  /// How many signs a line of help and progress has.
  let columns: Int
  /// Whether somebody watches results come, so that each line is written at once.
  let isOutputWatched: Bool

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - output: Where results go.
  ///   - errors: Where errors, progress and summaries go.
  ///   - isTerminal: Whether errors go to a terminal.
  ///   - hasColour: Whether text on that terminal may be coloured.
  ///   - columns: How many signs a line has.
  ///   - isOutputWatched: Whether results go to a terminal.
  package init(
    output: any TextOutput, errors: any TextOutput, isTerminal: Bool = false,
    hasColour: Bool = false, columns: Int = 80, isOutputWatched: Bool = false
  ) {
    self.output = output
    self.errors = errors
    self.isTerminal = isTerminal
    self.hasColour = hasColour
    self.columns = columns
    self.isOutputWatched = isOutputWatched
  }

  /// The console of this process: descriptors 1 and 2, the environment's wishes.
  package static func ofProcess() -> Console {
    let isTerminal = Syscalls.isTerminal(2) && Syscalls.environment("TERM") != "dumb"
    return Console(
      output: DescriptorOutput(1), errors: DescriptorOutput(2), isTerminal: isTerminal,
      hasColour: isTerminal && (Syscalls.environment("NO_COLOR") ?? "").isEmpty,
      columns: min(Syscalls.terminalColumns(1) ?? Syscalls.terminalColumns(2) ?? 80, 100),
      isOutputWatched: Syscalls.isTerminal(1))
  }

  /// Prints text as a result.
  ///
  /// - Throws: `CommandFailure` where nobody reads it or it cannot be written.
  func print(_ text: String) throws(CommandFailure) {
    try print(Array((text + "\n").utf8))
  }

  /// Prints bytes as a result.
  ///
  /// - Throws: `CommandFailure` where nobody reads them or they cannot be written.
  func print(_ bytes: [UInt8]) throws(CommandFailure) {
    do throws(SystemError) {
      try output.write(bytes)
    } catch {
      throw error.isBrokenPipe ? .outputClosed : .outputFailed(error)
    }
  }

  /// Says text to whoever watches; that nobody can hear it is no reason to stop.
  func say(_ text: String) { sayPart(text + "\n") }

  /// Says text without ending the line.
  func sayPart(_ text: String) {
    do throws(SystemError) { try errors.write(Array(text.utf8)) } catch {}
  }
}

/// Why a command ends before its work does.
enum CommandFailure: Error, Sendable {
  /// The command line is wrong.
  case usage(UsageError)
  /// The work cannot begin or go on, for the reason given.
  case cannotWork(String)
  /// Whoever read standard output has seen enough.
  case outputClosed
  /// Standard output cannot be written.
  case outputFailed(SystemError)
}
