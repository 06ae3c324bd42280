package import MediaTypes
import SystemCalls

/// Which files of walks and lists are taken.
///
/// What is left out has no line in the report: to a run it is not there.
package struct FileSelection: Sendable, Hashable {
  /// Files that fit none of these are left out; empty takes all.
  package var included: [PathPattern] = []
  /// Files and directories that fit one of these are left out.
  package var excluded: [PathPattern] = []
  /// Endings of names in lower case, without dots; empty takes all.
  package var extensions: Set<[UInt8]> = []
  /// What files are by their content; empty takes all.
  package var kinds: Set<MediaKind> = []
  /// Files that were modified at this time or before are left out: seconds and nanoseconds.
  package var newerThan: Time?
  /// Larger files are left out.
  package var largestByteCount: UInt64?
  /// Whether hidden files and directories are walked.
  package var takesHidden = false
  /// Whether symbolic links are followed in walks.
  package var followsLinks = false
  /// Whether walks stay on the file system on which they begin.
  package var staysOnFileSystem = false
  /// Which part of all files is taken, where several runs share the work.
  package var shard: Shard?

  /// A time to the nanosecond.
  package struct Time: Sendable, Hashable {
    /// Whole seconds since 1970.
    package var seconds: Int64
    /// Nanoseconds beyond the second.
    package var nanoseconds: Int64

    /// Creates a time.
    package init(seconds: Int64, nanoseconds: Int64 = 0) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  /// One of several equal parts of all files, the same on every machine.
  package struct Shard: Sendable, Hashable {
    /// Which part, from 1 on.
    package var number: Int
    /// How many parts there are.
    package var count: Int

    /// Names a part.
    package init(number: Int, count: Int) {
      self.number = number
      self.count = max(1, count)
    }

    /// Whether a path belongs to this part.
    func takes(_ path: [UInt8]) -> Bool {
      StableHash.value(of: path) % UInt64(count) == UInt64(number - 1)
    }
  }

  /// Takes everything that is not hidden.
  package init() {}

  /// Whether a status must be asked for to decide.
  var needsStatus: Bool { newerThan != nil || largestByteCount != nil }

  /// Whether a file is taken, as far as its path tells.
  ///
  /// - Parameters:
  ///   - path: Its path in the report, by which parts are told apart.
  ///   - inside: Its path from the directory on that is walked.
  /// - Returns: Whether it is taken.
  func takes(_ path: [UInt8], inside: [UInt8]) -> Bool {
    let name = PathPattern.lastName(of: inside)
    if !extensions.isEmpty {
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
      let ending = name[(dot + 1)...].map { $0 | (0x41...0x5A ~= $0 ? 0x20 : 0) }
      guard extensions.contains(ending) else { return false }
    }
    if !included.isEmpty, !included.contains(where: { $0.fits(inside) }) { return false }
    if excluded.contains(where: { $0.fits(inside) }) { return false }
    return shard?.takes(path) ?? true
  }

  /// Whether a directory is walked.
  func takesDirectory(_ inside: [UInt8]) -> Bool {
    !excluded.contains { $0.fits(inside) }
  }

  /// Whether a file is taken, as far as its status tells.
  func takes(_ status: FileStatus) -> Bool {
    if let largestByteCount, status.byteCount > largestByteCount { return false }
    guard let newerThan else { return true }
    return (status.modificationSeconds, status.modificationNanoseconds)
      > (newerThan.seconds, newerThan.nanoseconds)
  }

  /// Whether a file is taken, as far as its content tells.
  func takes(_ kind: MediaKind?) -> Bool {
    kinds.isEmpty || kind.map(kinds.contains) ?? false
  }
}
