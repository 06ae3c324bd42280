import ByteSources
import MediaReading
import MediaTypes
import SystemCalls

/// Whether the thumbnails of a file are those that this run would make.
///
/// They are when each has the file's own time of modification, to the nanosecond, and was written
/// after the note in the output directory that says for which options. The note is replaced before
/// the first thumbnail of other options is written, so that a run which ended early goes on where
/// it was.
struct UpToDateCheck {
  /// The name of the note.
  static let noteName = Array(".thumbs-options".utf8)
  /// Raised when thumbnails of the same options come out different than before.
  private static let version = 1

  private let tree: OutputTree
  private let naming: OutputNaming
  private let sizes: [Int]
  private let noted: FileStatus?

  /// Reads the note, and writes it where it is missing or says something else.
  init(_ tree: OutputTree, _ options: ThumbnailOptions) throws(SystemError) {
    self.tree = tree
    naming = OutputNaming(options)
    sizes = options.sizes
    let text = UpToDateCheck.text(for: options)
    if tree.read(UpToDateCheck.noteName) == text {
      noted = tree.status(of: PathComponents([UpToDateCheck.noteName]))
    } else {
      try tree.write(text, to: UpToDateCheck.noteName, in: PathComponents())
      noted = nil
    }
  }

  /// Whether there can be thumbnails of an earlier run at all.
  var hasEarlierRun: Bool { noted != nil }

  /// Looks for the thumbnails of a file.
  ///
  /// - Parameters:
  ///   - file: Its place below the output directory.
  ///   - status: Its own status.
  /// - Returns: The thumbnails; `nil` where one is missing or older.
  func outputs(of file: PathComponents, _ status: FileStatus) -> [FileRecord.Output]? {
    guard let noted, status.kind == .regular, let name = file.names.last else { return nil }
    let directory = PathComponents(file.names.dropLast())
    var outputs: [FileRecord.Output] = []
    for side in sizes {
      let candidates = naming.formats.lazy.map { format in
        directory.appending(naming.name(for: name, side: side, format: format))
      }
      let current = candidates.compactMap { path in
        output(at: path, time: OutputTree.Time(status), noted)
      }
      guard let output = current.first else { return nil }
      outputs.append(output)
    }
    return outputs
  }

  private func output(
    at path: PathComponents, time: OutputTree.Time, _ noted: FileStatus
  ) -> FileRecord.Output? {
    guard let status = tree.status(of: path), status.byteCount > 0,
      OutputTree.Time(status) == time, status.changed(after: noted)
    else { return nil }
    return FileRecord.Output(path: path.bytes, size: size(of: path), byteCount: status.byteCount)
  }

  private func size(of path: PathComponents) -> PixelSize? {
    guard let descriptor = tree.open(path),
      let source = try? FileSource(takingOwnershipOf: descriptor)
    else { return nil }
    return try? MediaReader.facts(of: source).displaySize
  }

  private static func text(for options: ThumbnailOptions) -> [UInt8] {
    let background = options.background.map { "\($0.red),\($0.green),\($0.blue)" } ?? "none"
    let lines = [
      "thumbs \(version)",
      "sizes \(options.sizes.map(String.init).joined(separator: ","))",
      "format \(options.format?.rawValue ?? "auto")",
      "quality \(options.quality)",
      "background \(background)",
      "fit \(options.fit.rawValue)",
      "crop \(options.crop.rawValue)",
      "embedded \(options.embedded.rawValue)",
      "frame \(options.frame)",
      "cover \(options.cover.rawValue)",
    ]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

extension FileStatus {
  fileprivate func changed(after other: FileStatus) -> Bool {
    (changeSeconds, changeNanoseconds) > (other.changeSeconds, other.changeNanoseconds)
  }
}
