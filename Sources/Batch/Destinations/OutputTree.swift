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
  /// Where runs keep what is no thumbnail.
  let state: StateDirectory

  private let root: FileDescriptor
  private var place = PathComponents()
  private var placeDescriptor: FileDescriptor?

  /// Opens the output directory, and makes it and those above it where they are missing.
  init(path: [UInt8]) throws(SystemError) {
    self.path = path
    try OutputTree.makeDirectories(path)
    root = try Syscalls.open(
      directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    identity = DirectoryWalk.Identity(try Syscalls.status(of: root.number))
    state = try StateDirectory(in: root.number)
  }

  static func makeDirectories(_ path: [UInt8], mode: UInt32 = 0o777) throws(SystemError) {
    for end in path.indices.dropFirst() + [path.endIndex]
    where end == path.endIndex || path[end] == UInt8(ascii: "/") {
      _ = try Syscalls.makeDirectory(
        Array(path[..<end]), in: Syscalls.currentDirectoryNumber, mode: mode)
    }
  }

  /// The status of a thumbnail, where there is a file of its name.
  func status(of file: PathComponents) -> FileStatus? {
    guard let name = file.names.last else { return nil }
    return status(of: name, in: PathComponents(Array(file.names.dropLast())))
  }

  /// The status of a thumbnail in a directory, where there is a file of its name.
  func status(of name: [UInt8], in directory: PathComponents) -> FileStatus? {
    guard let parent = number(of: directory),
      let status = try? Syscalls.status(of: name, in: parent), status.kind == .regular
    else { return nil }
    return status
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
    do throws(SystemError) {
      try withDirectory(directory) { parent throws(SystemError) in
        try state.write(bytes, to: name, in: parent, time: time)
      }
    } catch {
      // Somebody may have removed the directory that is open; it is made anew.
      guard error.isNoSuchFile, placeDescriptor != nil else { throw error }
      placeDescriptor = nil
      try withDirectory(directory) { parent throws(SystemError) in
        try state.write(bytes, to: name, in: parent, time: time)
      }
    }
  }

  /// Removes files of a directory, as far as they exist.
  func remove(_ names: [[UInt8]], in directory: PathComponents) {
    guard !names.isEmpty, let parent = number(of: directory) else { return }
    for name in names { try? Syscalls.remove(name, in: parent) }
  }

  /// Removes a directory and those above it that have become empty.
  func removeEmpty(_ directory: PathComponents) {
    placeDescriptor = nil
    var names = directory.names
    while !names.isEmpty {
      let path = PathComponents(names).bytes
      guard (try? Syscalls.remove(directory: path, in: root.number)) != nil else { return }
      names.removeLast()
    }
  }

  /// The open directory at a place, where there is one; directories that are missing stay so.
  private func number(of directory: PathComponents) -> Int32? {
    if directory.names.isEmpty { return root.number }
    if place == directory, let number = placeDescriptor?.number { return number }
    placeDescriptor = nil
    place = directory
    placeDescriptor = try? enter(directory.names[...], below: root.number, makes: false)
    return placeDescriptor?.number
  }

  /// Files come directory by directory, so that the last one is kept open.
  private func withDirectory(
    _ directory: PathComponents, _ body: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    if directory.names.isEmpty { return try body(root.number) }
    if place != directory || placeDescriptor == nil {
      placeDescriptor = nil
      placeDescriptor = try enter(directory.names[...], below: root.number, makes: true)
      place = directory
    }
    guard let number = placeDescriptor?.number else { return }
    try body(number)
  }

  private func enter(
    _ names: ArraySlice<[UInt8]>, below parent: Int32, makes: Bool
  ) throws(SystemError) -> FileDescriptor? {
    guard let name = names.first else { return nil }
    let directory =
      makes
      ? try makeAndOpen(name, in: parent) : try Syscalls.open(directory: name, in: parent)
    if names.count == 1 { return directory }
    return try enter(names.dropFirst(), below: directory.number, makes: makes)
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

extension OutputTree {
  /// Larger files are not read: no thumbnail is.
  private static let contentLimit: UInt64 = 64 << 20

  /// The bytes of a thumbnail; `nil` where its length is another.
  func content(of file: PathComponents, count: UInt64) -> [UInt8]? {
    guard count <= OutputTree.contentLimit, let descriptor = open(file) else { return nil }
    var bytes: [UInt8] = []
    while let next = try? Syscalls.readNext(descriptor.number, atMost: 1 << 20), !next.isEmpty {
      bytes += next
      guard bytes.count <= Int(count) else { return nil }
    }
    return bytes.count == Int(count) ? bytes : nil
  }
}
