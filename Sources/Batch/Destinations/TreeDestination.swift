import ByteSources
import MediaReading
import MediaTypes
import SQLite
import SystemCalls

/// Thumbnails as files below a directory, and a store that remembers them.
final class TreeDestination: Destination {
  /// Errors that the same file gives again, so that they are remembered with it.
  static let lastingErrors: Set<ThumbnailError.Code> = [
    .corrupt, .unsupported, .noPreview, .overLimit, .crashed, .empty,
  ]

  let tree: OutputTree
  let naming: OutputNaming
  let layout: OutputLayout
  let retriesFailures: Bool
  private let sizes: [Int]
  /// Where the output directory is, from the root of the file system.
  private let place: PathComponents
  private let note: OptionsNote
  private let storePath: [UInt8]
  private let storeName: [UInt8]
  private let locks: [OutputLock]
  private var store: OutputStore?
  private(set) var optionsNumber: Int64 = 0
  private var roots: [[UInt8]: Int64] = [:]
  private var notice: String?

  var path: [UInt8] { tree.path }
  var excluded: DirectoryWalk.Identity? { tree.identity }

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - tree: The output directory.
  ///   - locks: What keeps others from it; held as long as this value.
  ///   - storeName: The name of the store's file; `nil` keeps none.
  ///   - options: What is wanted.
  /// - Throws: `SystemError` where nothing can be written there.
  init(
    _ tree: OutputTree, locks: [OutputLock], storeName: String?, _ options: BatchOptions
  ) throws(SystemError) {
    self.tree = tree
    self.locks = locks
    naming = OutputNaming(options.thumbnails)
    layout = options.layout
    sizes = options.thumbnails.sizes
    retriesFailures = options.retriesFailures
    place = PathComponents(
      outputFor: tree.path, from: try Syscalls.currentDirectory(), staysInside: false)
    let text = OptionsText(options.thumbnails)
    note = try OptionsNote(tree, text)
    self.storeName = Array((storeName ?? "").utf8)
    storePath = PathComponents.join(
      PathComponents.join(tree.path, StateDirectory.name), self.storeName)
    guard storeName != nil else { return }
    openStore(text)
  }

  private func openStore(_ text: OptionsText) {
    do throws(SQLiteError) {
      let store: OutputStore
      do throws(SQLiteError) {
        store = try OutputStore(path: storePath, thumbnailsMayExist: note.canJudge)
      } catch {
        guard error.isDamaged else { throw error }
        removeStore()
        store = try OutputStore(path: storePath, thumbnailsMayExist: note.canJudge)
      }
      optionsNumber = try store.number(of: text.bytes, in: .options)
      self.store = store
    } catch {
      giveUpStore(error)
    }
  }

  /// Goes on without the store: thumbnails can be judged by themselves, if more slowly.
  private func giveUpStore(_ error: SQLiteError) {
    store = nil
    removeStore()
    notice =
      "what was done cannot be kept in mind in \(StateDirectory.name.text) (\(error));"
      + " the next run looks at the thumbnails themselves"
  }

