import Batch
import ByteSources
import DecoderWorkers
import JSONText
import MediaTypes
import SystemCalls

extension Command {
  static let make = Command(
    "make", operands: "FILE", .file, summary: "Makes the thumbnail of one file",
    flags: [.outputFile] + Flag.codings + [.size] + Flag.looks
      + [.budget, .timeout, .requireJail],
    examples: [
      Example("thumbs make holiday.heic -o holiday.jpg", "Make a JPEG of at most 256 pixels"),
      Example("curl -s example.org/film.mp4 | thumbs make - -o film.jpg", "Read a pipe"),
      Example("thumbs make film.mkv -o - --at best | display", "Look at a film's best frame"),
    ]
  ) { call throws(CommandFailure) in
    let file = try call.onlyOperand("file")
    guard let output = call.arguments.output else {
      throw .usage(UsageError("--output says where the thumbnail goes; - is standard output"))
    }
    if output.isDash, call.arguments.thumbnails.makesPlaceholder {
      throw .usage(UsageError("--placeholder and the thumbnail cannot both be standard output"))
    }
    var options = call.arguments.thumbnails
    options.format = try format(of: output, call.arguments)
    guard let program = WorkerProgram.find() else {
      throw .cannotWork("the program \(WorkerProgram.name) is not beside this one")
    }
    var settings = DecodeQueue<Void>.Settings(
      program: program, limit: call.arguments.budget, workerLimit: 1,
      timeout: call.arguments.timeout)
    settings.requiresJail = call.arguments.requiresJail
    let making = OneThumbnail(file: file, options: options, settings: settings) { notice in
      call.console.say("thumbs make: \(notice)")
    }
    let result: Result<ThumbnailOutcome, ThumbnailError>
    do throws(WorkerFailure) {
      result = try making.outcome()
    } catch {
      throw .cannotWork("\(error)")
    }
    return try deliver(result, of: file, to: output, call.console)
  }

  /// The coding that was asked for, or that the output's name tells.
  private static func format(
    of output: Word, _ arguments: TypedArguments
  ) throws(CommandFailure) -> OutputFormat? {
    if let format = arguments.thumbnails.format { return format }
    if output.isDash { return nil }
    let ending = FileName.fileExtension(of: output.bytes)?.lowercased()
    if ending == "jpeg" { return .jpeg }
    guard let format = OutputFormat.allCases.first(where: { $0.fileExtension == ending }) else {
      throw .usage(
        UsageError(
          "'\(output.printable)' ends in none of .jpg, .jpeg, .png, .webp, .avif: use --format"))
    }
    return format
  }

  private static func deliver(
    _ result: Result<ThumbnailOutcome, ThumbnailError>, of file: Word, to output: Word,
    _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    let outcome: ThumbnailOutcome
    do throws(ThumbnailError) {
      outcome = try result.get()
    } catch {
      throw .cannotWork("\(file.printable): \(PrintableText.escaped(error.description))")
    }
    for warning in outcome.warnings {
      let text = PrintableText.escaped(warning.description)
      console.say("thumbs make: \(file.printable): warning: \(text)")
    }
    let bytes = outcome.thumbnails.first?.bytes ?? []
    if output.isDash {
      try console.print(bytes)
      return .done
    }
    do throws(SystemError) {
      var new = try NewFile(output.bytes)
      try new.append(bytes)
      try new.complete()
    } catch {
      throw .cannotWork("outputFailed: cannot write \(output.printable): \(error)")
    }
    if let placeholder = outcome.placeholder {
      try console.print(Array((placeholder.json.text + "\n").utf8))
    }
    return .done
  }
}
