package import ByteSources
package import MediaTypes
package import WorkerProtocol

internal import Confinement
internal import PreviewPlanning
internal import SystemCalls

/// The worker's side of isolation: one job after the other, until the supervisor goes.
///
/// A job's bytes come as an open descriptor; the worker opens nothing by name.
package struct WorkerService: ~Copyable {
  /// Makes the thumbnails of one file.
  package typealias Work = (any ByteSource, DecodeJob) throws(ThumbnailError) -> ThumbnailOutcome

  /// How the service ended.
  package enum End: Sendable, Hashable {
    /// The supervisor has no more work, or is gone.
    case noMoreWork
    /// What is on the other end is no supervisor of this build.
    case noSupervisor(String)
  }

  /// What is known once all libraries are loaded.
  package struct Preparation: Sendable {
    /// The libraries, each with its version.
    package var libraries: [String]
    /// The names of formats whose decoders they lack.
    package var missingFormats: [String]

    /// Creates an account.
    package init(libraries: [String] = [], missingFormats: [String] = []) {
      self.libraries = libraries
      self.missingFormats = missingFormats
    }
  }

  private enum Stop: Error {
    case socket(SystemError)
    case message(ProtocolError)
    case jobWithoutFile
  }

  private static let receiveByteCount = 16 << 10

  private let socket: StreamSocket
  private let work: Work
  private let greeting: WorkerGreeting
  private var gauge: MemoryGauge

  /// Whether this process was started by a supervisor, as far as its descriptors tell.
  package static var hasSupervisor: Bool {
    (try? Syscalls.status(of: ChildProcess.inheritedNumber))?.kind == .special
  }

  /// Prepares a service on the descriptor that a supervisor gives to the processes it starts.
  ///
  /// From here on the process ends with its supervisor, leaves no memory image behind, and can
  /// open no file but fonts, no socket and no process. To be called before anything else has used
  /// the heap or started a thread.
  ///
  /// - Parameters:
  ///   - prepare: Loads all that decoders load by name, and says what libraries there are.
  ///   - work: Makes the thumbnails of one file.
  package init(
    preparing prepare: () -> Preparation = { Preparation() }, work: @escaping Work
  ) {
    Syscalls.settleHeap()
    // What libvips wants at least; the address space of stacks counts against the kernel's limit.
    Syscalls.setThreadStack(to: 2 << 20)
    // Where the kernel refuses, the closed socket still ends a worker once its job is done.
    try? Syscalls.endWithParent()
    // What the starter left open by mistake is not the decoders' to see.
    try? Syscalls.closeDescriptors(from: ChildProcess.inheritedNumber + 1)
    socket = StreamSocket(
      takingOwnershipOf: FileDescriptor(takingOwnershipOf: ChildProcess.inheritedNumber))
    self.work = work
    gauge = MemoryGauge()
    let preparation = prepare()
    let jail = Jail.enter()
    greeting = WorkerGreeting(
      landlockVersion: jail.landlockVersion, gaps: jail.gaps, libraries: preparation.libraries,
      missingFormats: preparation.missingFormats)
  }

  /// Says that the worker is ready, and works until the supervisor goes.
  ///
  /// - Returns: How it ended.
  package mutating func run() -> End {
    do throws(Stop) {
      gauge.settle()
      try send([greeting.frame])
      try serve()
      return .noMoreWork
    } catch {
      switch error {
      case .socket(let error) where error.isBrokenPipe: return .noMoreWork
      case .socket(let error): return .noSupervisor("\(error)")
      case .message(let error): return .noSupervisor("\(error)")
      case .jobWithoutFile: return .noSupervisor("a job without a file")
      }
    }
  }

  private mutating func serve() throws(Stop) {
    var assembler = FrameAssembler(bodyLimit: DecodeJob.bodyLimit)
    var buffer = [UInt8](repeating: 0, count: WorkerService.receiveByteCount)
    var file: FileDescriptor?
    while let (count, passed) = try receive(into: &buffer) {
      if passed >= 0 { file = FileDescriptor(takingOwnershipOf: passed) }
      var rest = buffer[..<count]
      while let frame = try WorkerService.frame(&assembler, &rest) {
        guard let open = file.take() else { throw .jobWithoutFile }
        let answer = try answer(to: frame, open)
        // Before the answer: a supervisor that has it looks at what this process holds.
        gauge.rest()
        try send(answer.frameParts)
      }
    }
  }

  /// What came, and the number of a descriptor that is now ours, or −1; `nil` at the end.
  private func receive(into buffer: inout [UInt8]) throws(Stop) -> (Int, Int32)? {
    do throws(SystemError) {
      switch try socket.receive(into: &buffer, waits: true) {
      case .end: return nil
      case .nothing: return (0, -1)
      case .bytes(let count, let passed?): return (count, passed.release())
      case .bytes(let count, nil): return (count, -1)
      }
    } catch {
      throw .socket(error)
    }
  }

  private func send(_ parts: [[UInt8]]) throws(Stop) {
    do throws(SystemError) {
      for part in parts { try socket.sendAll(part) }
    } catch {
      throw .socket(error)
    }
  }

  private static func frame(
    _ assembler: inout FrameAssembler, _ bytes: inout ArraySlice<UInt8>
  ) throws(Stop) -> Frame? {
    do throws(ProtocolError) {
      return try assembler.take(&bytes)
    } catch {
      throw .message(error)
    }
  }

  private func answer(
    to frame: Frame, _ file: consuming FileDescriptor
  ) throws(Stop) -> DecodeAnswer {
    let job: DecodeJob
    do throws(ProtocolError) {
      guard frame.kind == .job else { throw .unknown("message to a worker") }
      job = try DecodeJob(body: frame.body)
    } catch {
      throw .message(error)
    }
    let source: FileSource
    do throws(ThumbnailError) {
      source = try FileSource(takingOwnershipOf: file)
    } catch {
      return DecodeAnswer(number: job.number, result: .failure(error))
    }
    WorkerService.limitCoefficients(toBytes: job.plan.plannedBytes)
    let (result, memory) = gauge.measuring(job.measuresMemory) { [work] in
      Result { () throws(ThumbnailError) in try work(source, job) }
    }
    return DecodeAnswer(number: job.number, result: result, memory: memory)
  }

  /// Bounds what libjpeg holds of a picture with several scans.
  ///
  /// It asks the environment whenever it begins a picture; the unit is 1000 bytes.
  /// Source: libjpeg-turbo, `jmemmgr.c` and `libjpeg.txt`, "Memory management".
  private static func limitCoefficients(toBytes byteCount: UInt64) {
    Syscalls.setEnvironment("JPEGMEM", to: "\(max(1000, byteCount / 1000))")
  }
}
