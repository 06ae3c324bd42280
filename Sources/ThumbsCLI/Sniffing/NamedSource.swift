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
      return try MediaReader.facts(of: source, fileExtension: Self.fileExtension(of: word.bytes))
    }
    return try MediaReader.facts(ofStream: nil) { () throws(ThumbnailError) in
      do throws(SystemError) {
        return try Syscalls.readNext(0, atMost: Self.chunk)
      } catch {
        throw ThumbnailError(.unreadable, "cannot read standard input: \(error)")
      }
    }
  }

  /// What stands after the last dot of a name, where it is text and the dot is not its first sign.
  static func fileExtension(of path: [UInt8]) -> String? {
    let slash = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    let name = path[slash...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return nil
    }
    let ending = Array(name[(dot + 1)...])
    return ending.isEmpty ? nil : String(validating: ending, as: UTF8.self)
  }
}
