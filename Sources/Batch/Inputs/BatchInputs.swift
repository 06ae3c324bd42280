import MediaTypes
import SystemCalls

/// A file that was met, and where its thumbnails belong.
struct FoundFile {
  /// Its path in the report.
  var path: [UInt8]
  /// A path by which it can be opened from the current directory.
  var location: [UInt8]
  /// Its place below the output directory, with its own name last.
  var output: PathComponents
  /// The absolute path of the directory from which it was reached.
  var root: [UInt8]
  /// Its path from there on.
  var inside: [UInt8]
  /// The number of an open directory, valid until the next file is met.
  var parent: Int32
  /// Its name there.
  var name: [UInt8]
  /// Whether it was named, so that what is not media is an error and a link is followed.
  var isNamed: Bool
  /// Whether it may be opened: a pipe or a device that was met is not.
  var isRegular = true
  /// Whether a link is followed.
  var followsLinks = false
  /// Its place among all files of the run.
  var number = 0

  /// The same file, by its path, when its directory is no longer open.
  var byLocation: FoundFile {
    var file = self
    file.parent = Syscalls.currentDirectoryNumber
    file.name = location
    return file
  }

  /// A record of this file.
  func record(_ status: FileRecord.Status, _ error: ThumbnailError? = nil) -> FileRecord {
    var record = FileRecord(path: path, location: location, status: status)
    record.error = error
    return record
  }
}

/// All files of a run, one at a time, in the order in which they were named.
final class BatchInputs {
  /// Something that was met.
  enum Step {
    /// A file.
    case file(FoundFile)
    /// A line of the report about something that is no file that can be looked into.
    case record(FileRecord)
    /// A list has no path as long as its descriptor gives none.
    case waits(descriptor: Int32)
    /// There is no more.
    case end
  }

  private enum Current {
    case walk(DirectoryWalk, Start)
    case list(PathList)
  }

  /// Where a walk began.
  private struct Start {
    let root: [UInt8]
    let output: PathComponents
    let rootIndex: Int
  }

  private var rest: ArraySlice<BatchOptions.Input>
  private var current: Current?
  private let selection: FileSelection
  private let order: DirectoryWalk.Order
  /// Where files were looked for; the first is the root of the file system, the second the current
  /// directory.
  private(set) var roots: [FileRoot]
  private var nextNumber = 0
  private let currentDirectory: [UInt8]
  private let excluded: DirectoryWalk.Identity?
  /// Whether one directory is all that is read, so that paths begin in it.
  private let isSingleDirectory: Bool

  /// Whether anything that was given could be opened.
  private(set) var hasOpenedAny = false

  /// Prepares to read inputs.
  ///
  /// - Parameters:
  ///   - inputs: What is read.
  ///   - currentDirectory: The absolute path at which relative ones begin.
  ///   - excluded: The output directory.
  ///   - selection: Which files are taken.
  ///   - order: In which order the entries of directories come.
  init(
    _ inputs: [BatchOptions.Input], currentDirectory: [UInt8], excluded: DirectoryWalk.Identity?,
    selection: FileSelection, order: DirectoryWalk.Order
  ) {
    rest = inputs[...]
    self.selection = selection
    self.order = order
    roots = [FileRoot(path: Array("/".utf8)), FileRoot(path: currentDirectory)]
    self.currentDirectory = currentDirectory
    self.excluded = excluded
    isSingleDirectory = BatchInputs.singleDirectory(of: inputs) != nil
  }

  /// The directory that is all that is read, where it is.
  static func singleDirectory(of inputs: [BatchOptions.Input]) -> [UInt8]? {
    guard inputs.count == 1, case .path(let path) = inputs[0],
      (try? status(of: path).kind) == .directory
    else { return nil }
    return path
  }

  /// Where the thumbnails of a directory's files begin, below the output directory.
  func output(forDirectory path: [UInt8]) -> PathComponents {
    isSingleDirectory
      ? PathComponents() : PathComponents(outputFor: path, from: currentDirectory)
  }

  /// Goes on to the next file.
  func next() -> Step {
    while true {
      switch current {
      case .walk(let walk, let start):
        switch walk.next() {
        case .file(let name, let isRegular):
          if let file = taken(found(name, isRegular: isRegular, in: walk, start)) {
            return .file(file)
          }
        case .unreadable(let place, let error):
          return .record(record(of: place, root: start.root, error))
        case .end: current = nil
        }
      case .list(let list):
        switch list.next() {
        case .path(let path): if let file = taken(named(path)) { return .file(file) }
        case .tooLong(let start):
          return .record(
            named(start).record(.failed, ThumbnailError(.unreadable, "is too long to be a path")))
        case .needsBytes:
          guard list.isFile else { return .waits(descriptor: list.descriptorNumber) }
          if let record = read(list) { return .record(record) }
        case .end: current = nil
        }
      case nil:
        guard let input = rest.popFirst() else { return .end }
        if let step = begin(input) { return step }
      }
    }
  }

