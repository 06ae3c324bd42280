import Foundation
import Synchronization

extension ProcessRunner {
  /// One run of a program, on threads that may block.
  struct Command: Sendable {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    let workingDirectory: String?
    let input: [UInt8]
    let timeout: Duration

    /// Held from the making of pipes to the start of their program: another program started in
    /// between would inherit their ends and keep them open.
    private static let spawning = Mutex(())

    /// Starts the program, feeds it, hears it out and waits for its end.
    func run() throws -> Outcome {
      let (child, input, output, errors) = try Self.spawning.withLock { _ in
        let input = try Pipe()
        let output = try Pipe()
        let errors = try Pipe()
        do {
          let child = try spawn(
            input: input.readEnd, output: output.writeEnd, errors: errors.writeEnd)
          return (child, input, output, errors)
        } catch {
          for pipe in [input, output, errors] { pipe.closeBoth() }
          throw error
        }
      }
      // The child has its own copies; ours would keep the pipes open after its end.
      close(input.readEnd)
      close(output.writeEnd)
      close(errors.writeEnd)

      let feeding = Worker { [bytes = self.input] in feed(bytes, to: input.writeEnd) }
      let hearingOutput = Worker { drain(output.readEnd) }
      let hearingErrors = Worker { drain(errors.readEnd) }
      let deadline = Deadline(timeout, processGroup: child)
      var status: Int32 = 0
      var usage = rusage()
      while wait4(child, &status, 0, &usage) == -1 && errno == EINTR {}
      let timedOut = deadline.cancel()
      // What the child has started and left behind would hold the pipes open.
      kill(-child, SIGKILL)
      feeding.join()
      return Outcome(
        status: status & 0x7f == 0 ? (status >> 8) & 0xff : nil,
        signal: status & 0x7f == 0 ? nil : status & 0x7f, timedOut: timedOut,
        standardOutput: hearingOutput.join(), standardError: hearingErrors.join(),
        processorTime: usage.ru_utime.duration + usage.ru_stime.duration,
        peakResidentBytes: Int(usage.ru_maxrss) * 1024)
    }

    private func spawn(input: Int32, output: Int32, errors: Int32) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input, 0)
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, errors, 2)
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var everySignal = sigset_t()
      sigfillset(&everySignal)
      var noSignal = sigset_t()
      sigemptyset(&noSignal)
      posix_spawnattr_setsigdefault(&attributes, &everySignal)
      posix_spawnattr_setsigmask(&attributes, &noSignal)
      posix_spawnattr_setflags(
        &attributes,
        Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

      // Glibc's action that changes the directory is hidden from Swift; env(1) does the same.
      let mover = workingDirectory.map { ["env", "--chdir", $0] } ?? []
      let words = mover + [program] + arguments
      var child = pid_t()
      let failure = withCStrings(words) { argumentPointers in
        withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environmentPointers in
          posix_spawnp(
            &child, words[0], &actions, &attributes, argumentPointers, environmentPointers)
        }
      }
      guard failure == 0 else {
        throw Failure(attempt: "cannot start \(program)", errorNumber: failure)
      }
      return child
    }
  }
}

/// Both ends of a pipe that no other child inherits.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ProcessRunner.Failure(attempt: "cannot make a pipe", errorNumber: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func closeBoth() {
    close(readEnd)
    close(writeEnd)
  }
}

/// A thread that may block, and its result.
private final class Worker<Result: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<Result?>(nil)

  init(_ body: @escaping @Sendable () -> Result) {
    Thread.detachNewThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      done.signal()
    }
  }

  @discardableResult
  func join() -> Result {
    done.wait()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("joined twice") }
    return value
  }
}

/// Kills a process group when its time is over.
private final class Deadline: Sendable {
  private enum State { case running, cancelled, passed }

  private let state = Mutex(State.running)

  init(_ timeout: Duration, processGroup: pid_t) {
    let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
      self?.state.withLock { state in
        guard state == .running else { return }
        state = .passed
        kill(-processGroup, SIGKILL)
      }
    }
  }

  /// Ends the watch.
  ///
  /// - Returns: Whether the time was over before.
  func cancel() -> Bool {
    state.withLock { state in
      if state == .running { state = .cancelled }
      return state == .passed
    }
  }
}

/// Writes all bytes and closes; a reader that has gone ends it.
private func feed(_ bytes: [UInt8], to descriptor: Int32) {
  // A broken pipe must be an error of this thread, not the end of the whole test run.
  var brokenPipe = sigset_t()
  sigemptyset(&brokenPipe)
  sigaddset(&brokenPipe, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0 && errno == EINTR { continue }
    guard written > 0 else { break }
    rest = rest.dropFirst(written)
  }
  close(descriptor)
}

/// Reads to the end and closes.
private func drain(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { break }
    bytes += chunk[..<count]
  }
  close(descriptor)
  return bytes
}

/// Lends strings as an array of C strings that ends with a null pointer.
private func withCStrings<R>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  let pointers = strings.map { strdup($0) }
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers + [nil])
}

extension timeval {
  fileprivate var duration: Duration {
    .seconds(Int64(tv_sec)) + .microseconds(Int64(tv_usec))
  }
}
