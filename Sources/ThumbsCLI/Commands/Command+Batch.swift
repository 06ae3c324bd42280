import Batch
import MediaTypes
import SystemCalls

extension Command {
  static let batch = Command(
    "batch", operands: "PATH...", .file,
    summary: "Makes thumbnails of all files in directories, and of files that are named",
    details: [
      """
      Directories are walked to their ends. In a walk what is not media is counted and left out; \
      named by itself it is an error. The output directory is left out and, unless options say \
      otherwise, so are hidden entries; symbolic links are followed only where they are named.
      """,
      """
      A file that fails costs no other file: its reason is told, and the exit status is 1 in the \
      end. Ended by SIGINT or SIGTERM, the run keeps what was finished. Where a hundred thumbnails \
      in a row cannot be written, as on a full disk, the run ends.
      """,
      """
      What was done is kept in mind in .thumbs-state in the output directory: the next run does \
      what changed since, by time and length of the files and by these options, and goes on where \
      one that was killed had come to. Options belong to the whole output directory: thumbnails of \
      other options are replaced. A second run over the same output waits for the first.
      """,
      """
      Files that are not chosen are not there to the run: they have no line in the report.
      """,
    ],
    flags: [.filesFrom, .null] + Flag.selecting + [
      .dedupe, .outputDirectory, .freedesktop, .layout,
    ]
      + Flag.codings + [.prune, .retryFailed, .shareOutput, .sizes] + Flag.looks
      + [.budget, .jobs, .timeout, .deadline, .requireJail, .report, .ordered, .gallery, .quiet]
      + [.verbose],
    examples: [
      Example("thumbs batch ~/Pictures", "Make thumbnails in ~/Pictures/.thumbs"),
      Example(
        "thumbs batch ~/Pictures -o out -s 45,256 --gallery out/sheet.html",
        "Make two sizes of each, and a page that shows them"),
      Example("thumbs batch ~/Pictures --freedesktop", "Fill the cache of the desktop"),
      Example("thumbs batch photos -o - | ssh backup tar x", "Send all thumbnails elsewhere"),
      Example(
        "find . -newer stamp -print0 | thumbs batch -0 --files-from - -o out --report -",
        "Work through a list, and answer each path with a line of JSON"),
    ]
  ) { call throws(CommandFailure) in
    let invocation: BatchInvocation
    do throws(UsageError) {
      invocation = try BatchInvocation(
        call.arguments, operands: call.operands, console: call.console)
    } catch {
      throw .usage(error)
    }
    return try perform(invocation, call)
  }

  private static func perform(
    _ invocation: BatchInvocation, _ call: Call
  ) throws(CommandFailure) -> ExitStatus {
    var watch = BatchWatch(call.arguments, on: call.console)
    var sheet = invocation.gallery.map {
      ContactSheet(page: $0, onlyDirectory: invocation.onlyDirectory)
    }
    var sheetFailed = false
    let summary: BatchSummary
    do throws(BatchFailure) {
      summary = try BatchRun(invocation.options).run { event in
        watch.note(event)
        guard !sheetFailed else { return }
        do throws(SystemError) {
          try sheet?.note(event)
        } catch {
          sheetFailed = true
          watch.say(sheetFailure(error, call))
        }
      }
      watch.end()
    } catch {
      watch.end()
      throw failure(error)
    }
    do throws(SystemError) {
      if !sheetFailed { try sheet.take()?.finish(summary) }
    } catch {
      sheetFailed = true
      watch.say(sheetFailure(error, call))
    }
    if !call.arguments.isQuiet { tell(summary, hasSheet: !sheetFailed, call) }
    return status(after: summary, isComplete: !sheetFailed)
  }

  private static func sheetFailure(_ error: SystemError, _ call: Call) -> String {
    let page = call.arguments.gallery?.printable ?? ""
    return "thumbs batch: cannot write the contact sheet \(page): \(error)"
  }

  private static func failure(_ error: BatchFailure) -> CommandFailure {
    switch error.reason {
    case .usage: .usage(UsageError(error.message))
    case .readerGone: .outputClosed
    case .worker, .output: .cannotWork(error.message)
    }
  }

  private static func tell(_ summary: BatchSummary, hasSheet: Bool, _ call: Call) {
    let arguments = call.arguments
    var lines = SummaryText.lines(for: summary, budget: arguments.budget)
    lines.append("thumbnails: \(PrintableText.escaped(summary.outputDirectory))")
    if let report = arguments.report, !report.isDash { lines.append("report: \(report.printable)") }
    if let page = arguments.gallery, hasSheet { lines.append("contact sheet: \(page.printable)") }
    for line in lines { call.console.say(line) }
  }

  private static func status(after summary: BatchSummary, isComplete: Bool) -> ExitStatus {
    if let signal = summary.stopSignal { return .interrupted(bySignal: signal) }
    if summary.readNothing { return .wrongUsage }
    return summary.counts.failed > 0 || !isComplete ? .someFailed : .done
  }
}
