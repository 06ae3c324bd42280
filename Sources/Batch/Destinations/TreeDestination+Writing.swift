import ByteSources
import MediaTypes
import SQLite
import SystemCalls

/// Thumbnails that are written, taken over and removed.
extension TreeDestination {
  func deliver(
    _ outcome: ThumbnailOutcome, of pending: PendingFile
  ) throws(ThumbnailError) -> [FileRecord.Output] {
    let place = layout.place(of: pending.file.output)
    guard let file = place.names.last else {
      throw ThumbnailError(.outputFailed, "its path names no file")
    }
    let directory = PathComponents(Array(place.names.dropLast()))
    let names = outcome.thumbnails.map {
      naming.name(for: file, side: $0.askedSize, format: $0.format)
    }
    try write(zip(names, outcome.thumbnails.map(\.bytes)), in: directory, of: pending)
    removeOthers(at: place, keeping: names, outcome.thumbnails)
    return zip(outcome.thumbnails, names).map { thumbnail, name in
      FileRecord.Output(
        path: directory.appending(name).bytes, size: thumbnail.size,
        byteCount: UInt64(thumbnail.bytes.count))
    }
  }

  private func write(
    _ files: some Sequence<([UInt8], [UInt8])>, in directory: PathComponents,
    of pending: PendingFile
  ) throws(ThumbnailError) {
    var written: [[UInt8]] = []
    do throws(SystemError) {
      for (name, bytes) in files {
        try tree.write(bytes, to: name, in: directory, time: OutputTree.Time(pending.status))
        written.append(name)
      }
    } catch {
      tree.remove(written, in: directory)
      throw ThumbnailError(.outputFailed, "cannot write its thumbnail: \(error.explanation)")
    }
  }

  /// Removes thumbnails of the same file that other options, or another picture, have left.
  private func removeOthers(
    at place: PathComponents, keeping names: [[UInt8]], _ thumbnails: [EncodedThumbnail]
  ) {
    guard hasEarlierRun || mayHoldUnknown, let file = place.names.last else { return }
    var others = stored(at: place).map { self.names(of: $0, file) } ?? []
    if mayHoldUnknown {
      others += thumbnails.flatMap { thumbnail in
        naming.formats.map { naming.name(for: file, side: thumbnail.askedSize, format: $0) }
      }
    }
    others.removeAll { names.contains($0) }
    tree.remove(others, in: PathComponents(Array(place.names.dropLast())))
  }

  /// The names of remembered thumbnails, of one size or several.
  func names(of stored: StoredFile, _ file: [UInt8]) -> [[UInt8]] {
    stored.outputs.map {
      OutputNaming.name(
        for: file, side: stored.outputs.count > 1 ? $0.side : nil, format: $0.format)
    }
  }

  func remember(_ record: FileRecord, of file: FoundFile, _ source: FileSource?) {
    guard let source else { return }
    switch record.status {
    case .current: return
    case .ok:
      let outputs = record.outputs.enumerated().compactMap { index, output in
        self.remembered(output, at: index)
      }
      keep(record, outputs, as: .ok, of: file, source)
    case .skipped: if !file.isNamed { keep(record, [], as: .skipped, of: file, source) }
    case .failed:
      guard let error = record.error, TreeDestination.lastingErrors.contains(error.code) else {
        return
      }
      removeAll(of: file)
      keep(record, [], as: .failed, of: file, source)
    }
  }

  private func remembered(_ output: FileRecord.Output, at index: Int) -> StoredFile.Output? {
    guard let side = naming.side(at: index), let format = OutputNaming.format(of: output.path)
    else { return nil }
    return StoredFile.Output(
      side: side, format: format, size: output.size, byteCount: output.byteCount)
  }

  /// What was shown of a file that cannot be shown any more is not what it is now.
  private func removeAll(of file: FoundFile) {
    let place = layout.place(of: file.output)
    guard let name = place.names.last, let stored = stored(at: place) else { return }
    tree.remove(names(of: stored, name), in: PathComponents(Array(place.names.dropLast())))
  }

  // MARK: - Files that got another name

