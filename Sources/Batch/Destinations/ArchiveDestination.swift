import ByteSources
import MediaTypes
import SystemCalls

/// Thumbnails in one tar archive that is written from front to back.
///
/// Nothing is known of earlier runs: every file is done.
final class ArchiveDestination: Destination {
  let path = Array("-".utf8)
  let excluded: DirectoryWalk.Identity? = nil
  private let output: PatientOutput
  private let stop: Int32?
  private let naming: OutputNaming
  private let layout: OutputLayout
  private var failure: SystemError?
  let hasEarlierRun = false

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - number: The number of the open descriptor.
  ///   - stop: A descriptor that ends the wait for a reader once it is readable.
  ///   - options: What is wanted.
  init(number: Int32, unless stop: Int32?, _ options: BatchOptions) {
    output = PatientOutput(number)
    self.stop = stop
    naming = OutputNaming(options.thumbnails)
    layout = options.layout
  }

  func known(_ file: FoundFile, _ status: FileStatus) -> FileRecord? { nil }
  func found(_ pending: PendingFile) -> FileRecord? { nil }

  func deliver(
    _ outcome: ThumbnailOutcome, of pending: PendingFile
  ) throws(ThumbnailError) -> [FileRecord.Output] {
    let place = layout.place(of: pending.file.output)
    guard let file = place.names.last else {
      throw ThumbnailError(.outputFailed, "its path names no file")
    }
    let directory = PathComponents(Array(place.names.dropLast()))
    var outputs: [FileRecord.Output] = []
    for thumbnail in outcome.thumbnails {
      let name = naming.name(for: file, side: thumbnail.askedSize, format: thumbnail.format)
      let path = directory.appending(name).bytes
      let entry = TarEntry(
        path: path, seconds: pending.status.modificationSeconds, content: thumbnail.bytes)
      try write(entry.bytes)
      outputs.append(
        FileRecord.Output(
          path: path, size: thumbnail.size, byteCount: UInt64(thumbnail.bytes.count)))
    }
    return outputs
  }

  private func write(_ bytes: [UInt8]) throws(ThumbnailError) {
    do throws(SystemError) {
      if let failure { throw failure }
      guard try output.write(bytes, unless: stop) else {
        throw SystemError.brokenPipe
      }
    } catch {
      // Half an entry may be written: nothing that follows could be read.
      failure = error
      throw ThumbnailError(
        .outputFailed, "cannot write it to the archive: \(error.explanation)")
    }
  }

  func remember(_ record: FileRecord, of file: FoundFile, _ source: FileSource?) {}
  func settle() {}
  func takeNotice() -> String? { nil }
  func prune(_ roots: [FileRoot], observe: ([UInt8]) -> Void) {}

  func finish(isComplete: Bool) throws(SystemError) {
    if let failure { throw failure }
    _ = try output.write(TarEntry.end, unless: stop)
  }

  var hasFailed: Bool { failure != nil }
}
