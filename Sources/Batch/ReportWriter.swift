import JSONText
import SystemCalls

/// Writes the report.
///
/// Lines are kept until `flush`, which is called before anything is waited for: whoever reads has
/// each line before the run does nothing.
final class ReportWriter {
  /// Lines of so many bytes are written whatever comes.
  private static let waitingByteCount = 32 << 10

  private let descriptor: FileDescriptor?
  private let output: PatientOutput
  private var waiting: [UInt8] = []

  /// Opens the report.
  init(_ destination: BatchOptions.ReportDestination) throws(SystemError) {
    switch destination {
    case .file(let path):
      let file = try Syscalls.replace(path, in: Syscalls.currentDirectoryNumber)
      output = PatientOutput(file.number)
      descriptor = consume file
    case .descriptor(let number):
      output = PatientOutput(number)
      descriptor = nil
    }
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - record: What it is about.
  ///   - stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether it is on its way; `false` where a wait was ended.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func write(_ record: FileRecord, unless stop: Int32?) throws(SystemError) -> Bool {
    guard !output.isGivenUp else { return false }
    waiting += record.json.text.utf8
    waiting.append(UInt8(ascii: "\n"))
    return waiting.count < ReportWriter.waitingByteCount ? true : try flush(unless: stop)
  }

  /// Writes the lines that were added.
  ///
  /// - Parameter stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether they were written; `false` where the wait was ended.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func flush(unless stop: Int32?) throws(SystemError) -> Bool {
    guard !waiting.isEmpty else { return true }
    defer { waiting.removeAll(keepingCapacity: true) }
    return try output.write(waiting, unless: stop)
  }
}
