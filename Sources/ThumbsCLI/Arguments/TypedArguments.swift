import MediaTypes

/// What was typed: checked word by word, and nothing looked up or done.
///
/// The values that stand here at the start are the defaults that help tells of.
struct TypedArguments: Sendable, Hashable {
  /// A list of paths to read.
  var filesFrom: Word?
  /// Where thumbnails go.
  var output: Word?
  /// Bounds for the longer side, in pixels.
  var sizes = [256]
  /// The coding.
  var format: OutputFormat?
  /// Quality of lossy codings.
  var quality = 80
  /// What transparency is laid over.
  var background: RGBColour?
  /// The memory of the whole run, in bytes.
  var budget: UInt64 = 120 << 20
  /// How many files are worked on at once; `nil` is what budget and processors allow.
  var jobs: Int?
  /// How long one file may take.
  var timeout = Duration.seconds(30)
  /// Where the report goes.
  var report: Word?
  /// Where the contact sheet goes.
  var gallery: Word?
  /// Whether output is JSON.
  var isJSON = false
  /// Whether nothing but errors of the whole run is said.
  var isQuiet = false
  /// Whether each file is said.
  var isVerbose = false
}
