import MemoryBudget

/// Flags that bound memory and time.
extension Flag {
  static let budget = Flag(
    "budget", short: "b",
    Value("BYTES", .suggestions(MemoryLimit.presets.map(\.name)), default: "120MB"), in: .limits,
    summary: "Hold at most BYTES of memory, all processes together",
    details: [
      """
      Written as 120MB, 64MiB, 1GiB or as a plain number; all units are powers of 1024. A file \
      that cannot be decoded within the budget is reported as overBudget and costs no other file.
      """,
      """
      A platform's limit has a name: share-extension is 120 MB; widget is 30 MB and \
      notification-service 24 MB of memory that no file backs, since the pages of the libraries \
      alone exceed them.
      """,
    ]
  ) { arguments, word throws(ValueError) in
    arguments.budget = try ValueGrammar.memoryLimit(word.text)
  }

  static let jobs = Flag(
    "jobs", short: "j", Value("N", default: "one a processor"), in: .limits,
    summary: "Work on at most N files at once",
    details: ["The budget may allow fewer. More jobs never take more memory than the budget."]
  ) { arguments, word throws(ValueError) in
    arguments.jobs = try ValueGrammar.number(word.text, in: 1...1024)
  }

  static let timeout = Flag(
    "timeout", short: "t", Value("TIME", default: "30s"), in: .limits,
    summary: "Give up on a file after TIME",
    details: ["Written as 30s, 2m or 500ms. The file is reported as timedOut."]
  ) { arguments, word throws(ValueError) in
    arguments.timeout = try ValueGrammar.duration(word.text)
  }

  static let deadline = Flag(
    "deadline", Value("TIME"), in: .limits,
    summary: "End the whole run after TIME",
    details: ["What is not done by then is reported as timedOut."]
  ) { arguments, word throws(ValueError) in
    arguments.deadline = try ValueGrammar.duration(word.text)
  }

  static let requireJail = Flag(
    "require-jail", in: .limits,
    summary: "End where decoders cannot be confined wholly",
    details: [
      """
      Decoders can open no file but fonts, no socket and no process. Where the kernel gives less \
      than that takes, it is said once and the work goes on; with this option it is an error. \
      'thumbs doctor' tells what this machine has.
      """
    ]
  ) { arguments in arguments.requiresJail = true }
}
