internal import CSystem
internal import Glibc

/// What a process is told by whoever started it: words, environment, terminal.
extension Syscalls {
  /// The words of the command line after the program's name, as the bytes that were given.
  package static func commandLineWords() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).map { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return [] }
      return unsafe bytes(of: word)
    }
  }

  /// The value of an environment variable, or `nil` where it is not set.
  ///
  /// Only the first thread may ask, before it starts others.
  /// The corresponding C function is `getenv`.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The directory in which relative names begin, without links in it.
  ///
  /// The corresponding C function is `getcwd`.
  package static func currentDirectory() throws(SystemError) -> [UInt8] {
    guard let path = unsafe getcwd(nil, 0) else { throw SystemError(errno, in: "getcwd") }
    defer { unsafe free(path) }
    return unsafe bytes(of: path)
  }

  /// Whether a descriptor leads to a terminal.
  ///
  /// The corresponding C function is `isatty`.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many signs fit in a line of the terminal behind a descriptor; `nil` where there is none.
  ///
  /// The corresponding C function is `ioctl` with `TIOCGWINSZ`.
  package static func terminalColumns(_ descriptor: Int32) -> Int? {
    let columns = csystem_terminal_columns(descriptor)
    return columns > 0 ? Int(columns) : nil
  }

  /// Makes writing into a pipe that nobody reads an error of the write instead of the end of the
  /// process.
  ///
  /// The corresponding C function is `signal`.
  package static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeRawBufferPointer(start: text, count: strlen(text)).map { $0 }
  }
}
