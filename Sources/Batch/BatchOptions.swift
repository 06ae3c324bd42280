package import MediaTypes
package import MemoryBudget

/// What a batch reads, makes and tells.
package struct BatchOptions: Sendable {
  /// Something that is read.
  package enum Input: Sendable, Hashable {
    /// A directory, which is walked, or a file; links are followed here, and only here.
    case path([UInt8])
    /// The paths in a file, each ended by a byte.
    case list([UInt8], separator: Separator)
    /// The paths that come on a descriptor, each ended by a byte; it is read as the work goes on.
    case descriptor(Int32, separator: Separator)
  }

  /// What ends a path in a list.
  package enum Separator: UInt8, Sendable {
    /// A line break.
    case newline = 0x0A
    /// A zero byte, which no path contains.
    case zero = 0x00
  }

  /// Where the report goes.
  package enum ReportDestination: Sendable, Hashable {
    /// A file, made or replaced.
    case file([UInt8])
    /// An open descriptor.
    case descriptor(Int32)
  }

  /// Where thumbnails go.
  package enum Target: Sendable, Hashable {
    /// Files below the output directory.
    case directory
    /// A tar archive on an open descriptor.
    case archive(Int32)
    /// The desktop's cache at a path; the program is named with its version, as `thumbs-1.0`.
    case cache([UInt8], program: String)
  }

  /// What is read, in this order.
  package var inputs: [Input]
  /// Where thumbnails go.
  package var target = Target.directory
  /// The output directory; `nil` is `.thumbs` in the one directory that is read.
  package var outputDirectory: [UInt8]?
  /// How places below the output directory follow from paths.
  package var layout = OutputLayout.tree
  /// Which files are taken.
  package var selection = FileSelection()
  /// Whether other runs write to the same output directory at the same time.
  package var sharesOutput = false
  /// Whether thumbnails of files that are gone are removed in the end.
  package var prunes = false
  /// Whether files that failed in an earlier run are tried again, though they did not change.
  package var retriesFailures = false
  /// Whether files of the same content are decoded once.
  package var findsDuplicates = false
  /// Whether lines of the report come in the order in which files were met.
  package var isOrdered = false
  /// What thumbnails are wanted.
  package var thumbnails: ThumbnailOptions
  /// What all processes of the run may hold together.
  package var budget: MemoryLimit
  /// Bytes that all processes of the run may hold together.
  package var budgetByteCount: UInt64 {
    get { budget.byteCount }
    set { budget.byteCount = newValue }
  }
  /// How many files are decoded at once at most; `nil` is one a processor.
  package var jobs: Int?
  /// How long the decoding of one file may take.
  package var timeout: Duration
  /// How long the whole run may take; what is not done then is `timedOut`.
  package var deadline: Duration?
  /// Where one JSON line a file goes.
  package var report: ReportDestination?
  /// Whether the run ends where decoders cannot be confined wholly.
  package var requiresJail = false
  /// The path of the program that decodes; `nil` looks beside this program.
  package var workerProgram: [UInt8]?
  /// Whether directories are also counted, so that progress knows a total.
  package var countsFirst = false
  /// Whether SIGINT and SIGTERM end the run in order instead of the process.
  package var handlesStopSignals = true

  /// Creates options; what is not said has the command's defaults.
  package init(inputs: [Input], outputDirectory: [UInt8]? = nil) {
    self.inputs = inputs
    self.outputDirectory = outputDirectory
    thumbnails = ThumbnailOptions()
    budget = .shareExtension
    timeout = .seconds(30)
  }
}
