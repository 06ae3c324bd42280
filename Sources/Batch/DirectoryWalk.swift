import MediaTypes
import SystemCalls

/// The files below a directory, one at a time, in the order of the file system.
///
/// It holds one open directory a level and no list of names, so that a directory of a million
/// files takes what one of ten takes. Links are not followed, so that there is no way round;
/// hidden entries and one directory that is named, the output's, are left out.
final class DirectoryWalk {
  /// Something that was met.
  enum Step {
    /// A file, or something that is not even a regular file.
    case file(name: [UInt8], isRegular: Bool)
    /// A directory that cannot be read, or not to its end.
    case unreadable(PathComponents, ThumbnailError)
    /// There is no more.
    case end
  }

  /// What is told apart: names change, this does not.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }
  }

  private final class Level {
    var reader: DirectoryReader
    init(_ reader: consuming DirectoryReader) { self.reader = reader }
  }

  /// Deeper directories are reported instead of walked: each level holds a descriptor.
  static let greatestDepth = 512

  private let excluded: Identity?
  private var levels: [Level]

  /// Where the walk is, from its root on.
  private(set) var directory = PathComponents()

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - root: The open directory.
  ///   - excluded: A directory that is left out.
  init(root: consuming FileDescriptor, excluded: Identity?) {
    levels = [Level(DirectoryReader(takingOwnershipOf: root))]
    self.excluded = excluded
  }

  /// The number of the open directory in which the last file was met.
  var parentNumber: Int32? { levels.last?.reader.descriptorNumber }

  /// Goes on to the next file.
  func next() -> Step {
    while let level = levels.last {
      let entry: DirectoryReader.Entry?
      do throws(SystemError) {
        entry = try level.reader.next()
      } catch {
        let place = directory
        leave()
        return .unreadable(place, ThumbnailError(.unreadable, "cannot list: \(error)"))
      }
      guard let entry else {
        leave()
        continue
      }
      if entry.name.first == UInt8(ascii: ".") { continue }
      switch kind(of: entry, in: level) {
      case .regular?: return .file(name: entry.name, isRegular: true)
      case .special?: return .file(name: entry.name, isRegular: false)
      case .directory?:
        if let failure = enter(entry.name, from: level) { return failure }
      case .symbolicLink?, nil: continue
      }
    }
    return .end
  }

  private func kind(of entry: DirectoryReader.Entry, in level: Level) -> FileStatus.Kind? {
    if let kind = entry.kind { return kind }
    // A file whose status cannot be had is still a file: opening it will say why.
    let parent = level.reader.descriptorNumber
    return (try? Syscalls.status(of: entry.name, in: parent).kind) ?? .regular
  }

  private func enter(_ name: [UInt8], from level: Level) -> Step? {
    let place = directory.appending(name)
    guard levels.count < DirectoryWalk.greatestDepth else {
      return .unreadable(
        place,
        ThumbnailError(.overLimit, "lies deeper than \(DirectoryWalk.greatestDepth) directories"))
    }
    do throws(SystemError) {
      let descriptor = try Syscalls.open(directory: name, in: level.reader.descriptorNumber)
      if let excluded, try Identity(Syscalls.status(of: descriptor.number)) == excluded {
        return nil
      }
      levels.append(Level(DirectoryReader(takingOwnershipOf: descriptor)))
      directory = place
      return nil
    } catch {
      return .unreadable(place, ThumbnailError(opening: error))
    }
  }

  private func leave() {
    levels.removeLast()
    directory = PathComponents(directory.names.dropLast())
  }
}

extension ThumbnailError {
  /// Why something could not be opened.
  init(opening error: SystemError) {
    self.init(error.isNoSuchFile ? .vanished : .unreadable, "cannot open: \(error)")
  }
}
