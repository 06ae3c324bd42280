import ByteSources
import MediaReading
import MediaTypes
import SystemCalls

/// What a word of the command line names: a file, or standard input.
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
  /// - Throws: `unreadable`, `vanished`, `empty`, or `notMedia` where it is no regular file.
  func facts() throws(ThumbnailError) -> MediaFacts {
    guard word.isDash else {
      let source = try FileSource(path: word.bytes)
      return try MediaReader.facts(
        of: source, fileExtension: FileName.fileExtension(of: word.bytes))
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
