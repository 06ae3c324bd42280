import IsolatedThumbnails
import MediaTypes
import SharePreviews
import SystemCalls

extension Command {
  static let share = Command(
    "share", operands: "FILE...", .file,
    summary: "Shows files as a share sheet would: title, size, type, preview, and what is refused",
    details: [
      """
      One line of JSON an item, in the order given. Rules are applied to what the content of each \
      item is, before anything is decoded; an item that is refused says why, has no thumbnail, and \
      makes the exit status 1, as one does that cannot be read. The file - is standard input.
      """
    ],
    flags: [.sessionDirectory, .originals, .inline, .early, .format, .quality, .shareSizes]
      + Flag.looks + Flag.shareRules + [.budget, .jobs, .timeout, .deadline],
    examples: [
      Example(
        "thumbs share --max-images 10 --max-videos 5 *", "Check what a share tool would take"),
      Example(
        "thumbs share --size small,big --deadline 2s -o session holiday.heic clip.mp4",
        "Leave what can be had in two seconds for another process"),
    ]
  ) { call throws(CommandFailure) in
    let files = try call.requiredOperands("file")
    let invocation = try ShareInvocation(call.arguments, files: files)
    try checkOutput(call.arguments.output)
    let maker = try thumbnailer(call.arguments)
    let session = ShareSession(invocation.items, by: maker, options: invocation.options)
    let verdict = await session.verdict(by: invocation.rules)
    let results = try await printed(session.results(after: verdict), of: files, call)
    if let shortage = verdict.shortage { call.console.say("thumbs share: \(shortage)") }
    if let output = call.arguments.output {
      try await handOn(results, to: output, call.arguments.share.originals)
    }
    return verdict.isAccepted && !results.contains(where: \.isUnusable) ? .done : .someFailed
  }

  /// Says at once what would stop the hand-off at the end.
  private static func checkOutput(_ output: Word?) throws(CommandFailure) {
    guard let output,
      (try? Syscalls.status(of: output.bytes, in: Syscalls.currentDirectoryNumber)) != nil
    else { return }
    throw .cannotWork("outputFailed: \(output.printable) is there already, and must not be")
  }

  private static func thumbnailer(
    _ arguments: TypedArguments
  ) throws(CommandFailure) -> IsolatedThumbnailer {
    var configuration = IsolatedThumbnailer.Configuration(
      workerLimit: arguments.jobs ?? Syscalls.processorCount, timeout: arguments.timeout)
    configuration.limit = arguments.budget
    do throws(ThumbnailError) {
      return try IsolatedThumbnailer(configuration)
    } catch {
      guard error.code == .overBudget else { throw .cannotWork(error.message) }
      throw .usage(UsageError("--budget: \(error.message)"))
    }
  }

  /// Prints results, in the order of their items unless early ones are wanted.
  ///
  /// - Returns: The final results, in the order of their items.
  private static func printed(
    _ results: ShareResults, of files: [Word], _ call: Call
  ) async throws(CommandFailure) -> [ShareResult] {
    let share = call.arguments.share
    var finals = [ShareResult?](repeating: nil, count: files.count)
    var printedCount = 0
    for await result in results {
      if result.isFinal { finals[result.position] = result }
      if share.printsEarly {
        try print(result, of: files, call)
      } else {
        while printedCount < finals.count, let next = finals[printedCount] {
          try print(next, of: files, call)
          printedCount += 1
        }
      }
    }
    return finals.compactMap(\.self)
  }

  private static func print(
    _ result: ShareResult, of files: [Word], _ call: Call
  ) throws(CommandFailure) {
    let share = call.arguments.share
    let line = ShareLine(
      path: files[result.position], result: result, isInline: share.isInline,
      saysWhetherFinal: share.printsEarly)
    try call.console.print(line.text)
  }

  private static func handOn(
    _ results: [ShareResult], to output: Word, _ originals: HandOff.Originals
  ) async throws(CommandFailure) {
    do throws(ThumbnailError) {
      try await HandOff.write(
        results.filter { $0.refusal == nil }, to: output.text, originals: originals)
    } catch {
      throw .cannotWork("\(error)")
    }
  }
}

extension ShareResult {
  /// Whether the item is of no use at all, beyond having no picture to show.
  fileprivate var isUnusable: Bool {
    switch error?.code {
    case nil, .noPreview, .notMedia, .unsupported: false
    default: true
    }
  }
}
