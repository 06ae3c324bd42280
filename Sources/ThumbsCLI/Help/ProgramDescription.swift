import MediaTypes

/// What there is to say of the program that belongs to no command.
struct ProgramDescription: Sendable {
  /// A word and what it means.
  struct Term: Sendable {
    let name: String
    let meaning: String
  }

  /// A number and what it means.
  struct Status: Sendable {
    let number: String
    let meaning: String
  }

  /// What the program does in one line, without a full stop.
  let summary: String
  /// What more there is to say, in paragraphs.
  let details: [String]
  /// What the program tells whoever started it.
  let exitStatuses: [Status]
  /// The codes of errors.
  let errorCodes: [Term]
  /// The variables that are heeded.
  let environment: [Term]
}

extension ProgramDescription {
  /// The version of the program, as semver.org counts.
  static let version = "0.1.0"

  /// The answer to a question for the version.
  static let versionLine = "thumbs \(version)"

  /// This program.
  static let thumbs = ProgramDescription(
    summary: "Makes small previews of photos, videos and sound files within a memory budget",
    details: [
      """
      What a file is, is decided by its content, never by its name. Files are decoded in processes \
      of their own, so that a broken or hostile one costs its own preview at most, and the memory \
      of all processes together stays below the budget.
      """
    ],
    exitStatuses: [
      Status(number: "0", meaning: "All done"),
      Status(number: "1", meaning: "Some files failed; the others are done"),
      Status(number: "2", meaning: "Wrong usage, or nothing to read"),
      Status(number: "130, 143", meaning: "Ended by SIGINT or SIGTERM; what was finished is kept"),
    ],
    errorCodes: ThumbnailError.Code.allCases.map { Term(name: $0.rawValue, meaning: $0.meaning) },
    environment: [
      Term(name: "NO_COLOR", meaning: "Where set and not empty, nothing is coloured"),
      Term(name: "TERM", meaning: "Where it is dumb, no progress is drawn"),
    ])
}

extension ThumbnailError.Code {
  /// What the code says of a file, in one line without a full stop.
  var meaning: String {
    switch self {
    case .unreadable: "The file cannot be opened or read"
    case .vanished: "There is no such file, or no more"
    case .empty: "The file has no bytes"
    case .notMedia: "The content is neither a picture, a video nor sound"
    case .unsupported: "The format is known, and nothing here decodes it"
    case .corrupt: "The content breaks its format's rules so that nothing can be shown"
    case .overBudget: "Decoding needs more memory than the whole budget"
    case .overLimit: "A cap on pixels or bytes is exceeded"
    case .timedOut: "The time limit passed"
    case .crashed: "The decoder's process died"
    case .noPreview: "There is nothing to show, such as a sound file without a cover"
    case .outputFailed: "The thumbnail could not be written"
    case .cancelled: "The run was ended before the file was done"
    }
  }
}
