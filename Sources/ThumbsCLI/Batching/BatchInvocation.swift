import Batch
import MediaTypes
import SystemCalls
import ThumbnailCache

/// What `thumbs batch` was asked for, as a run takes it.
struct BatchInvocation: Sendable {
  /// What is read, made and told.
  let options: BatchOptions
  /// Where the contact sheet goes.
  let gallery: Word?
  /// The one directory that is read, where it is all that is; paths of records begin there.
  let onlyDirectory: Word?

  /// Works out what is meant.
  ///
  /// - Throws: `UsageError` where nothing is named or two wishes contradict each other.
  init(_ arguments: TypedArguments, operands: [Word], console: Console) throws(UsageError) {
    guard !operands.isEmpty || arguments.filesFrom != nil else {
      throw UsageError("nothing to read: name directories, files or --files-from")
    }
    if arguments.gallery?.isDash == true {
      throw UsageError("--gallery wants a file: the page refers to files beside it")
    }
    if arguments.isQuiet, arguments.isVerbose {
      throw UsageError("--quiet and --verbose contradict each other")
    }
    if arguments.endsPathsWithZero, arguments.filesFrom == nil {
      throw UsageError("--null says how the list of --files-from is written, and there is none")
    }
    if arguments.prunes, arguments.sharesOutput || arguments.selection.shard != nil {
      throw UsageError("--prune wants the output for itself: --share-output and --shard share it")
    }
    var inputs = operands.map { BatchOptions.Input.path($0.bytes) }
    if let list = arguments.filesFrom {
      let separator = arguments.endsPathsWithZero ? BatchOptions.Separator.zero : .newline
      inputs.append(
        list.isDash
          ? .descriptor(0, separator: separator) : .list(list.bytes, separator: separator))
    }
    var options = BatchOptions(inputs: inputs, outputDirectory: arguments.output?.bytes)
    options.thumbnails = arguments.thumbnails
    try Self.setTarget(of: &options, arguments)
    options.findsDuplicates = arguments.findsDuplicates
    options.budget = arguments.budget
    options.jobs = arguments.jobs
    options.timeout = arguments.timeout
    options.deadline = arguments.deadline
    options.requiresJail = arguments.requiresJail
    options.layout = arguments.layout
    options.selection = arguments.selection
    options.selection.newerThan = try arguments.newerThan?.time()
    options.sharesOutput = arguments.sharesOutput
    options.prunes = arguments.prunes
    options.retriesFailures = arguments.retriesFailures
    options.isOrdered = arguments.isOrdered
    options.report = arguments.report.map { $0.isDash ? .descriptor(1) : .file($0.bytes) }
    options.countsFirst = !arguments.isQuiet
    self.options = options
    gallery = arguments.gallery
    let only = inputs.count == 1 ? operands.first : nil
    onlyDirectory = only.flatMap { Self.isDirectory($0) ? $0 : nil }
  }

  private static func setTarget(
    of options: inout BatchOptions, _ arguments: TypedArguments
  ) throws(UsageError) {
    if arguments.fillsCache { return try setCache(of: &options, arguments) }
    guard arguments.output?.isDash == true else { return }
    if arguments.report?.isDash == true {
      throw UsageError("the archive and the report cannot both go to standard output")
    }
    if arguments.gallery != nil {
      throw UsageError("--gallery refers to thumbnails as files, and there are none in an archive")
    }
    if arguments.prunes { throw UsageError("--prune has nothing to remove in a new archive") }
    options.target = .archive(1)
  }

  private static func setCache(
    of options: inout BatchOptions, _ arguments: TypedArguments
  ) throws(UsageError) {
    if arguments.output != nil || arguments.layout != .tree {
      throw UsageError("--freedesktop says where thumbnails go; --output and --layout say so too")
    }
    if arguments.thumbnails.format != nil, arguments.thumbnails.format != .png {
      throw UsageError("--freedesktop wants PNG, --format another coding")
    }
    let sizes = CacheDirectory.sizes.map(\.side)
    // The usual size alone is what holds where none is named.
    if arguments.thumbnails.sizes == TypedArguments().thumbnails.sizes {
      options.thumbnails.sizes = sizes
    }
    if options.thumbnails.sizes.contains(where: { !sizes.contains($0) }) {
      throw UsageError("--freedesktop has the sizes 128, 256, 512 and 1024")
    }
    guard let path = CacheDirectory.standardPath() else {
      throw UsageError("neither HOME nor XDG_CACHE_HOME says where the cache is; set one of them")
    }
    options.thumbnails.format = .png
    options.target = .cache(path, program: "thumbs-\(ProgramDescription.version)")
    options.outputDirectory = path
  }

  private static func isDirectory(_ word: Word) -> Bool {
    let status = try? Syscalls.status(
      of: word.bytes, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    return status?.kind == .directory
  }
}
