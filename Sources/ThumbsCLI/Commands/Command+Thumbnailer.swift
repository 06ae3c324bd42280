import DecoderWorkers
import MediaTypes
import SystemCalls
import ThumbnailCache

extension Command {
  static let thumbnailer = Command(
    "thumbnailer", operands: "INPUT OUTPUT", .file,
    summary: "Makes a thumbnail for a file manager, as its entry asks",
    details: [
      """
      INPUT is a path or an address that begins with file://, as %i and %u stand for in an entry; \
      OUTPUT is the PNG file that the file manager puts into its cache (%o).
      """,
      """
      An entry in ~/.local/share/thumbnailers or /usr/share/thumbnailers says for which files \
      this program is asked; --entry prints it.
      """,
    ],
    flags: [.size, .printsEntry, .budget, .timeout],
    examples: [
      Example(
        "thumbs thumbnailer --entry > ~/.local/share/thumbnailers/thumbs.thumbnailer",
        "Have GNOME, Xfce and their kin ask this program"),
      Example("thumbs thumbnailer --size 256 film.mkv out.png", "What they call"),
    ]
  ) { call throws(CommandFailure) in
    if call.arguments.printsEntry {
      try call.noOperands()
      try call.console.print(ThumbnailerEntry.text)
      return .done
    }
    guard call.operands.count == 2 else {
      throw .usage(
        UsageError("an input and an output are wanted, \(call.operands.count) are named"))
    }
    return try perform(input: call.operands[0], output: call.operands[1], call)
  }

  private static func perform(
    input: Word, output: Word, _ call: Call
  ) throws(CommandFailure) -> ExitStatus {
    guard let path = path(of: input) else {
      throw .cannotWork("\(input.printable) is no file of this machine: mount it first")
    }
    guard let program = WorkerProgram.find() else {
      throw .cannotWork(
        "the program \(WorkerProgram.name) is not beside this one; install it there")
    }
    var options = call.arguments.thumbnails
    options.format = .png
    let making = OneThumbnail(
      file: Word(path), options: options,
      settings: .init(
        program: program, limit: call.arguments.budget, workerLimit: 1,
        timeout: call.arguments.timeout))
    let result: Result<ThumbnailOutcome, ThumbnailError>
    do throws(WorkerFailure) {
      result = try making.outcome()
    } catch {
      throw .cannotWork("\(error)")
    }
    do throws(ThumbnailError) {
      let outcome = try result.get()
      return try write(outcome.thumbnails.first?.bytes ?? [], of: path, to: output)
    } catch {
      throw .cannotWork("\(input.printable): \(PrintableText.escaped(error.description))")
    }
  }

  private static func path(of input: Word) -> [UInt8]? {
    input.bytes.starts(with: "file:".utf8) ? FileAddress.path(of: input.bytes) : input.bytes
  }

  private static func write(
    _ bytes: [UInt8], of path: [UInt8], to output: Word
  ) throws(ThumbnailError) -> ExitStatus {
    do throws(SystemError) {
      let status = try Syscalls.status(
        of: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
      let entry = CacheEntry(FileAddress(path: try absolute(path)), status)
      var new = try NewFile(output.bytes)
      try new.append(
        PNGText.adding(entry.text(nil, program: ProgramDescription.versionLine), to: bytes))
      try new.complete()
      return .done
    } catch {
      throw ThumbnailError(
        .outputFailed, "cannot write \(output.printable): \(error.explanation)")
    }
  }

  private static func absolute(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return path }
    return try Syscalls.currentDirectory() + [UInt8(ascii: "/")] + path
  }
}

/// The entry by which file managers know this program.
///
/// Source: Desktop Entry Specification (key files); keys as read by gnome-desktop and tumbler.
enum ThumbnailerEntry {
  static var text: String {
    let types = Set(MediaFormat.shared.filter { $0.kind != .other }.map(\.mime)).sorted()
    return """
      [Thumbnailer Entry]
      TryExec=thumbs
      Exec=thumbs thumbnailer --size %s %u %o
      MimeType=\(types.map { $0 + ";" }.joined())
      """
  }
}
