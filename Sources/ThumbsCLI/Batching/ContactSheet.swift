import Batch
import Gallery
import MediaTypes
import SystemCalls

/// The contact sheet of a run; what goes wrong with it is told at the end and stops nothing.
struct ContactSheet: ~Copyable {
  /// The bound for the longer side, in pixels, from which on a thumbnail fills its box on screens
  /// of any density.
  private static let sufficientSide = 256

  private let page: Word
  private let onlyDirectory: Word?
  private var writer: GalleryWriter?
  private var failure: SystemError?

  /// Begins the page.
  ///
  /// - Parameters:
  ///   - page: Where it goes.
  ///   - onlyDirectory: The directory in which paths of records begin; `nil` is the current one.
  init(page: Word, onlyDirectory: Word?) {
    self.page = page
    self.onlyDirectory = onlyDirectory
    do throws(SystemError) {
      writer = try GalleryWriter(page: page.bytes)
    } catch {
      writer = nil
      failure = error
    }
  }

  /// Adds a file, unless it is not media.
  mutating func add(_ record: FileRecord) {
    guard let outcome = Self.outcome(of: record) else { return }
    var path = record.path
    if let onlyDirectory { path = onlyDirectory.bytes + [UInt8(ascii: "/")] + path }
    var entry = GalleryEntry(
      name: PrintableText.escaped(record.path), path: path, outcome: outcome)
    entry.kind = record.kind
    entry.mime = record.mime
    entry.byteCount = record.byteCount
    entry.displaySize = record.displaySize
    entry.warnings = record.warnings.map { PrintableText.escaped($0.description) }
    do throws(SystemError) {
      try writer?.add(entry)
    } catch {
      failure = error
      writer = nil
    }
  }

  /// Completes the page.
  ///
  /// - Parameter summary: What became of the run.
  /// - Returns: What went wrong, in words; `nil` where the page is complete.
  consuming func finish(_ summary: BatchSummary) -> String? {
    let subject = onlyDirectory.map { " of \($0.printable)" } ?? ""
    do throws(SystemError) {
      if let failure { throw failure }
      guard let writer = consume writer else { return nil }
      try writer.finish(
        title: "Contact sheet\(subject)", thumbnailDirectory: summary.outputDirectory,
        skippedCount: summary.counts.skipped, notes: SummaryText.notes(on: summary))
      return nil
    } catch {
      return "cannot write the contact sheet \(page.printable): \(error)"
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
