internal import SystemCalls

/// Where the program of the workers is.
package enum WorkerProgram {
  /// Its file name.
  package static let name = "thumbs-worker"

  /// Finds the program beside the running one, or where packages put it.
  ///
  /// - Returns: Its path; `nil` where there is none.
  package static func find() -> [UInt8]? {
    guard let own = try? Syscalls.destination(ofLink: Array("/proc/self/exe".utf8)) else {
      return nil
    }
    let directory = own.prefix(through: own.lastIndex(of: UInt8(ascii: "/")) ?? own.startIndex)
    let places = ["", "../libexec/thumbs/"].map { directory + Array(($0 + name).utf8) }
    return places.lazy.map(Array.init).first { Syscalls.isExecutable($0) }
  }

  /// The whole environment of a worker.
  ///
  /// Nothing of the caller's reaches the decoders but where their libraries are.
  static func environment() -> [String] {
    // Swift's crash reports would start one more program beside a budget that has no room for it.
    let fixed = ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
    let path = Syscalls.environment("LD_LIBRARY_PATH").map { "LD_LIBRARY_PATH=\($0)" }
    return fixed + [path].compactMap { $0 }
  }
}

/// Why no work can be done at all.
package struct WorkerFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, and what to do.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) { self.description = description }
}
