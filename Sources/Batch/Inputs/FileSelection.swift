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

/// A pattern for paths: `*` is any run of signs but the slash, `**` any run at all, `?` one sign but
/// the slash, `[a-z]` one of several and `[!a-z]` none of them; a backslash takes what follows as it
/// stands.
///
/// Without a slash it is about the last name, wherever that stands; with one about the whole path
/// from the directory on that is walked. It compares bytes.
package struct PathPattern: Sendable, Hashable {
  private enum Piece: Hashable {
    case byte(UInt8)
    case one
    case run
    case deepRun
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private static let slash = UInt8(ascii: "/")
  private let pieces: [Piece]
  private let isAboutNames: Bool

  /// Reads a pattern; what cannot be read as a set stands for itself.
  package init(_ text: [UInt8]) {
    var text = text[...]
    if text.last == PathPattern.slash, text.count > 1 { text = text.dropLast() }
    isAboutNames = !text.contains(PathPattern.slash)
    if text.first == PathPattern.slash { text = text.dropFirst() }
    var pieces: [Piece] = []
    while let byte = text.popFirst() {
      switch byte {
      case UInt8(ascii: "?"): pieces.append(.one)
      case UInt8(ascii: "*"):
        guard text.first == UInt8(ascii: "*") else {
          pieces.append(.run)
          continue
        }
        text = text.dropFirst()
        pieces.append(.deepRun)
        // `**/` also stands for no directory at all.
        if text.first == PathPattern.slash { text = text.dropFirst() }
      case UInt8(ascii: "["):
        if let set = PathPattern.takeSet(from: &text) {
          pieces.append(set)
        } else {
          pieces.append(.byte(byte))
        }
      case UInt8(ascii: "\\"): pieces.append(.byte(text.popFirst() ?? byte))
      default: pieces.append(.byte(byte))
      }
    }
    self.pieces = pieces
  }

  private static func takeSet(from text: inout ArraySlice<UInt8>) -> Piece? {
    var rest = text
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let low = rest.popFirst() {
      if low == UInt8(ascii: "]"), !ranges.isEmpty {
        text = rest
        return .set(ranges, isNegated: isNegated)
      }
      let next = rest.startIndex
      if rest.count >= 2, rest[next] == UInt8(ascii: "-"), rest[next + 1] != UInt8(ascii: "]") {
        let high = rest[next + 1]
        guard low <= high else { return nil }
        ranges.append(low...high)
        rest = rest.dropFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }

  /// Whether a path fits.
  ///
  /// It takes time in the product of both lengths at most, whatever the pattern.
  package func fits(_ path: [UInt8]) -> Bool {
    let text = isAboutNames ? PathPattern.lastName(of: path)[...] : path[...]
    // The places in the pattern at which it stands after each byte.
    var states = closure([0])
    for byte in text {
      var next: Set<Int> = []
      for state in states where state < pieces.count {
        switch pieces[state] {
        case .byte(let wanted): if wanted == byte { next.insert(state + 1) }
        case .one: if byte != PathPattern.slash { next.insert(state + 1) }
        case .run: if byte != PathPattern.slash { next.insert(state) }
        case .deepRun: next.insert(state)
        case .set(let ranges, let isNegated):
          if byte != PathPattern.slash, ranges.contains(where: { $0.contains(byte) }) != isNegated {
            next.insert(state + 1)
          }
        }
      }
      states = closure(next)
      if states.isEmpty { return false }
    }
    return states.contains(pieces.count)
  }

  /// Runs may be empty.
  private func closure(_ states: Set<Int>) -> Set<Int> {
    var all = states
    for start in states {
      var state = start
      while state < pieces.count, pieces[state] == .run || pieces[state] == .deepRun {
        state += 1
        all.insert(state)
      }
    }
    return all
  }

  static func lastName(of path: [UInt8]) -> ArraySlice<UInt8> {
    guard let slash = path.lastIndex(of: slash) else { return path[...] }
    return path[(slash + 1)...]
  }
}
