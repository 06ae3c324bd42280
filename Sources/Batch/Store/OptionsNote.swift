import MediaTypes
import SystemCalls

/// The options of a run as text: thumbnails that were made for other text are out of date.
struct OptionsText: Sendable, Hashable {
  /// Raised when thumbnails of the same options come out different than before.
  private static let version = 2

  /// One line an option.
  let bytes: [UInt8]

  init(_ options: ThumbnailOptions) {
    let background = options.background.map { "\($0.red),\($0.green),\($0.blue)" } ?? "none"
    let lines = [
      "thumbs \(OptionsText.version)",
      "sizes \(options.sizes.map(String.init).joined(separator: ","))",
      "format \(options.format?.rawValue ?? "auto")",
      "quality \(options.quality)",
      "background \(background)",
      "fit \(options.fit.rawValue)",
      "crop \(options.crop.rawValue)",
      "embedded \(options.embedded.rawValue)",
      "frame \(options.frame)",
      "cover \(options.cover.rawValue)",
      "sharpen \(options.sharpens)",
      "profile \(options.profile.rawValue)",
      "metadata \(options.keepsMetadata)",
      "progressive \(options.coding.isProgressive)",
      "chroma \(options.coding.chroma?.rawValue ?? "auto")",
      "palette \(options.coding.usesPalette)",
      "placeholder \(options.makesPlaceholder)",
    ]
    bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

/// A note beside the store that says for which options thumbnails are made.
///
/// It is what thumbnails can be judged by where there is no store: one that was written after the
/// note, and has the time of its file to the nanosecond, is what this run would make. The note is
/// replaced before the first thumbnail of other options is written.
struct OptionsNote {
  private static let name = Array("options".utf8)

  /// When the note was written; `nil` where no thumbnail can be judged by it.
  private let noted: FileStatus?

  /// Reads the note, and writes it where it is missing or says something else.
  init(_ tree: OutputTree, _ text: OptionsText) throws(SystemError) {
    if tree.state.read(OptionsNote.name) == text.bytes {
      noted = tree.state.status(of: OptionsNote.name).flatMap { OptionsNote.isPast($0) ? $0 : nil }
    } else {
      try tree.state.write(text.bytes, to: OptionsNote.name)
      noted = nil
    }
  }

  /// Whether any thumbnail can be judged.
  var canJudge: Bool { noted != nil }

  /// Whether a thumbnail was written for the options of the note.
  func covers(_ thumbnail: FileStatus) -> Bool {
    guard let noted else { return false }
    return (thumbnail.changeSeconds, thumbnail.changeNanoseconds)
      > (noted.changeSeconds, noted.changeNanoseconds) && OptionsNote.isPast(thumbnail)
  }

  /// A clock that was set back puts times into the future, and their order means nothing.
  private static func isPast(_ status: FileStatus) -> Bool {
    let now = Syscalls.fileClock()
    return (status.changeSeconds, status.changeNanoseconds) <= (
      now.seconds, now.nanoseconds + 999_999_999
    )
  }
}
