import MediaTypes
import SystemCalls

/// The files below a directory, one at a time.
///
/// It holds one open directory a level and a bounded number of names, so that a directory of a
/// million files takes what one of ten takes. Links are not followed unless that is asked for;
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

  /// In which order the entries of a directory come.
  enum Order {
    /// By their numbers on the device, some hundreds at a time: so a disk reads them in one go.
    case disk
    /// By their names; directories with very many entries in groups.
    case name

    fileprivate var entriesAtOnce: Int { self == .disk ? 1024 : 100_000 }
  }

  private final class Level {
    var reader: DirectoryReader
    let identity: Identity?
    /// Entries that were read, the next one last.
    var entries: [DirectoryReader.Entry] = []

    init(_ reader: consuming DirectoryReader, _ identity: Identity?) {
      self.reader = reader
      self.identity = identity
    }

    func next(in order: Order) throws(SystemError) -> DirectoryReader.Entry? {
      if let entry = entries.popLast() { return entry }
      while entries.count < order.entriesAtOnce, let entry = try reader.next() {
        entries.append(entry)
      }
      switch order {
      case .disk: entries.sort { $0.inode > $1.inode }
      case .name: entries.sort { $1.name.lexicographicallyPrecedes($0.name) }
      }
      return entries.popLast()
    }
  }

  /// Deeper directories are reported instead of walked: each level holds a descriptor.
  static let greatestDepth = 512

  private let excluded: Identity?
  private let selection: FileSelection
  private let order: Order
  private let device: UInt64?
  private var levels: [Level]

  /// Where the walk is, from its root on.
  private(set) var directory = PathComponents()

  /// Begins a walk.
  ///
  /// - Parameters:
  ///   - root: The open directory.
  ///   - excluded: A directory that is left out.
  ///   - selection: What is walked, beside paths, which are looked at elsewhere.
  ///   - order: In which order entries come.
  init(
    root: consuming FileDescriptor, excluded: Identity?,
    selection: FileSelection = FileSelection(), order: Order = .disk
  ) {
    let status = try? Syscalls.status(of: root.number)
    levels = [
      Level(DirectoryReader(takingOwnershipOf: root), status.map(Identity.init))
    ]
    self.excluded = excluded
    self.selection = selection
    self.order = order
    device = selection.staysOnFileSystem ? status?.device : nil
  }

  /// The number of the open directory in which the last file was met.
  var parentNumber: Int32? { levels.last?.reader.descriptorNumber }

  /// Goes on to the next file.
  func next() -> Step {
    while let level = levels.last {
      let entry: DirectoryReader.Entry?
      do throws(SystemError) {
        entry = try level.next(in: order)
      } catch {
        let place = directory
        leave()
        return .unreadable(place, ThumbnailError(listing: error))
      }
      guard let entry else {
        leave()
        continue
      }
      if entry.name.first == UInt8(ascii: "."), !selection.takesHidden { continue }
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
    let parent = level.reader.descriptorNumber
    if entry.kind == .symbolicLink, selection.followsLinks {
      // A link that leads nowhere is passed over, as all links are without the wish.
      return try? Syscalls.status(of: entry.name, in: parent, followsLinks: true).kind
    }
    if let kind = entry.kind { return kind }
    // A file whose status cannot be had is still a file: opening it will say why.
    return (try? Syscalls.status(of: entry.name, in: parent).kind) ?? .regular
  }

  private func enter(_ name: [UInt8], from level: Level) -> Step? {
    let place = directory.appending(name)
    guard selection.excluded.isEmpty || selection.takesDirectory(place.bytes) else { return nil }
    guard levels.count < DirectoryWalk.greatestDepth else {
      return .unreadable(
        place,
        ThumbnailError(
          .overLimit,
          "lies deeper than \(DirectoryWalk.greatestDepth) directories; name a directory below"))
    }
    do throws(SystemError) {
      let descriptor = try Syscalls.open(
        directory: name, in: level.reader.descriptorNumber, followsLinks: selection.followsLinks)
      let status = try Syscalls.status(of: descriptor.number)
      let identity = Identity(status)
      if identity == excluded || device.map({ $0 != status.device }) == true { return nil }
      // A link may lead to where the walk came from.
      if selection.followsLinks, levels.contains(where: { $0.identity == identity }) { return nil }
      levels.append(Level(DirectoryReader(takingOwnershipOf: descriptor), identity))
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
    self = ThumbnailError(
      error.isNoSuchFile ? .vanished : .unreadable,
      error.isNoSuchFile
        ? "is not there (\(error)); check the path, or run again without it"
        : "cannot be opened: \(error.explanation)")
  }

  /// Why a directory could not be read.
  init(listing error: SystemError) {
    self.init(.unreadable, "cannot be listed: \(error.explanation)")
  }
}
