/// What is wrong with a command line, in one line for people.
struct UsageError: Error, Hashable, Sendable {
  /// What is wrong, and what to write instead where that can be guessed.
  let message: String

  /// Creates an error.
  init(_ message: String) { self.message = message }
}

/// Why the value of a flag cannot be read, in words that follow the value.
struct ValueError: Error, Hashable, Sendable {
  /// What is wrong, and what would be right.
  let message: String

  /// Creates an error.
  init(_ message: String) { self.message = message }
}
