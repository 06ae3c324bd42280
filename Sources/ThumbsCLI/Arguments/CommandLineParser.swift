/// From the words of a command line to what is asked for.
struct CommandLineParser: Sendable {
  /// What is asked for.
  enum Request: Sendable {
    /// To run a command.
    case run(Command, TypedArguments, operands: [Word])
    /// To show help on the program, or on a command.
    case help(Command?, isLong: Bool)
    /// To show the version.
    case version

    /// The command it is about.
    var command: Command? {
      switch self {
      case .run(let command, _, _): command
      case .help(let command, _): command
      case .version: nil
      }
    }
  }

  /// A command line that cannot be understood, and the command it was for.
  struct Refusal: Error, Sendable {
    let command: Command?
    let error: UsageError
  }

  let commands: [Command]

  /// Reads the words after the program's name.
  ///
  /// Options may stand before and after operands; after `--` all are operands. A question for help
  /// goes before whatever else is wrong.
  ///
  /// - Throws: `Refusal` with what is wrong first.
  func parse(_ words: [Word]) throws(Refusal) -> Request {
    guard let first = words.first else {
      throw Refusal(command: nil, error: UsageError("no command is named; see thumbs -h"))
    }
    switch first.text {
    case "-h": return .help(nil, isLong: false)
    case "--help": return .help(nil, isLong: true)
    case "-V", "--version": return .version
    case "help": return try help(on: words.dropFirst())
    default: break
    }
    guard let command = commands.first(where: { $0.name == first.text }) else {
      throw Refusal(command: nil, error: unknown(first))
    }
    var reading = ArgumentReading(command: command, rest: words.dropFirst())
    return try reading.read()
  }

  private func help(on words: ArraySlice<Word>) throws(Refusal) -> Request {
    guard let name = words.first else { return .help(nil, isLong: true) }
    guard let command = commands.first(where: { $0.name == name.text }) else {
      throw Refusal(command: nil, error: unknown(name))
    }
    return .help(command, isLong: true)
  }

  private func unknown(_ word: Word) -> UsageError {
    let text = word.text
    if text.hasPrefix("-") {
      return UsageError("'\(word.printable)' stands where a command is wanted; see thumbs -h")
    }
    let names = commands.map(\.name) + ["help"]
    let guess = NearestName.nearest(to: text, among: names).map { "did you mean '\($0)'?" }
    return UsageError("no command '\(word.printable)'; \(guess ?? "see thumbs -h")")
  }
}

/// The reading of one command's arguments, word after word.
private struct ArgumentReading {
  let command: Command
  var rest: ArraySlice<Word>
  var arguments = TypedArguments()
  var operands: [Word] = []
  var firstError: UsageError?
  var isLongHelp: Bool?

  init(command: Command, rest: ArraySlice<Word>) {
    self.command = command
    self.rest = rest
  }

  mutating func read() throws(CommandLineParser.Refusal) -> CommandLineParser.Request {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      do throws(UsageError) {
        try read(word)
      } catch {
        if firstError == nil { firstError = error }
      }
    }
    if let isLongHelp { return .help(command, isLong: isLongHelp) }
    if let firstError { throw CommandLineParser.Refusal(command: command, error: firstError) }
    return .run(command, arguments, operands: operands)
  }

  private mutating func read(_ word: Word) throws(UsageError) {
    if word.bytes.starts(with: "--".utf8) {
      try readLong(word)
    } else if word.bytes.count > 1, word.bytes.starts(with: "-".utf8) {
      try readShort(word)
    } else {
      operands.append(word)
    }
  }

  private mutating func readLong(_ word: Word) throws(UsageError) {
    let body = word.bytes.dropFirst(2)
    let nameBytes = body.prefix { $0 != UInt8(ascii: "=") }
    let name = String(decoding: nameBytes, as: UTF8.self)
    let attached =
      nameBytes.count < body.count ? Word(Array(body.dropFirst(nameBytes.count + 1))) : nil
    if name == "help" {
      isLongHelp = true
      return
    }
    guard let flag = command.flags.first(where: { $0.name == name }) else {
      throw unknown("--\(PrintableText.escaped(name))", nearest: name)
    }
    switch flag.effect {
    case .mark(let mark):
      guard attached == nil else { throw UsageError("--\(name) takes no value") }
      mark(&arguments)
    case .read: try apply(flag, written: "--\(name)", attached: attached)
    }
  }

  /// Reads `-s256`, `-s 256`, `-qv` and `-qs256`.
  private mutating func readShort(_ word: Word) throws(UsageError) {
    var letters = word.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      if name == "h" {
        if isLongHelp == nil { isLongHelp = false }
        continue
      }
      guard let flag = command.flags.first(where: { $0.short == name }) else {
        throw unknown("-\(PrintableText.escaped([letter]))", nearest: nil)
      }
      switch flag.effect {
      case .mark(let mark): mark(&arguments)
      case .read:
        let attached = letters.isEmpty ? nil : Word(Array(letters))
        return try apply(flag, written: "-\(name)", attached: attached)
      }
    }
  }

  private mutating func apply(
    _ flag: Flag, written: String, attached: Word?
  ) throws(UsageError) {
    guard case .read(let value, let read) = flag.effect else { return }
    guard let word = attached ?? rest.popFirst() else {
      throw UsageError("\(written) wants a value: \(written) \(value.name)")
    }
    guard !word.bytes.isEmpty else {
      throw UsageError("\(written) has an empty value; it wants \(value.name)")
    }
    do throws(ValueError) {
      try read(&arguments, word)
    } catch {
      throw UsageError("\(written): '\(word.printable)' \(error.message)")
    }
  }

  private func unknown(_ written: String, nearest name: String?) -> UsageError {
    let names = command.flags.map(\.name) + ["help"]
    let guess = name.flatMap { NearestName.nearest(to: $0, among: names) }
    let advice = guess.map { "did you mean '--\($0)'?" } ?? "see thumbs \(command.name) -h"
    return UsageError("no option '\(written)'; \(advice)")
  }
}
