import SystemCalls

/// The hidden directory inside an output directory in which runs keep what is no thumbnail: the
/// store, the note on options, the lock, and files that are not complete.
final class StateDirectory {
  /// Its name in the output directory.
  static let name = Array(".thumbs-state".utf8)
  private static let partEnding = Array(".part".utf8)

  private let directory: FileDescriptor
  private let partName: [UInt8]
  /// The number of the open directory.
  var number: Int32 { directory.number }

  /// Opens the directory, and makes it where it is missing.
  ///
  /// - Parameter parent: The number of the open output directory.
  /// - Throws: `SystemError` where it cannot be made.
  init(in parent: Int32) throws(SystemError) {
    _ = try Syscalls.makeDirectory(StateDirectory.name, in: parent)
    directory = try Syscalls.open(directory: StateDirectory.name, in: parent)
    // Two machines may give two runs the same process number.
    let token = UInt64.random(in: .min ... .max)
    partName = Array("\(String(token, radix: 16)).part".utf8)
  }

  /// Removes what runs that were killed have left; nobody else may be writing here.
  func removeParts() {
    guard let copy = try? Syscalls.open(directory: Array(".".utf8), in: number) else { return }
    var reader = DirectoryReader(takingOwnershipOf: copy)
    while let entry = try? reader.next() {
      guard
        entry.name.suffix(StateDirectory.partEnding.count).elementsEqual(StateDirectory.partEnding)
      else { continue }
      try? Syscalls.remove(entry.name, in: number)
    }
  }

  /// Reads a small file; `nil` where there is none.
  func read(_ name: [UInt8]) -> [UInt8]? {
    guard let file = try? Syscalls.open(reading: name, in: number) else { return nil }
    return try? Syscalls.readNext(file.number, atMost: 4096)
  }

  /// The status of a file here.
  func status(of name: [UInt8]) -> FileStatus? { try? Syscalls.status(of: name, in: number) }

  /// Writes a small file here, which appears when it is complete.
  func write(_ bytes: [UInt8], to name: [UInt8]) throws(SystemError) {
    try write(bytes, to: name, in: number, time: nil)
  }

  /// Writes a file that appears under its name, here or elsewhere, when it is complete.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: Its name.
  ///   - parent: The number of the open directory in which it appears.
  ///   - time: The time of modification that it gets; `nil` leaves the time of writing.
  /// - Throws: `SystemError` where it cannot be written; nothing of it stays then.
  func write(
    _ bytes: [UInt8], to name: [UInt8], in parent: Int32, time: OutputTree.Time?
  ) throws(SystemError) {
    do throws(SystemError) {
      try write(bytes, to: name, in: parent, by: number, time: time)
    } catch {
      // Another file system was put into the output directory.
      guard error.isOtherFileSystem else { throw error }
      try write(bytes, to: name, in: parent, by: parent, time: time)
    }
  }

  private func write(
    _ bytes: [UInt8], to name: [UInt8], in parent: Int32, by partParent: Int32,
    time: OutputTree.Time?
  ) throws(SystemError) {
    let part = try Syscalls.create(partName, in: partParent)
    do throws(SystemError) {
      try Syscalls.write(bytes, to: part.number)
      if let time {
        try Syscalls.setModificationTime(
          of: part.number, seconds: time.seconds, nanoseconds: time.nanoseconds)
      }
      try Syscalls.rename(partName, to: name, in: partParent, below: parent)
    } catch {
      try? Syscalls.remove(partName, in: partParent)
      throw error
    }
  }
}
