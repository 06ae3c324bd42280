import SystemCalls

/// The command `thumbs`: from the words of its command line to its exit status.
public enum ThumbsCommand {
  /// The commands, in the order in which help shows them.
  static let commands: [Command] = [
    .make, .batch, .sniff, .plan, .share, .thumbnailer, .doctor, .completion, .man, .version,
  ]

  /// Runs the command with the words, the console and the environment of this process.
  ///
  /// - Returns: The status to exit with.
  public static func run() async -> Int32 {
    Syscalls.ignoreBrokenPipes()
    let words = Syscalls.commandLineWords().map(Word.init)
    return await run(words, on: .ofProcess()).rawValue
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - console: Where output goes.
  /// - Returns: The status to exit with.
  package static func run(_ words: [Word], on console: Console) async -> ExitStatus {
    let request: CommandLineParser.Request
    do throws(CommandLineParser.Refusal) {
      request = try CommandLineParser(commands: commands).parse(words)
    } catch {
      return refuse(error.error, of: error.command, on: console)
    }
    do throws(CommandFailure) {
      return try await perform(request, on: console)
    } catch {
      switch error {
      case .usage(let error): return refuse(error, of: request.command, on: console)
      case .outputClosed: return .done
      case .outputFailed(let error):
        console.say("thumbs: cannot write to standard output: \(error)")
        return .someFailed
      case .cannotWork(let reason):
        console.say("thumbs\(request.command.map { " \($0.name)" } ?? ""): \(reason)")
        return .someFailed
      }
    }
  }

  private static func perform(
    _ request: CommandLineParser.Request, on console: Console
  ) async throws(CommandFailure) -> ExitStatus {
    switch request {
    case .version: try console.print(ProgramDescription.versionLine)
    case .help(let command, let isLong):
      let screen = HelpScreen(isLong: isLong, columns: console.columns)
      try console.print(
        command.map { screen.text(on: $0) } ?? screen.text(on: .thumbs, commands: commands))
    case .run(let command, let arguments, let operands):
      return try await command.run(
        Command.Call(arguments: arguments, operands: operands, console: console))
    }
    return .done
  }

  private static func refuse(
    _ error: UsageError, of command: Command?, on console: Console
  ) -> ExitStatus {
    let name = command.map { " \($0.name)" } ?? ""
    console.say("thumbs\(name): \(error.message)")
    return .wrongUsage
  }
}