  /// Takes over the thumbnails of a file that had another name in an earlier run.
  func moved(_ pending: PendingFile) -> FileRecord? {
    guard hasEarlierRun, !retriesFailures,
      let birth = Syscalls.birthTime(of: pending.source.descriptorNumber),
      let formerBytes = withStore({ store throws(SQLiteError) in
        try store.place(
          ofMoved: pending.status.inode, birth: birth, StoredFile.Mark(pending.status))
      })
    else { return nil }
    let former = PathComponents(formerBytes.split(separator: UInt8(ascii: "/")).map(Array.init))
    guard let stored = stored(at: former), hasSameOptions(stored) else { return nil }
    return takeOver(stored, from: former, for: pending)
  }

  /// Files of the same length that are compared at most.
  private static let mostCompared = 8

  func copied(_ pending: PendingFile) -> FileRecord? {
    let places = withStore { store throws(SQLiteError) in
      try store.places(
        ofLength: pending.source.byteCount, options: optionsNumber,
        limit: TreeDestination.mostCompared)
    }
    for bytes in places ?? [] {
      let former = PathComponents(bytes.split(separator: UInt8(ascii: "/")).map(Array.init))
      guard let stored = stored(at: former), hasSameContent(stored, as: pending),
        let record = takeOver(stored, from: former, for: pending)
      else { continue }
      return record
    }
    return nil
  }

  /// Whether a file that is remembered is still what it was, and the same as another.
  private func hasSameContent(_ stored: StoredFile, as pending: PendingFile) -> Bool {
    guard let root = path(ofRoot: stored.root),
      let source = try? FileSource(path: PathComponents.join(root, stored.path)),
      StoredFile.Mark(source.status) == stored.mark
    else { return false }
    return (try? source.hasSameContent(as: pending.source)) == true
  }

  /// Copies thumbnails of another place, where all of them are there.
  func takeOver(
    _ stored: StoredFile, from former: PathComponents, for pending: PendingFile
  ) -> FileRecord? {
    let place = layout.place(of: pending.file.output)
    guard let name = place.names.last, let formerName = former.names.last, place != former,
      !stored.outputs.isEmpty
    else { return nil }
    let formerDirectory = PathComponents(Array(former.names.dropLast()))
    let directory = PathComponents(Array(place.names.dropLast()))
    var files: [([UInt8], [UInt8])] = []
    for output in stored.outputs {
      let file = naming.name(for: formerName, side: output.side, format: output.format)
      guard let bytes = tree.content(of: formerDirectory.appending(file), count: output.byteCount)
      else { return nil }
      files.append((naming.name(for: name, side: output.side, format: output.format), bytes))
    }
    guard (try? write(files, in: directory, of: pending)) != nil else { return nil }
    var record = pending.record(.ok)
    record.source = stored.source
    record.displaySize = stored.displaySize
    record.warnings = stored.warnings
    record.placeholder = stored.placeholder
    record.outputs = zip(files, stored.outputs).map { file, output in
      FileRecord.Output(
        path: directory.appending(file.0).bytes, size: output.size, byteCount: output.byteCount)
    }
    keep(record, stored.outputs, as: .ok, of: pending.file, pending.source)
    return record
  }

  // MARK: - Files that are gone

  /// Rows that are looked at between two writes.
  private static let rowsAtOnce = 512

  func prune(_ roots: [FileRoot], observe: ([UInt8]) -> Void) {
    for root in roots where root.hasFiles {
      guard let number = number(ofRoot: root.path) else { continue }
      var last: [UInt8] = []
      while let rows = withStore({ store throws(SQLiteError) in
        try store.files(of: number, after: last, limit: TreeDestination.rowsAtOnce)
      }), let end = rows.last {
        for row in rows where isGone(row, from: root) {
          remove(row)
          observe(PathComponents.join(root.path, row.file.path))
        }
        last = end.place
      }
    }
  }

  private typealias Row = (place: [UInt8], file: StoredFile)

  /// Whether a file is gone, or has its thumbnails elsewhere now.
  private func isGone(_ row: Row, from root: FileRoot) -> Bool {
    do throws(SystemError) {
      _ = try Syscalls.status(
        of: PathComponents.join(root.path, row.file.path), in: Syscalls.currentDirectoryNumber)
      return false
    } catch {
      return error.isNoSuchFile
    }
  }

  private func remove(_ row: Row) {
    let place = PathComponents(row.place.split(separator: UInt8(ascii: "/")).map(Array.init))
    let directory = PathComponents(Array(place.names.dropLast()))
    if let name = place.names.last {
      tree.remove(names(of: row.file, name), in: directory)
      tree.removeEmpty(directory)
    }
    withStore { store throws(SQLiteError) in try store.remove(row.place) }
  }
}
