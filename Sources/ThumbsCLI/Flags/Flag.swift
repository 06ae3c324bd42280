/// An option of the command, said once: parsing, help, completion and the manual page follow.
struct Flag: Sendable {
  /// Under which heading help shows it, in this order.
  enum Category: String, CaseIterable, Sendable {
    case input = "Input"
    case output = "Output"
    case picture = "Picture"
    case rules = "Rules"
    case limits = "Limits"
    case seeing = "Report and progress"
    case general = "General"
  }

  /// What can stand for a value, where that is known.
  enum Candidates: Sendable {
    /// Anything.
    case any
    /// The path of a file.
    case file
    /// The path of a directory.
    case directory
    /// One of a few words.
    case words([String])
    /// Anything; a few words are worth suggesting.
    case suggestions([String])

    /// One of the words of a type.
    static func words<Choice: RawRepresentable & CaseIterable>(
      of type: Choice.Type
    ) -> Candidates where Choice.RawValue == String {
      .words(type.allCases.map(\.rawValue))
    }
  }

  /// The value that follows a flag.
  struct Value: Sendable {
    /// How help calls it, such as `DIR`.
    let name: String
    /// What can stand for it.
    let candidates: Candidates
    /// What holds where the flag is not given, in words.
    let defaultText: String?

    init(_ name: String, _ candidates: Candidates = .any, default defaultText: String? = nil) {
      self.name = name
      self.candidates = candidates
      self.defaultText = defaultText
    }
  }

  /// What a flag does to the arguments.
  enum Effect: Sendable {
    /// Standing there is all it says.
    case mark(@Sendable (inout TypedArguments) -> Void)
    /// A value follows.
    case read(Value, @Sendable (inout TypedArguments, Word) throws(ValueError) -> Void)
  }

  /// The long name, without dashes.
  let name: String
  /// The short name, without its dash.
  let short: Character?
  /// Under which heading help shows it.
  let category: Category
  /// What it does in one line, without a full stop.
  let summary: String
  /// What more there is to say, in paragraphs.
  let details: [String]
  /// What it does to the arguments.
  let effect: Effect

  /// Declares a flag that a value follows.
  init(
    _ name: String, short: Character? = nil, _ value: Value, in category: Category,
    summary: String, details: [String] = [],
    read: @escaping @Sendable (inout TypedArguments, Word) throws(ValueError) -> Void
  ) {
    self.name = name
    self.short = short
    self.category = category
    self.summary = summary
    self.details = details
    effect = .read(value, read)
  }

  /// Declares a flag that says all by standing there.
  init(
    _ name: String, short: Character? = nil, in category: Category, summary: String,
    details: [String] = [], mark: @escaping @Sendable (inout TypedArguments) -> Void
  ) {
    self.name = name
    self.short = short
    self.category = category
    self.summary = summary
    self.details = details
    effect = .mark(mark)
  }

  /// The value that follows, where one does.
  var value: Value? {
    switch effect {
    case .mark: nil
    case .read(let value, _): value
    }
  }

  /// The words that can stand for the value; empty where anything can.
  var choices: [String] {
    if case .words(let words)? = value?.candidates { words } else { [] }
  }
}
