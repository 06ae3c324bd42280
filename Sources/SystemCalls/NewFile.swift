internal import Synchronization

/// A file that takes its name when it is complete, in place of what had that name.
///
/// One that is never completed leaves nothing. What is no file, such as a device or a pipe, is
/// written to as it is; behind a symbolic link the file that it leads to is replaced.
package struct NewFile: ~Copyable {
  private static let pieceByteCount = 64 << 10
  private static let count = Atomic<UInt64>(0)

  private let path: [UInt8]
  /// Where it grows; `nil` where what is there is written to.
  private let hiddenPath: [UInt8]?
  private let directory: Int32
  private let descriptor: FileDescriptor
  private var piece: [UInt8] = []
  private var isComplete = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The path that it will have; its directory must exist.
  ///   - directory: The number of the open directory in which the path begins.
  /// - Throws: `SystemError` where nothing can be made there.
  package init(
    _ path: [UInt8], in directory: Int32 = Syscalls.currentDirectoryNumber
  ) throws(SystemError) {
    let there = try? Syscalls.status(of: path, in: directory, followsLinks: true)
    let isWrittenTo = there?.kind == .special
    let path = isWrittenTo ? path : NewFile.end(ofLinks: path, in: directory)
    let hiddenPath = isWrittenTo ? nil : NewFile.hiddenPath(beside: path)
    descriptor = try NewFile.opened(hiddenPath, or: path, in: directory)
    self.path = path
    self.hiddenPath = hiddenPath
    self.directory = directory
  }

  private static func opened(
    _ hiddenPath: [UInt8]?, or path: [UInt8], in directory: Int32
  ) throws(SystemError) -> FileDescriptor {
    guard let hiddenPath else { return try Syscalls.replace(path, in: directory) }
    return try Syscalls.create(hiddenPath, in: directory)
  }

  deinit {
    if let hiddenPath, !isComplete { try? Syscalls.remove(hiddenPath, in: directory) }
  }

  /// So many symbolic links are followed, as the kernel follows them.
  ///
  /// Source: path_resolution(7).
  private static let mostLinks = 40

  /// The path of what a symbolic link leads to, one behind the other; the path where it is none.
  private static func end(ofLinks path: [UInt8], in directory: Int32) -> [UInt8] {
    var path = path
    guard directory == Syscalls.currentDirectoryNumber else { return path }
    for _ in 0..<mostLinks {
      guard (try? Syscalls.status(of: path, in: directory))?.kind == .symbolicLink,
        let target = try? Syscalls.destination(ofLink: path)
      else { return path }
      let isAbsolute = target.first == UInt8(ascii: "/")
      let end = isAbsolute ? 0 : path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      path = path[..<end] + target
    }
    return path
  }

  /// Writes bytes after those before; some wait to be written together.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    piece += bytes
    if piece.count >= NewFile.pieceByteCount { try flush() }
  }

  /// Writes the rest and gives the file its name.
  package consuming func complete() throws(SystemError) {
    try flush()
    if let hiddenPath { try Syscalls.rename(hiddenPath, to: path, in: directory) }
    isComplete = true
  }

  /// A hidden path in the same directory which nothing else has.
  ///
  /// It does not contain the name, which may be as long as names can be.
  package static func hiddenPath(beside path: [UInt8]) -> [UInt8] {
    let end = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let number = count.add(1, ordering: .relaxed).newValue
    return path[..<end] + Array(".thumbs-\(Syscalls.ownProcessNumber)-\(number).part".utf8)
  }

  /// Whether a name is that of a file which a process that is gone never completed.
  ///
  /// - Parameter name: A name in a directory of this machine.
  /// - Returns: Whether the file may be removed.
  package static func isLeftOver(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    guard text.hasPrefix(".thumbs-"), text.hasSuffix(".part") else { return false }
    let process = text.dropFirst(".thumbs-".utf8.count).prefix { $0 != "-" && $0 != "." }
    guard let number = Int32(process) else { return false }
    return !Syscalls.isRunning(number)
  }

  private mutating func flush() throws(SystemError) {
    try Syscalls.write(piece, to: descriptor.number)
    piece.removeAll(keepingCapacity: true)
  }
}
