import ByteSources
import JSONText
import MediaTypes
import SystemCalls
import ThumbnailCache

/// Thumbnails in the desktop's cache, where file managers look for them.
///
/// The cache remembers by itself: each entry says of which file it is. Entries that are valid stay,
/// whoever made them.
final class CacheDestination: Destination {
  /// The key under which an entry for a file that failed says why.
  private static let reasonKey = "X-Thumbs::Error"

  let path: [UInt8]
  let excluded: DirectoryWalk.Identity?
  private let cache: CacheDirectory
  private let sides: [Int]
  private let program: String
  private let retriesFailures: Bool
  let hasEarlierRun = true

  /// Opens the cache.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - program: The name and version of this program, as `thumbs-1.0`.
  ///   - options: What is wanted.
  /// - Throws: `SystemError` where it cannot be made.
  init(path: [UInt8], program: String, _ options: BatchOptions) throws(SystemError) {
    self.path = path
    self.program = program
    cache = try CacheDirectory(path: path, program: program)
    excluded = DirectoryWalk.Identity(try cache.status())
    sides = options.thumbnails.sizes
    retriesFailures = options.retriesFailures
    removeParts()
  }

  /// Removes what runs that were killed have left.
  private func removeParts() {
    for place in sides.map(CacheDirectory.Place.size) + [.failed] {
      var left: [[UInt8]] = []
      cache.forEachName(in: place) { name in
        if NewFile.isLeftOver(name) { left.append(name) }
      }
      for name in left { cache.remove(name, in: place) }
    }
  }

  func known(_ file: FoundFile, _ status: FileStatus) -> FileRecord? {
    let entry = CacheEntry(CacheDestination.address(of: file), status)
    let name = entry.address.thumbnailName
    var outputs: [FileRecord.Output] = []
    for side in sides {
      guard let output = validOutput(entry, name, side) else {
        return retriesFailures ? nil : knownFailure(file, entry, name, status)
      }
      outputs.append(output)
    }
    var record = file.record(.current)
    record.byteCount = status.byteCount
    record.outputs = outputs
    return record
  }

  private func validOutput(_ entry: CacheEntry, _ name: [UInt8], _ side: Int) -> FileRecord.Output?
  {
    guard let there = cache.entry(name, in: .size(side)), entry.isValid(there.values) else {
      return nil
    }
    return FileRecord.Output(path: path(of: name, side), size: nil, byteCount: there.byteCount)
  }

  private func path(of name: [UInt8], _ side: Int) -> [UInt8] {
    Array("\(cache.name(of: .size(side)))/".utf8) + name
  }

  private func knownFailure(
    _ file: FoundFile, _ entry: CacheEntry, _ name: [UInt8], _ status: FileStatus
  ) -> FileRecord? {
    guard let there = cache.entry(name, in: .failed), entry.isValid(there.values) else {
      return nil
    }
    let reason = String(decoding: there.values[CacheDestination.reasonKey] ?? [], as: UTF8.self)
    let parts = reason.split(separator: ":", maxSplits: 1).map(String.init)
    guard let code = parts.first.flatMap(ThumbnailError.Code.init(rawValue:)) else { return nil }
    var record = file.record(
      .failed, ThumbnailError(code, String((parts.last ?? "").drop { $0 == " " })))
    record.byteCount = status.byteCount
    return record
  }

  /// What is known without being looked into has no kind; where kinds decide, it is asked again.
  func found(_ pending: PendingFile) -> FileRecord? {
    known(pending.file, pending.status).map { known in
      var record = known.described(by: pending.facts)
      record.outputs = known.outputs
      return record
    }
  }

  func deliver(
    _ outcome: ThumbnailOutcome, of pending: PendingFile
  ) throws(ThumbnailError) -> [FileRecord.Output] {
    let entry = CacheEntry(CacheDestination.address(of: pending.file), pending.status)
    let name = entry.address.thumbnailName
    let text = entry.text(pending.facts, program: program)
    var outputs: [FileRecord.Output] = []
    do throws(SystemError) {
      for thumbnail in outcome.thumbnails {
        if let there = validOutput(entry, name, thumbnail.askedSize) {
          outputs.append(there)
          continue
        }
        let bytes = PNGText.adding(text, to: thumbnail.bytes)
        try cache.write(bytes, to: name, in: .size(thumbnail.askedSize))
        outputs.append(
          FileRecord.Output(
            path: path(of: name, thumbnail.askedSize), size: thumbnail.size,
            byteCount: UInt64(bytes.count)))
      }
    } catch {
      throw ThumbnailError(.outputFailed, "cannot write its thumbnail: \(error.explanation)")
    }
    cache.remove(name, in: .failed)
    return outputs
  }

  func remember(_ record: FileRecord, of file: FoundFile, _ source: FileSource?) {
    guard record.status == .failed, let error = record.error, let source,
      TreeDestination.lastingErrors.contains(error.code)
    else { return }
    let entry = CacheEntry(CacheDestination.address(of: file), source.status)
    // Text of PNG has no signs beyond Latin-1.
    let reason = error.description.unicodeScalars.map { $0.isASCII ? String($0) : "?" }.joined()
    let text = entry.text(nil, program: program) + [(CacheDestination.reasonKey, reason)]
    try? cache.writeFailure(text, to: entry.address.thumbnailName)
  }

  func settle() {}
  func finish(isComplete: Bool) {}
  func takeNotice() -> String? { nil }

  func prune(_ roots: [FileRoot], observe: ([UInt8]) -> Void) {
    let searched = roots.filter(\.hasFiles).map(\.path)
    var told: Set<[UInt8]> = []
    for place in CacheDirectory.sizes.map({ CacheDirectory.Place.size($0.side) }) + [.failed] {
      var gone: [[UInt8]] = []
      cache.forEachName(in: place) { name in
        guard
          let path = cache.entry(name, in: place)?.values["Thumb::URI"].flatMap(
            FileAddress.path(of:)), searched.contains(where: { isBelow(path, $0) }), isGone(path)
        else { return }
        gone.append(name)
        if told.insert(path).inserted { observe(path) }
      }
      for name in gone { cache.remove(name, in: place) }
    }
  }

  private func isBelow(_ path: [UInt8], _ root: [UInt8]) -> Bool {
    path.starts(with: root) && (root == [0x2F] || path.dropFirst(root.count).first == 0x2F)
  }

  private func isGone(_ path: [UInt8]) -> Bool {
    do throws(SystemError) {
      _ = try Syscalls.status(of: path, in: Syscalls.currentDirectoryNumber)
      return false
    } catch {
      return error.isNoSuchFile
    }
  }

  private static func address(of file: FoundFile) -> FileAddress {
    FileAddress(path: PathComponents.join(file.root, file.inside))
  }
}
