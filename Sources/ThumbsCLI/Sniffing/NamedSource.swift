import ByteSources
import MediaReading
import MediaTypes
import SystemCalls

/// What a word of the command line names: a file, standard input, or another pipe.
struct NamedSource: Sendable {
  /// How many bytes of a stream are taken at once.
  private static let chunk = 16 << 10

  /// The word.
  let word: Word

  /// Reads as much as tells what it is.
  ///
  /// Blocks while it reads.
  ///
  /// - Returns: The facts.
  /// - Throws: `unreadable`, `vanished`, `empty`, or `notMedia` where it is no file.
  func facts() throws(ThumbnailError) -> MediaFacts {
    guard word.isDash else {
      switch try NamedInput(path: word.bytes) {
      case .file(let source):
        return try MediaReader.facts(
          of: source, fileExtension: FileName.fileExtension(of: word.bytes))
      case .pipe(let pipe):
        // Among many files, one that nobody writes to is not waited for.
        var isFirst = true
        return try MediaReader.facts(ofStream: nil) { () throws(ThumbnailError) in
          let piece = try pipe.next()
          guard !isFirst || !piece.isEmpty else {
            throw ThumbnailError(.notMedia, "is a pipe, and nobody writes to it")
          }
          isFirst = false
          return piece
        }
      }
    }
    return try MediaReader.facts(ofStream: nil) { () throws(ThumbnailError) in
      do throws(SystemError) {
        return try Syscalls.readNext(0, atMost: Self.chunk)
      } catch {
        throw ThumbnailError(.unreadable, "cannot read standard input: \(error)")
      }
    }
  }
}
