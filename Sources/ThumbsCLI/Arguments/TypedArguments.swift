import Batch
import MediaTypes
import MemoryBudget

/// What was typed: checked word by word, and nothing looked up or done.
///
/// The values that stand here at the start are the defaults that help tells of.
struct TypedArguments: Sendable, Hashable {
  /// A list of paths to read.
  var filesFrom: Word?
  /// Whether paths of the list end with a zero byte instead of a line break.
  var endsPathsWithZero = false
  /// Which files are taken, but for times that must be looked up.
  var selection = FileSelection()
  /// From when on files are taken.
  var newerThan: Moment?
  /// How places below the output directory follow from paths.
  var layout = OutputLayout.tree
  /// Whether other runs write to the same output at the same time.
  var sharesOutput = false
  /// Whether thumbnails of files that are gone are removed.
  var prunes = false
  /// Whether files that failed before are tried again.
  var retriesFailures = false
  /// Whether the report has the order of the files.
  var isOrdered = false
  /// Whether thumbnails go to the desktop's cache.
  var fillsCache = false
  /// Whether the entry for file managers is printed.
  var printsEntry = false
  /// Whether files of the same content are decoded once.
  var findsDuplicates = false
  /// Where thumbnails go.
  var output: Word?
  /// How thumbnails look.
  var thumbnails = ThumbnailOptions()
  /// The memory of the whole run.
  var budget = MemoryLimit.shareExtension
  /// How many files are worked on at once; `nil` is one a processor.
  var jobs: Int?
  /// How long one file may take.
  var timeout = Duration.seconds(30)
  /// How long the whole run may take.
  var deadline: Duration?
  /// Whether decoders that cannot be confined wholly are an error.
  var requiresJail = false
  /// Where the report goes.
  var report: Word?
  /// Where the contact sheet goes.
  var gallery: Word?
  /// What a share is asked for.
  var share = ShareArguments()
  /// Whether output is JSON.
  var isJSON = false
  /// Whether nothing but errors of the whole run is said.
  var isQuiet = false
  /// Whether each file is said.
  var isVerbose = false
}
