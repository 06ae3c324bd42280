import DecoderWorkers
import SystemCalls

extension Command {
  static let doctor = Command(
    "doctor", summary: "Tells what this machine offers: libraries, the jail of decoders, fonts",
    details: [
      """
      A worker is started, says what libraries it has and what confines it, and draws a small \
      picture. The exit status is 1 where anything is missing that --require-jail asks for, or the \
      picture.
      """
    ],
    flags: [.budget],
    examples: [Example("thumbs doctor", "See whether decoders can be confined here")]
  ) { call throws(CommandFailure) in
    try call.noOperands()
    let settings = WorkerProgram.find().map { program in
      DecodeQueue<Void>.Settings(
        program: program, limit: call.arguments.budget, workerLimit: 1, timeout: .seconds(30))
    }
    let report = MachineReport(settings)
    for line in report.lines {
      let blanks = String(repeating: " ", count: max(1, 12 - line.name.count))
      try call.console.print("\(line.name)\(blanks)\(PrintableText.escaped(line.text))")
    }
    return report.isWhole ? .done : .someFailed
  }
}
