import ByteSources
import DecoderWorkers
import JSONText
import MediaTypes
import SystemCalls

/// One run over many files: walk, look, plan, admit, decode elsewhere, write, report.
package struct BatchRun {
  private let options: BatchOptions

  /// Prepares a run.
  package init(_ options: BatchOptions) { self.options = options }

  /// Works through all files.
  ///
  /// It blocks until all is done; `observe` is called on the same thread.
  ///
  /// - Parameter observe: Told of every file as it is done, and of progress ten times a second.
  /// - Returns: What became of the run.
  /// - Throws: `BatchFailure` where it cannot begin or go on.
  package func run(
    observe: @escaping (BatchEvent) -> Void = { _ in }
  ) throws(BatchFailure) -> BatchSummary {
    Syscalls.settleHeap()
    Syscalls.ignoreBrokenPipes()
    Syscalls.raiseDescriptorLimit(to: 4096)
    let signals = try stopSignals()
    guard let parts = try parts(signals, observe) else {
      return BatchSummary(stoppedBefore: signals?.next() ?? 0, options.outputDirectory ?? [])
    }
    let loop = try BatchLoop(options, parts, signals: signals?.descriptorNumber, observe)
    let stopSignal = try loop.run { signals?.next() }
    return loop.summary(stopSignal: stopSignal)
  }

  private func stopSignals() throws(BatchFailure) -> StopSignals? {
    guard options.handlesStopSignals else { return nil }
    do throws(SystemError) {
      return try StopSignals()
    } catch {
      throw BatchFailure(.usage, "signals cannot be taken over: \(error)")
    }
  }

  /// What the loop works on; `nil` where a signal came while something was waited for.
  private func parts(
    _ signals: StopSignals?, _ observe: (BatchEvent) -> Void
  ) throws(BatchFailure) -> BatchLoop.Parts? {
    // Asked first, so that nothing is made where no work can be done.
    let queue = try queueSettings()
    guard let destination = try destination(signals, observe) else { return nil }
    return BatchLoop.Parts(
      inputs: try inputs(destination), destination: destination, report: try report(),
      queue: queue)
  }

  private func destination(
    _ signals: StopSignals?, _ observe: (BatchEvent) -> Void
  ) throws(BatchFailure) -> (any Destination)? {
    switch options.target {
    case .directory: return try treeDestination(signals, observe)
    case .archive(let number):
      return ArchiveDestination(number: number, unless: signals?.descriptorNumber, options)
    case .cache(let path, let program):
      do throws(SystemError) {
        return try CacheDestination(path: path, program: program, options)
      } catch {
        throw BatchRun.failure(error, writingTo: path)
      }
    }
  }

  private func treeDestination(
    _ signals: StopSignals?, _ observe: (BatchEvent) -> Void
  ) throws(BatchFailure) -> TreeDestination? {
    let directory = try outputDirectory()
    do throws(SystemError) {
      return try OutputAccess(options, OutputTree(path: directory)).destination(signals, observe)
    } catch {
      throw BatchRun.failure(error, writingTo: directory)
    }
  }

  private static func failure(_ error: SystemError, writingTo directory: [UInt8]) -> BatchFailure {
    BatchFailure(.output, "cannot write to \(PathText(directory).text): \(error.explanation)")
  }

  private func outputDirectory() throws(BatchFailure) -> [UInt8] {
    if let directory = options.outputDirectory { return directory }
    guard let directory = BatchInputs.singleDirectory(of: options.inputs) else {
      throw BatchFailure(
        .usage, "say where thumbnails go, unless exactly one directory is read")
    }
    return PathComponents.join(directory, Array(".thumbs".utf8))
  }

  private func inputs(_ destination: any Destination) throws(BatchFailure) -> BatchInputs {
    let currentDirectory: [UInt8]
    do throws(SystemError) {
      currentDirectory = try Syscalls.currentDirectory()
    } catch {
      throw BatchFailure(.usage, "the current directory is not known: \(error)")
    }
    let inputs = BatchInputs(
      options.inputs, currentDirectory: currentDirectory, excluded: destination.excluded,
      selection: options.selection, order: options.isOrdered ? .name : .disk)
    if let tree = destination as? TreeDestination { try checkApart(inputs, tree) }
    return inputs
  }

  /// Thumbnails among the files that are read would themselves be read, without end.
  private func checkApart(_ inputs: BatchInputs, _ tree: TreeDestination) throws(BatchFailure) {
    for case .path(let path) in options.inputs {
      let output = PathComponents.join(tree.path, inputs.output(forDirectory: path).bytes)
      guard let read = BatchRun.directoryIdentity(path),
        read == BatchRun.directoryIdentity(output)
      else { continue }
      throw BatchFailure(
        .usage,
        "thumbnails of \(PathText(path).text) would be written among its files;"
          + " choose another output directory")
    }
  }

  private static func directoryIdentity(_ path: [UInt8]) -> DirectoryWalk.Identity? {
    guard
      let status = try? Syscalls.status(
        of: path, in: Syscalls.currentDirectoryNumber, followsLinks: true),
      status.kind == .directory
    else { return nil }
    return DirectoryWalk.Identity(status)
  }

  private func report() throws(BatchFailure) -> ReportWriter? {
    guard let destination = options.report else { return nil }
    do throws(SystemError) {
      return try ReportWriter(destination)
    } catch {
      throw BatchFailure(.output, "cannot write the report: \(error.explanation)")
    }
  }

  private func queueSettings() throws(BatchFailure) -> DecodeQueue<PendingFile>.Settings {
    guard let program = options.workerProgram ?? WorkerProgram.find() else {
      throw BatchFailure(
        .worker, "\(WorkerProgram.name) is not beside this program; install it there")
    }
    var settings = DecodeQueue<PendingFile>.Settings(
      program: program, limit: options.budget,
      workerLimit: options.jobs ?? Syscalls.processorCount, timeout: options.timeout)
    settings.requiresJail = options.requiresJail
    return settings
  }
}