  /// The file with its number, where it is taken.
  private func taken(_ file: FoundFile) -> FoundFile? {
    guard !selection.narrowsPaths || selection.takes(file.path, inside: file.inside) else {
      return nil
    }
    var file = file
    file.number = nextNumber
    nextNumber += 1
    return file
  }

  /// A number for a line that is about no file.
  func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Reads more of the list that waits, now that its descriptor gives something.
  ///
  /// - Returns: A line of the report, where the list cannot be read.
  func readList() -> FileRecord? {
    guard case .list(let list) = current else { return nil }
    return read(list)
  }

  private func read(_ list: PathList) -> FileRecord? {
    do throws(SystemError) {
      try list.read()
      return nil
    } catch {
      current = nil
      let error = ThumbnailError(
        .unreadable, "the list of paths cannot be read: \(error.explanation)")
      return named(Array("-".utf8)).record(.failed, error)
    }
  }

  private func begin(_ input: BatchOptions.Input) -> Step? {
    do throws(SystemError) {
      switch input {
      case .path(let path): return try begin(path)
      case .list(let path, let separator):
        current = .list(try PathList(path: path, separator: separator))
      case .descriptor(let number, let separator):
        current = .list(PathList(number: number, separator: separator))
      }
      return nil
    } catch {
      return .record(named(input.path).record(.failed, ThumbnailError(opening: error)))
    }
  }

  private func begin(_ path: [UInt8]) throws(SystemError) -> Step? {
    guard try BatchInputs.status(of: path).kind == .directory else {
      return taken(named(path)).map { .file($0) }
    }
    let root = try Syscalls.open(
      directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    hasOpenedAny = true
    let absolute = PathComponents(outputFor: path, from: currentDirectory, staysInside: false)
    roots.append(FileRoot(path: [UInt8(ascii: "/")] + absolute.bytes))
    current = .walk(
      DirectoryWalk(root: root, excluded: excluded, selection: selection, order: order),
      Start(root: path, output: output(forDirectory: path), rootIndex: roots.count - 1))
    return nil
  }

  private static func status(of path: [UInt8]) throws(SystemError) -> FileStatus {
    try Syscalls.status(of: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
  }

  private func found(
    _ name: [UInt8], isRegular: Bool, in walk: DirectoryWalk, _ start: Start
  ) -> FoundFile {
    let inside = walk.directory.appending(name)
    let bytes = inside.bytes
    let location = PathComponents.join(start.root, bytes)
    roots[start.rootIndex].hasFiles = true
    return FoundFile(
      path: isSingleDirectory ? bytes : location, location: location,
      output: start.output.names.isEmpty ? inside : start.output.appending(inside),
      root: roots[start.rootIndex].path, inside: bytes,
      parent: walk.parentNumber ?? Syscalls.currentDirectoryNumber, name: name, isNamed: false,
      isRegular: isRegular, followsLinks: selection.followsLinks)
  }

  private func record(
    of place: PathComponents, root: [UInt8], _ error: ThumbnailError
  ) -> FileRecord {
    let location = PathComponents.join(root, place.bytes)
    var record = FileRecord(
      path: isSingleDirectory && !place.names.isEmpty ? place.bytes : location,
      location: location, status: .failed)
    record.error = error
    return record
  }

  private func named(_ path: [UInt8]) -> FoundFile {
    let output = PathComponents(outputFor: path, from: currentDirectory)
    // What lies below the current directory is reached from there, all else from the root.
    let whole = PathComponents(outputFor: path, from: currentDirectory, staysInside: false)
    let index = whole.names.count == output.names.count ? 0 : 1
    roots[index].hasFiles = true
    return FoundFile(
      path: path, location: path, output: output, root: roots[index].path, inside: output.bytes,
      parent: Syscalls.currentDirectoryNumber, name: path, isNamed: true, followsLinks: true)
  }

  /// Notes that a file could be opened.
  func noteOpened() { hasOpenedAny = true }
}

extension BatchOptions.Input {
  fileprivate var path: [UInt8] {
    switch self {
    case .path(let path), .list(let path, _): path
    case .descriptor: Array("-".utf8)
    }
  }
}
