import MediaTypes
import SystemCalls

/// Paths that are read one after the other from a file, a pipe or a terminal.
final class PathList {
  /// What there is.
  enum Step {
    /// A path; never empty.
    case path([UInt8])
    /// A path that is too long to be one, cut.
    case tooLong([UInt8])
    /// More bytes must be read first.
    case needsBytes
    /// There is no more.
    case end
  }

  /// Longer than any path that the system takes.
  static let pathLimit = 16 << 10
  private static let readByteCount = 64 << 10

  private let descriptor: FileDescriptor?
  /// The number of the open descriptor that is read.
  let descriptorNumber: Int32
  /// Whether reading never waits, since it is a file.
  let isFile: Bool

  private let separator: UInt8
  private var rest: ArraySlice<UInt8> = []
  private var isDropping = false
  private var isAtEnd = false

  /// Reads a list that somebody else has opened.
  init(number: Int32, separator: BatchOptions.Separator) {
    descriptor = nil
    descriptorNumber = number
    isFile = (try? Syscalls.status(of: number).kind) == .regular
    self.separator = separator.rawValue
  }

  /// Reads a list in a file.
  init(path: [UInt8], separator: BatchOptions.Separator) throws(SystemError) {
    let file = try Syscalls.open(
      reading: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    descriptorNumber = file.number
    isFile = (try? Syscalls.status(of: file.number).kind) == .regular
    descriptor = consume file
    self.separator = separator.rawValue
  }

  /// Takes the next path from what was read.
  func next() -> Step {
    while true {
      if let position = rest.firstIndex(of: separator) {
        let path = Array(rest[..<position])
        rest = rest[(position + 1)...]
        if isDropping {
          isDropping = false
        } else if path.count > PathList.pathLimit {
          return .tooLong(Array(path.prefix(100)))
        } else if !path.isEmpty {
          return .path(path)
        }
      } else if isAtEnd {
        let path = Array(rest)
        rest = []
        return path.isEmpty || isDropping ? .end : .path(path)
      } else if rest.count > PathList.pathLimit {
        let start = Array(rest.prefix(100))
        rest = []
        if isDropping { continue }
        isDropping = true
        return .tooLong(start)
      } else {
        return .needsBytes
      }
    }
  }

  /// Reads more, waiting for the first byte.
  func read() throws(SystemError) {
    let bytes = try Syscalls.readNext(descriptorNumber, atMost: PathList.readByteCount)
    if bytes.isEmpty { isAtEnd = true }
    rest = ArraySlice(Array(rest) + bytes)
  }
}
