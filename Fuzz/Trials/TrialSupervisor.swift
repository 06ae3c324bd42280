import Glibc
import SystemCalls

/// Has each parser tried in a process of its own, begins again behind inputs that end it, and says
/// what became of all.
struct TrialSupervisor {
  /// After so many finds, a parser has shown enough.
  private static let mostFinds = 8

  let options: TrialOptions

  /// Tries the parsers.
  ///
  /// - Returns: Whether no input showed a fault.
  func run(_ parsers: [any ParserUnderTest.Type]) throws -> Bool {
    say("time allowed for an input: \(TimeBound.text)")
    var isGood = true
    for parser in parsers { isGood = try run(parser) && isGood }
    return isGood
  }

  private func run(_ parser: any ParserUnderTest.Type) throws -> Bool {
    let inputs = try Inputs(of: parser, options: options)
    let file = try Syscalls.createWithoutName()
    let started = ContinuousClock.now
    var finds: [String] = []
    var first = 0
    while first < inputs.count, finds.count < Self.mostFinds {
      let end = try trial(of: parser, from: first, file.number)
      let record = TrialRecord(from: file.number)
      first = record.index + 1
      guard end.exitStatus != 0 || record.index < inputs.count else { break }
      finds.append(try keep(inputs, record.index, of: parser, because: words(for: end)))
    }
    let record = TrialRecord(from: file.number)
    if record.slowCount > 0 {
      let why = "\(record.slowCount) inputs take longer than allowed"
      finds.append(try keep(inputs, record.firstSlow, of: parser, because: why))
    }
    say(line(for: parser, inputs, record, started.duration(to: .now)))
    for find in finds { say("  FAULT: \(find)") }
    return finds.isEmpty
  }

  private func trial(
    of parser: any ParserUnderTest.Type, from index: Int, _ descriptor: Int32
  ) throws -> ChildProcess.End {
    var launch = ChildProcess.Launch(
      program: Array("/proc/self/exe".utf8), arguments: options.words(for: "\(parser)", from: index)
    )
    launch.environment = [
      "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024"
        + ":hard_rss_limit_mb=2048:quarantine_size_mb=64:handle_sigill=1",
      // The sanitizer says where a trap is; Swift's own look at the stack is a fault to it.
      "SWIFT_BACKTRACE=enable=no",
      "PATH=/usr/bin:/bin",
    ]
    launch.sharesStandardError = true
    guard
      case .ended(let end) = try ChildProcess.start(launch, inheriting: descriptor)
        .state(waits: true)
    else { throw Misuse("a process was lost") }
    return end
  }

  private func words(for end: ChildProcess.End) -> String {
    switch end.signal {
    case SIGALRM: "took more than \(TimeBound.hangSeconds) s"
    case let signal?: "ended its process by signal \(signal)"
    case nil: "ended its process with status \(end.exitStatus ?? -1)"
    }
  }

  private func keep(
    _ inputs: Inputs, _ index: Int, of parser: any ParserUnderTest.Type, because reason: String
  ) throws -> String {
    guard let found = options.found else { return "input \(index) \(reason)" }
    let path = "\(found)/\(parser)-\(index)"
    try Output.write(inputs[index], to: path)
    return "\(path) \(reason)"
  }

  private func line(
    for parser: any ParserUnderTest.Type, _ inputs: Inputs, _ record: TrialRecord,
    _ duration: Duration
  ) -> String {
    let longest = Double(record.longest) / 1e6
    let pixels = Double(record.longestPixels) / 1e6
    return [
      "\(parser): \(record.inputCount) inputs",
      "(\(inputs.seedCount) files, \(inputs.startCount) starts, \(inputs.damagedCount) damaged),",
      "\(record.madeCount) understood, \(record.failedCount) failed, \(record.refusedCount) refused,",
      "\(record.tooLargeCount) too large;",
      "worst \(Output.fixed(Double(record.worstPerByte) / 1e6)) µs a byte,",
      "\(Output.fixed(longest)) ms (\(record.longestBytes) bytes, \(Output.fixed(pixels)) MP,",
      "input \(record.longestIndex)); \(record.total / 1_000_000_000) s of processor time",
      "in \(duration.components.seconds) s",
    ].joined(separator: " ")
  }

  private func say(_ line: String) { Output.say(line) }
}
