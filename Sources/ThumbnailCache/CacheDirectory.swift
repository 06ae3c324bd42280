package import SystemCalls

/// The desktop's cache of thumbnails: directories by size, and one for what failed.
///
/// Everything in it is for its owner's eyes only. A file that is there is complete: it is written
/// beside its place and renamed.
package final class CacheDirectory {
  /// The sizes of the cache, in pixels, with the names of their directories.
  package static let sizes = [
    (side: 128, name: "normal"), (side: 256, name: "large"), (side: 512, name: "x-large"),
    (side: 1024, name: "xx-large"),
  ]
  private static let directoryMode: UInt32 = 0o700
  private static let fileMode: UInt32 = 0o600
  /// Text stands at the start of an entry, where it is read without the picture.
  private static let textByteCount = 16 << 10

  /// One directory of the cache.
  package enum Place: Sendable, Hashable {
    /// Thumbnails whose longer side has at most so many pixels.
    case size(Int)
    /// What this program could not show.
    case failed
  }

  /// The path of the cache.
  package let path: [UInt8]
  private let program: String
  private let root: FileDescriptor
  private var directories: [Place: Directory] = [:]

  private final class Directory {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// Where the cache of whoever runs this process is; `nil` where there is no home.
  package static func standardPath() -> [UInt8]? {
    if let cache = Syscalls.environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
      return Array("\(cache)/thumbnails".utf8)
    }
    guard let home = Syscalls.environment("HOME"), home.hasPrefix("/") else { return nil }
    return Array("\(home)/.cache/thumbnails".utf8)
  }

  /// Opens the cache, and makes it where it is missing.
  ///
  /// - Parameters:
  ///   - path: Its absolute path.
  ///   - program: The name and version of the program, a file name.
  /// - Throws: `SystemError` where it cannot be made.
  package init(path: [UInt8], program: String) throws(SystemError) {
    self.path = path
    self.program = program
    for end in path.indices.dropFirst() + [path.endIndex]
    where end == path.endIndex || path[end] == UInt8(ascii: "/") {
      _ = try Syscalls.makeDirectory(
        Array(path[..<end]), in: Syscalls.currentDirectoryNumber,
        mode: CacheDirectory.directoryMode)
    }
    root = try Syscalls.open(
      directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
  }

  /// The status of the cache itself.
  package func status() throws(SystemError) -> FileStatus { try Syscalls.status(of: root.number) }

  /// The way to a place from the cache on.
  package func name(of place: Place) -> String {
    switch place {
    case .size(let side):
      CacheDirectory.sizes.first { $0.side >= side }?.name ?? CacheDirectory.sizes[3].name
    case .failed: "fail/\(program)"
    }
  }

  /// The text and the length of an entry; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - place: Where it is.
  /// - Returns: Values by key, and bytes.
  package func entry(
    _ name: [UInt8], in place: Place
  ) -> (values: [String: [UInt8]], byteCount: UInt64)? {
    guard let directory = try? directory(place, makes: false),
      let file = try? Syscalls.open(reading: name, in: directory.descriptor.number),
      let status = try? Syscalls.status(of: file.number), status.kind == .regular,
      let start = try? Syscalls.readNext(file.number, atMost: CacheDirectory.textByteCount)
    else { return nil }
    return (PNGText.values(in: start), status.byteCount)
  }

  /// Writes an entry, which appears when it is complete.
  ///
  /// - Parameters:
  ///   - bytes: The whole PNG file.
  ///   - name: The name of the entry.
  ///   - place: Where it belongs.
  /// - Throws: `SystemError` where it cannot be written; nothing of it stays then.
  package func write(
    _ bytes: [UInt8], to name: [UInt8], in place: Place
  ) throws(SystemError) {
    guard let number = try directory(place, makes: true)?.descriptor.number else { return }
    let part = NewFile.hiddenPath(beside: name)
    let file = try Syscalls.create(part, in: number, mode: CacheDirectory.fileMode)
    do throws(SystemError) {
      try Syscalls.write(bytes, to: file.number)
      try Syscalls.rename(part, to: name, in: number)
    } catch {
      try? Syscalls.remove(part, in: number)
      throw error
    }
  }

  /// Notes that a file cannot be shown.
  ///
  /// - Parameters:
  ///   - text: The text of the entry.
  ///   - name: The name of the entry.
  /// - Throws: `SystemError` where it cannot be written.
  package func writeFailure(_ text: [PNGText.Pair], to name: [UInt8]) throws(SystemError) {
    try write(PNGText.adding(text, to: PNGText.emptyPicture), to: name, in: .failed)
  }

  /// Removes an entry, where there is one.
  package func remove(_ name: [UInt8], in place: Place) {
    guard let directory = try? directory(place, makes: false) else { return }
    try? Syscalls.remove(name, in: directory.descriptor.number)
  }

  /// The names of all entries of a place, and of what killed programs have left; told one by one.
  package func forEachName(in place: Place, _ body: ([UInt8]) -> Void) {
    guard let directory = try? directory(place, makes: false),
      let copy = try? Syscalls.open(
        directory: Array(".".utf8), in: directory.descriptor.number)
    else { return }
    var reader = DirectoryReader(takingOwnershipOf: copy)
    while let entry = try? reader.next() { body(entry.name) }
  }

  private func directory(_ place: Place, makes: Bool) throws(SystemError) -> Directory? {
    if let open = directories[place] { return open }
    let name = name(of: place)
    if makes {
      if place == .failed { try make("fail") }
      try make(name)
    }
    let opened = Directory(
      try Syscalls.open(directory: Array(name.utf8), in: root.number, followsLinks: true))
    directories[place] = opened
    return opened
  }

  private func make(_ name: String) throws(SystemError) {
    _ = try Syscalls.makeDirectory(
      Array(name.utf8), in: root.number, mode: CacheDirectory.directoryMode)
  }
}
