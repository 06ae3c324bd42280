import Batch
import Gallery
import MediaTypes
import SystemCalls

/// The contact sheet of a run.
struct ContactSheet: ~Copyable {
  /// The bound for the longer side, in pixels, from which on a thumbnail fills its box on screens
  /// of any density.
  private static let sufficientSide = 256

  private let page: Word
  private let onlyDirectory: Word?
  private var writer: GalleryWriter?

  /// Prepares the page.
  ///
  /// - Parameters:
  ///   - page: Where it goes.
  ///   - onlyDirectory: The directory in which paths of records begin; `nil` is the current one.
  init(page: Word, onlyDirectory: Word?) {
    self.page = page
    self.onlyDirectory = onlyDirectory
    writer = nil
  }

  /// Adds a file, unless it is not media.
  ///
  /// The page is begun with the first event of a run, when the output directory is there, in which
  /// it may lie.
  ///
  /// - Throws: `SystemError` where the page cannot be written.
  mutating func note(_ event: BatchEvent) throws(SystemError) {
    try begin()
    guard case .file(let record) = event, let outcome = Self.outcome(of: record) else { return }
    var path = record.path
    if let onlyDirectory { path = onlyDirectory.bytes + [UInt8(ascii: "/")] + path }
    var entry = GalleryEntry(
      name: PrintableText.escaped(record.path), path: path, outcome: outcome)
    entry.kind = record.kind
    entry.mime = record.mime
    entry.byteCount = record.byteCount
    entry.displaySize = record.displaySize
    entry.warnings = record.warnings.map { PrintableText.escaped($0.description) }
    try writer?.add(entry)
  }

  /// Completes the page.
  ///
  /// - Parameter summary: What became of the run.
  /// - Throws: `SystemError` where the page cannot be written.
  consuming func finish(_ summary: BatchSummary) throws(SystemError) {
    try begin()
    let subject = onlyDirectory.map { " of \($0.printable)" } ?? ""
    try writer.take()?.finish(
      title: "Contact sheet\(subject)", thumbnailDirectory: summary.outputDirectory,
      skippedCount: summary.counts.skipped, notes: SummaryText.notes(on: summary))
  }

  private mutating func begin() throws(SystemError) {
    guard writer == nil else { return }
    writer = try GalleryWriter(page: page.bytes)
    removeLeftOvers()
  }

  /// Removes what runs that were killed have left beside the page.
  private func removeLeftOvers() {
    let end = page.bytes.lastIndex(of: UInt8(ascii: "/"))
    let path = end.map { Array(page.bytes[...$0]) } ?? Array(".".utf8)
    guard
      let directory = try? Syscalls.open(
        directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    else { return }
    var reader = DirectoryReader(takingOwnershipOf: directory)
    while let entry = try? reader.next() {
      guard NewFile.isLeftOver(entry.name) else { continue }
      try? Syscalls.remove(entry.name, in: reader.descriptorNumber)
    }
  }

  private static func outcome(of record: FileRecord) -> GalleryEntry.Outcome? {
    switch record.status {
    case .skipped: return nil
    case .failed: return .failed(record.error ?? ThumbnailError(.unreadable, "no reason is known"))
    case .ok, .current:
      let outputs = record.outputs
      let sufficient = outputs.filter { ($0.size?.longerSide ?? 0) >= sufficientSide }
      let smallest = sufficient.min { $0.byteCount < $1.byteCount }
      guard let output = smallest ?? outputs.max(by: { $0.byteCount < $1.byteCount }) else {
        return nil
      }
      return .shown(.init(path: output.path, size: output.size, byteCount: output.byteCount))
    }
  }
}
