import MediaTypes
import SystemCalls

/// The output directory, and files below it that appear when they are complete.
///
/// Everything is reached from open directories and without following links, so that no name of a
/// file that was read, and no link that somebody put there, leads a thumbnail out of it.
final class OutputTree {
  /// When a file was last modified.
  struct Time: Hashable {
    let seconds: Int64
    let nanoseconds: Int64

    init(_ status: FileStatus) {
      seconds = status.modificationSeconds
      nanoseconds = status.modificationNanoseconds
    }
  }

  /// The path of the output directory as given.
  let path: [UInt8]
  /// What the output directory is, whatever its name.
  let identity: DirectoryWalk.Identity

  private let root: FileDescriptor
  private var place = PathComponents()
  private var placeDescriptor: FileDescriptor?
  private let partName = Array(".thumbs-\(Syscalls.ownProcessNumber).part".utf8)

  /// Opens the output directory, and makes it and those above it where they are missing.
  init(path: [UInt8]) throws(SystemError) {
    self.path = path
    try OutputTree.makeDirectories(path)
    root = try Syscalls.open(
      directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    identity = DirectoryWalk.Identity(try Syscalls.status(of: root.number))
  }

  private static func makeDirectories(_ path: [UInt8]) throws(SystemError) {
    for end in path.indices.dropFirst() + [path.endIndex]
    where end == path.endIndex || path[end] == UInt8(ascii: "/") {
      _ = try Syscalls.makeDirectory(
        Array(path[..<end]), in: Syscalls.currentDirectoryNumber)
    }
  }

  /// The status of a thumbnail, where there is a file of its name.
  func status(of file: PathComponents) -> FileStatus? {
    let status = try? Syscalls.status(of: file.bytes, in: root.number)
    return status?.kind == .regular ? status : nil
  }

  /// Opens a thumbnail for reading.
  func open(_ file: PathComponents) -> FileDescriptor? {
    try? Syscalls.open(reading: file.bytes, in: root.number)
  }

  /// Writes a file, which appears under its name when it is complete.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: Its name.
  ///   - directory: The directories on the way, made where they are missing.
  ///   - time: The time of modification that it gets; `nil` leaves the time of writing.
  /// - Throws: `SystemError` where it cannot be written; nothing of it stays then.
  func write(
    _ bytes: [UInt8], to name: [UInt8], in directory: PathComponents, time: Time? = nil
  ) throws(SystemError) {
    try withDirectory(directory) { parent throws(SystemError) in
      let part = try create(in: parent)
      do throws(SystemError) {
        try Syscalls.write(bytes, to: part.number)
        if let time {
          try Syscalls.setModificationTime(
            of: part.number, seconds: time.seconds, nanoseconds: time.nanoseconds)
        }
        try Syscalls.rename(partName, to: name, in: parent)
      } catch {
        try? Syscalls.remove(partName, in: parent)
        throw error
      }
    }
  }

  /// Removes files of a directory, as far as they exist.
  func remove(_ names: [[UInt8]], in directory: PathComponents) {
    try? withDirectory(directory) { parent throws(SystemError) in
      for name in names { try? Syscalls.remove(name, in: parent) }
    }
  }

  /// Reads a small file of the output directory itself.
  func read(_ name: [UInt8]) -> [UInt8]? {
    guard let file = try? Syscalls.open(reading: name, in: root.number) else { return nil }
    return try? Syscalls.readNext(file.number, atMost: 4096)
  }

  /// A part that a killed run with the same number has left is replaced.
  private func create(in parent: Int32) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try Syscalls.create(partName, in: parent)
    } catch {
      guard error.isExisting else { throw error }
    }
    try Syscalls.remove(partName, in: parent)
    return try Syscalls.create(partName, in: parent)
  }

  /// Files come directory by directory, so that the last one is kept open.
  private func withDirectory(
    _ directory: PathComponents, _ body: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    if directory.names.isEmpty { return try body(root.number) }
    if place != directory || placeDescriptor == nil {
      placeDescriptor = nil
      placeDescriptor = try enter(directory.names[...], below: root.number)
      place = directory
    }
    guard let number = placeDescriptor?.number else { return }
    try body(number)
  }

  private func enter(
    _ names: ArraySlice<[UInt8]>, below parent: Int32
  ) throws(SystemError) -> FileDescriptor? {
    guard let name = names.first else { return nil }
    let directory = try makeAndOpen(name, in: parent)
    if names.count == 1 { return directory }
    return try enter(names.dropFirst(), below: directory.number)
  }

  private func makeAndOpen(
    _ name: [UInt8], in parent: Int32
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try Syscalls.open(directory: name, in: parent)
    } catch {
      guard error.isNoSuchFile else { throw error }
    }
    _ = try Syscalls.makeDirectory(name, in: parent)
    return try Syscalls.open(directory: name, in: parent)
  }
}
