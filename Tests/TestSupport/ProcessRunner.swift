package import Foundation

/// Runs programs to their end, with all they say in memory.
package enum ProcessRunner {
  /// How a program ended, and what it said and took.
  package struct Outcome: Sendable {
    /// The exit status; `nil` where a signal ended it.
    package let status: Int32?
    /// The number of the signal that ended it; `nil` where it ended by itself.
    package let signal: Int32?
    /// Whether it ran out of time and was killed.
    package let timedOut: Bool
    /// What it wrote to standard output.
    package let standardOutput: [UInt8]
    /// What it wrote to standard error.
    package let standardError: [UInt8]
    /// Processor time in user mode and in the kernel, with that of its waited-for children.
    package let processorTime: Duration
    /// The most memory one process of the run held, in bytes, shared pages included.
    package let peakResidentBytes: Int

    /// Standard output as text.
    package var output: String { String(decoding: standardOutput, as: UTF8.self) }
    /// Standard error as text.
    package var errors: String { String(decoding: standardError, as: UTF8.self) }
  }

  /// Why a program could not be started.
  package struct Failure: Error, CustomStringConvertible {
    /// What was tried.
    package let attempt: String
    /// The error number of the system.
    package let errorNumber: Int32

    /// What was tried and why it failed.
    package var description: String { "\(attempt): \(String(cString: strerror(errorNumber)))" }
  }

  /// The directory of the products that were built together with the running tests.
  package static var productsDirectory: URL {
    Bundle.main.bundleURL
  }

  /// Runs a program and waits for its end, without holding a thread of the cooperative pool.
  ///
  /// The program leads a process group of its own; when the time is over the whole group is killed.
  ///
  /// - Parameters:
  ///   - program: The path of the program; a name without a slash is looked up in `PATH`.
  ///   - arguments: What follows the program's name.
  ///   - environment: The whole environment; `nil` hands down the one of this process.
  ///   - workingDirectory: Where it runs; `nil` is where this process does.
  ///   - input: What it reads from standard input, through a pipe; empty closes it at once.
  ///   - timeout: How long it may run.
  /// - Returns: How it ended, and what it said and took.
  /// - Throws: `Failure` where it cannot be started; with a working directory, a program that is not
  ///   there ends with the status 127 instead.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: URL? = nil, input: [UInt8] = [], timeout: Duration = .seconds(60)
  ) async throws -> Outcome {
    let command = Command(
      program: program, arguments: arguments,
      environment: environment ?? ProcessInfo.processInfo.environment,
      workingDirectory: workingDirectory?.path(percentEncoded: false), input: input,
      timeout: timeout)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try command.run() }) }
    }
  }
}
