import ByteSources
import MediaTypes
import SystemCalls

/// Where the thumbnails of a run go, and what is known of those that are there.
protocol Destination: AnyObject {
  /// Its path, as it is told.
  var path: [UInt8] { get }
  /// A directory that is never read, since it is written.
  var excluded: DirectoryWalk.Identity? { get }

  /// Whether anything can be known of an earlier run.
  var hasEarlierRun: Bool { get }

  /// What became of a file in an earlier run, where it is the same file still and nothing is to do.
  func known(_ file: FoundFile, _ status: FileStatus) -> FileRecord?

  /// Looks for thumbnails that were made of a file without this being remembered of it.
  func found(_ pending: PendingFile) -> FileRecord?

  /// Takes over the thumbnails of a file of the same content, where one is known.
  func copied(_ pending: PendingFile) -> FileRecord?

  /// Writes all thumbnails of a file, or none.
  ///
  /// - Throws: `outputFailed`.
  func deliver(
    _ outcome: ThumbnailOutcome, of pending: PendingFile
  ) throws(ThumbnailError) -> [FileRecord.Output]

  /// Keeps in mind what became of a file.
  func remember(_ record: FileRecord, of file: FoundFile, _ source: FileSource?)

  /// Writes what was kept in mind; called often.
  func settle()

  /// Ends the work.
  ///
  /// - Parameter isComplete: Whether every file was met.
  /// - Throws: `SystemError` where what waited cannot be written.
  func finish(isComplete: Bool) throws(SystemError)

  /// Why what was kept in mind is lost, where that is so; told once.
  func takeNotice() -> String?

  /// Removes thumbnails of files that are gone.
  ///
  /// - Parameters:
  ///   - roots: Where files were looked for.
  ///   - observe: Told the path of each file whose thumbnails were removed.
  func prune(_ roots: [FileRoot], observe: ([UInt8]) -> Void)
}

extension Destination {
  func copied(_ pending: PendingFile) -> FileRecord? { nil }
}

/// Where paths of files begin.
struct FileRoot {
  /// Its absolute path.
  let path: [UInt8]
  /// Whether anything was found there: a disk that is not mounted is empty.
  var hasFiles = false
}
