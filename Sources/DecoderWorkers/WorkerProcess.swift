internal import PreviewPlanning
internal import SystemCalls
internal import WorkerProtocol

/// One worker as its supervisor sees it: a process, a socket, and the job it has.
final class WorkerProcess {
  /// A job that a worker has.
  struct Assignment {
    let job: DecodeJob
    /// When its time is over.
    let deadline: SuspendingClock.Instant
  }

  /// What a look at the socket showed.
  enum Reading {
    case nothing
    /// It is ready, and said what confines it.
    case ready(WorkerGreeting)
    case answer(DecodeAnswer)
    case closed
    case nonsense(ProtocolError)
  }

  /// What is asked for beyond what is touched: what libraries set up at their first use, stacks
  /// of a dozen threads at 2 MB, and memory that the heap has and cannot use.
  ///
  /// A thread that cannot be started makes some decoders hang, so that this is generous: it is
  /// there to stop a decoder that runs away, not to keep the budget.
  private static let dataSlack: UInt64 = 64 << 20

  let process: ChildProcess
  /// What it has loaded.
  let libraries: LibrarySet
  private(set) var assignment: Assignment?
  /// Whether its libraries are loaded.
  private(set) var isReady = false

  private let socket: StreamSocket
  private let memory: ProcessMemoryView
  private var assembler = FrameAssembler(bodyLimit: WorkerGreeting.bodyLimit)
  private var unsent: ArraySlice<UInt8> = []
  private var unsentFile: Int32?

  var isIdle: Bool { assignment == nil }

  /// Starts a worker with some libraries.
  init(_ program: ChildProcess.Launch, _ libraries: LibrarySet) throws(SystemError) {
    self.libraries = libraries
    let launch = libraries.launch(program)
    var started: Result<ChildProcess, SystemError>?
    socket = try StreamSocket.withPair { ours, theirs throws(SystemError) in
      started = .success(try ChildProcess.start(launch, inheriting: theirs.descriptorNumber))
      return ours
    }
    guard let process = try started?.get() else { preconditionFailure("a pair without a body") }
    self.process = process
    do throws(SystemError) {
      memory = try ProcessMemoryView(of: process.number)
    } catch {
      process.kill()
      _ = process.state(waits: true)
      throw error
    }
  }

  /// Hands a job over.
  ///
  /// - Parameters:
  ///   - job: What is to be done.
  ///   - file: The number of the open file; it stays open here until the job is done.
  ///   - deadline: When its time is over.
  func assign(_ job: DecodeJob, file: Int32, deadline: SuspendingClock.Instant) {
    assignment = Assignment(job: job, deadline: deadline)
    unsent = job.frame[...]
    unsentFile = file
    if isReady { begin(job) }
  }

  /// Takes note that its libraries are loaded, and sends the job that waits.
  func begin() {
    isReady = true
    if let job = assignment?.job { begin(job) }
  }

  /// Has the kernel stop the worker far above what a job allows, and sends the job.
  ///
  /// What the worker holds says what it holds idle only once it is ready and before it has begun.
  private func begin(_ job: DecodeJob) {
    assembler.bodyLimit = DecodeAnswer.bodyLimit(for: job.options)
    if let data = memory.memory()?.data {
      // Where the kernel refuses, the decoders still keep to bounds of their own.
      let plan = job.plan
      try? process.limitData(
        to: data + plan.plannedBytes + plan.untouchedBytes + WorkerProcess.dataSlack)
    }
    send()
  }

  /// Adds what this worker waits for.
  func register(in poll: inout PollSet) {
    let sends = isReady && !unsent.isEmpty
    poll.add(socket.descriptorNumber, sends ? [.readable, .writable] : .readable)
  }

  /// Whether a wait has shown that something can be done here.
  func isReady(in poll: PollSet) -> Bool { poll.isReady(socket.descriptorNumber) }

  /// Sends what the socket takes.
  ///
  /// A socket that fails is seen as closed by the next look at it.
  func send() {
    while isReady, !unsent.isEmpty {
      guard let count = try? socket.send(unsent, passing: unsentFile), count > 0 else { return }
      unsentFile = nil
      unsent = unsent.dropFirst(count)
    }
  }

  /// Looks at what has come.
  ///
  /// - Parameter buffer: Room for bytes that come at once.
  /// - Returns: An answer, which ends the assignment, or why none will come.
  func read(_ buffer: inout [UInt8]) -> Reading {
    while true {
      guard let arrival = try? socket.receive(into: &buffer, takesDescriptor: false) else {
        return .closed
      }
      switch consume arrival {
      case .nothing: return .nothing
      case .end: return .closed
      case .bytes(let count, _):
        var rest = buffer[..<count]
        do throws(ProtocolError) {
          while let frame = try assembler.take(&rest) {
            switch try WorkerMessage(frame) {
            case .ready(let greeting):
              guard !isReady, rest.isEmpty else { throw .unknown("greeting") }
              return .ready(greeting)
            case .answer(let answer):
              guard isReady, let job = assignment?.job, answer.number == job.number, rest.isEmpty
              else { throw .unknown("answer") }
              assignment = nil
              return .answer(answer)
            }
          }
        } catch {
          return .nonsense(error)
        }
      }
    }
  }

  /// Private bytes that it holds now; `nil` once it ended.
  var heldBytes: UInt64? { memory.memory()?.anonymous }
}