  private func removeStore() {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? Syscalls.remove(storeName + Array(ending.utf8), in: tree.state.number)
    }
  }

  /// Asks or tells the store something; after a failure there is no store.
  func withStore<Result>(
    _ body: (OutputStore) throws(SQLiteError) -> Result?
  ) -> Result? {
    guard let store else { return nil }
    do throws(SQLiteError) {
      return try body(store)
    } catch {
      giveUpStore(error)
      return nil
    }
  }

  func takeNotice() -> String? {
    defer { notice = nil }
    return notice
  }

  func settle() { withStore { store throws(SQLiteError) in try store.commit() } }

  func finish(isComplete: Bool) throws(SystemError) {
    withStore { store throws(SQLiteError) in try store.close(isComplete: isComplete) }
  }

  /// The row of a root; a root that the output directory lies in is told by the way up from
  /// there, so that both can move together.
  func number(ofRoot path: [UInt8]) -> Int64? {
    if let number = roots[path] { return number }
    let root = PathComponents(outputFor: path, from: [])
    let wayUp = place.names.starts(with: root.names) && !root.names.isEmpty
    let value =
      wayUp
      ? PathComponents(place.names.dropFirst(root.names.count).map { _ in Array("..".utf8) }).bytes
      : path
    let number = withStore { store throws(SQLiteError) in
      try store.number(of: value, in: .roots)
    }
    roots[path] = number
    return number
  }

  /// The path of a root that this run or an earlier one has met.
  func path(ofRoot number: Int64) -> [UInt8]? {
    if let known = roots.first(where: { $0.value == number }) { return known.key }
    let value = withStore { store throws(SQLiteError) in
      try store.value(of: number, in: .roots)
    }
    guard let value else { return nil }
    let steps = value.split(separator: UInt8(ascii: "/"))
    guard steps.allSatisfy({ $0.elementsEqual("..".utf8) }), steps.count <= place.names.count else {
      return value
    }
    return [UInt8(ascii: "/")] + PathComponents(place.names.dropLast(steps.count)).bytes
  }

  // MARK: - What is known

  func known(_ file: FoundFile, _ status: FileStatus) -> FileRecord? {
    guard let store, store.hasRows else { return nil }
    let place = layout.place(of: file.output)
    guard
      let stored = withStore({ store throws(SQLiteError) in try store.file(at: place.bytes) }),
      stored.mark == StoredFile.Mark(status), stored.options == optionsNumber
    else { return nil }
    var record = file.record(stored.status == .ok ? .current : stored.status, stored.error)
    switch stored.status {
    case .ok:
      guard let outputs = outputs(stored, at: place, status) else { return nil }
      record.outputs = outputs
    case .skipped: if file.isNamed { return nil }
    case .failed: if retriesFailures || stored.error == nil { return nil }
    case .current: return nil
    }
    record.kind = stored.kind
    record.mime = stored.mime
    record.byteCount = status.byteCount
    record.displaySize = stored.displaySize
    record.source = stored.source
    record.warnings = stored.warnings
    record.placeholder = stored.placeholder
    noteRoot(of: file, stored, at: place)
    return record
  }

  private func noteRoot(of file: FoundFile, _ stored: StoredFile, at place: PathComponents) {
    guard let root = number(ofRoot: file.root), stored.root != root || stored.path != file.inside
    else { return }
    withStore { store throws(SQLiteError) in
      try store.setRoot(root, file.inside, of: place.bytes)
    }
  }

  /// The thumbnails that are remembered, where all are still as they were written.
  private func outputs(
    _ stored: StoredFile, at place: PathComponents, _ status: FileStatus
  ) -> [FileRecord.Output]? {
    guard let name = place.names.last, stored.outputs.count == sizes.count else { return nil }
    let directory = PathComponents(Array(place.names.dropLast()))
    var outputs: [FileRecord.Output] = []
    for output in stored.outputs {
      let file = naming.name(for: name, side: output.side, format: output.format)
      guard let now = tree.status(of: file, in: directory), now.byteCount == output.byteCount,
        OutputTree.Time(now) == OutputTree.Time(status)
      else { return nil }
      outputs.append(
        FileRecord.Output(
          path: directory.appending(file).bytes, size: output.size, byteCount: output.byteCount))
    }
    return outputs
  }

  // MARK: - What is found

  func found(_ pending: PendingFile) -> FileRecord? {
    judged(pending) ?? moved(pending)
  }

  /// Thumbnails of which no store knows, but which have the file's time and came after the note.
  private func judged(_ pending: PendingFile) -> FileRecord? {
    guard note.canJudge, store?.isIncomplete ?? true else { return nil }
    let place = layout.place(of: pending.file.output)
    guard let name = place.names.last else { return nil }
    let directory = PathComponents(Array(place.names.dropLast()))
    var outputs: [StoredFile.Output] = []
    for side in sizes {
      let found = naming.formats.lazy.compactMap { format in
        self.judged(name, side, format, in: directory, pending.status)
      }
      guard let output = found.first else { return nil }
      outputs.append(output)
    }
    var record = pending.record(.current)
    record.outputs = outputs.map { output in
      let file = naming.name(for: name, side: output.side, format: output.format)
      return FileRecord.Output(
        path: directory.appending(file).bytes, size: output.size, byteCount: output.byteCount)
    }
    keep(record, outputs, as: .ok, of: pending.file, pending.source)
    return record
  }

  private func judged(
    _ name: [UInt8], _ side: Int, _ format: OutputFormat, in directory: PathComponents,
    _ status: FileStatus
  ) -> StoredFile.Output? {
    let file = naming.name(for: name, side: side, format: format)
    guard let now = tree.status(of: file, in: directory), now.byteCount > 0,
      OutputTree.Time(now) == OutputTree.Time(status), note.covers(now),
      let descriptor = tree.open(directory.appending(file)),
      let source = try? FileSource(takingOwnershipOf: descriptor),
      let facts = try? MediaReader.facts(of: source)
    else { return nil }
    return StoredFile.Output(
      side: side, format: format, size: facts.displaySize, byteCount: now.byteCount)
  }

  // MARK: - What is kept

  /// Remembers a file in the store.
  func keep(
    _ record: FileRecord, _ outputs: [StoredFile.Output], as status: FileRecord.Status,
    of file: FoundFile, _ source: FileSource
  ) {
    guard store != nil, let root = number(ofRoot: file.root) else { return }
    var stored = StoredFile(
      root: root, path: file.inside, mark: StoredFile.Mark(source.status),
      inode: source.status.inode, birth: Syscalls.birthTime(of: source.descriptorNumber) ?? 0,
      options: optionsNumber, status: status)
    stored.kind = record.kind
    stored.mime = record.mime
    stored.displaySize = record.displaySize
    stored.source = record.source
    stored.warnings = record.warnings
    stored.error = record.error
    stored.placeholder = record.placeholder
    stored.outputs = outputs
    let place = layout.place(of: file.output).bytes
    withStore { store throws(SQLiteError) in try store.set(stored, at: place) }
  }

  /// What is remembered of a place, whatever its options.
  func stored(at place: PathComponents) -> StoredFile? {
    withStore { store throws(SQLiteError) in try store.file(at: place.bytes) }
  }

  /// Whether thumbnails may be there that no row tells of.
  var mayHoldUnknown: Bool { note.canJudge && (store?.isIncomplete ?? true) }

  /// Whether what is remembered was made with the options of this run.
  func hasSameOptions(_ stored: StoredFile) -> Bool { stored.options == optionsNumber }

  /// Whether there can be thumbnails of an earlier run at all.
  var hasEarlierRun: Bool { store?.hasRows ?? false }
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
