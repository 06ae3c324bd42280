internal import BlockingWork
internal import ByteSources
internal import MediaReading
public import MediaTypes
public import MemoryBudget
internal import PreviewPlanning
internal import SystemCalls
public import ThumbnailMaking

/// Makes thumbnails in this process, within a memory budget.
///
/// ```swift
/// let thumbnail = try await Thumbnailer().thumbnail(of: .file(path), maxPixelSize: 256)
/// ```
///
/// One value serves any number of tasks at once: those whose decoding does not fit wait in line.
public struct Thumbnailer: ThumbnailMaking {
  /// What a thumbnailer may use.
  public struct Configuration: Sendable {
    /// What this process may hold, and what of it counts.
    public var limit: MemoryLimit
    /// Bytes of this process that the budget covers.
    public var budgetByteCount: UInt64 {
      get { limit.byteCount }
      set { limit.byteCount = newValue }
    }
    /// Decoders that may run at once.
    public var threadCount: Int
    /// Whether formats whose decoders libvips calls untrusted are decoded in this process:
    /// SVG, PDF, JPEG XL, JPEG 2000, Netpbm, Radiance and OpenEXR.
    public var allowsUntrustedFormats: Bool

    /// Creates a configuration; what is not said has the defaults.
    ///
    /// - Parameters:
    ///   - budgetByteCount: Bytes of this process that the budget covers.
    ///   - threadCount: Decoders that may run at once.
    ///   - allowsUntrustedFormats: Whether untrusted decoders run in this process.
    public init(
      budgetByteCount: UInt64 = MemoryBudget.standardByteCount, threadCount: Int = 2,
      allowsUntrustedFormats: Bool = false
    ) {
      self.init(
        limit: MemoryLimit(byteCount: budgetByteCount), threadCount: threadCount,
        allowsUntrustedFormats: allowsUntrustedFormats)
    }

    /// Creates a configuration for the limit of a platform, such as `.widget`.
    ///
    /// - Parameters:
    ///   - limit: What this process may hold, and what of it counts.
    ///   - threadCount: Decoders that may run at once.
    ///   - allowsUntrustedFormats: Whether untrusted decoders run in this process.
    public init(
      limit: MemoryLimit, threadCount: Int = 2, allowsUntrustedFormats: Bool = false
    ) {
      self.limit = limit
      self.threadCount = threadCount
      self.allowsUntrustedFormats = allowsUntrustedFormats
    }
  }

  /// What a process stands at with the libraries loaded and nothing decoded, in bytes.
  private static func bytesAtRest(counting scope: MemoryLimit.Scope) -> UInt64 {
    switch scope {
    case .resident: 46 << 20
    case .anonymous: 10 << 20
    }
  }

  private static let untrusted: Set<MediaFormat> = [
    .svg, .svgz, .pdf, .jxl, .jp2, .j2k, .pnm, .hdr, .exr,
  ]

  private let configuration: Configuration
  private let budget: MemoryBudget
  private let executor: BlockingExecutor

  /// Creates a thumbnailer.
  ///
  /// - Parameter configuration: What it may use.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    let atRest = Thumbnailer.bytesAtRest(counting: configuration.limit.scope)
    let forJobs = configuration.limit.byteCount.subtractingClamped(atRest)
    budget = MemoryBudget(byteCount: forJobs)
    executor = BlockingExecutor(threadCount: configuration.threadCount)
  }

  /// Makes one thumbnail.
  ///
  /// - Parameters:
  ///   - input: What it is made of.
  ///   - maxPixelSize: A bound for the longer side, in pixels; nothing is enlarged.
  /// - Returns: The encoded thumbnail.
  /// - Throws: `ThumbnailError`; its code says whose move it is.
  public func thumbnail(
    of input: ThumbnailInput, maxPixelSize: Int
  ) async throws(ThumbnailError) -> EncodedThumbnail {
    let outcome = try await thumbnails(of: input, options: ThumbnailOptions(sizes: [maxPixelSize]))
    guard let thumbnail = outcome.thumbnails.first else {
      throw ThumbnailError(.noPreview, "no thumbnail was made")
    }
    return thumbnail
  }

  /// Makes thumbnails in several sizes from one decode.
  ///
  /// - Parameters:
  ///   - input: What they are made of.
  ///   - options: The sizes and how they shall look.
  /// - Returns: The thumbnails, where they come from, and what was odd.
  /// - Throws: `ThumbnailError`; its code says whose move it is.
  public func thumbnails(
    of input: ThumbnailInput, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    try Thumbnailer.check(options)
    // Once this returns, the descriptor is the caller's to close.
    let input = try ReadableInput(input)
    return try await abandonable { () async throws(ThumbnailError) in
      try await make(from: input, options: options)
    }
  }

  /// Makes thumbnails of a file that is open and was looked at.
  ///
  /// - Parameters:
  ///   - media: What they are made of.
  ///   - options: The sizes and how they shall look.
  /// - Returns: The thumbnails, where they come from, and what was odd beyond the facts.
  /// - Throws: `ThumbnailError`; its code says whose move it is.
  public func thumbnails(
    of media: SniffedMedia, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    try Thumbnailer.check(options)
    return try await abandonable { () async throws(ThumbnailError) in
      try await make(from: media.source, facts: media.facts, options: options)
    }
  }

  /// Does work on the threads for it; a task that is cancelled returns at once.
  private func abandonable<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(ThumbnailError) -> Value
  ) async throws(ThumbnailError) -> Value {
    let cancelled = ThumbnailError(.cancelled, "the task was cancelled while it decoded")
    return try await executor.run(orWhenCancelled: Result<Value, ThumbnailError>.failure(cancelled))
    {
      do throws(ThumbnailError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private static func check(_ options: ThumbnailOptions) throws(ThumbnailError) {
    guard !options.sizes.isEmpty, options.sizes.allSatisfy({ $0 > 0 }) else {
      throw ThumbnailError(.overLimit, "every size must be at least one pixel")
    }
  }

  /// Finds out what a file is, without decoding anything.
  ///
  /// - Parameter input: What is looked at.
  /// - Returns: Its format, size, orientation and more.
  /// - Throws: `ThumbnailError` with the code `empty`, `unreadable`, `vanished` or `notMedia`.
  public func facts(of input: ThumbnailInput) async throws(ThumbnailError) -> MediaFacts {
    let input = try ReadableInput(input)
    return try await abandonable { () async throws(ThumbnailError) in
      try MediaReader.facts(of: input.source(), fileExtension: input.fileExtension)
    }
  }

  @concurrent
  private func make(
    from input: ReadableInput, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    let source = try input.source()
    let facts = try MediaReader.facts(of: source, fileExtension: input.fileExtension)
    var outcome = try await make(from: source, facts: facts, options: options)
    outcome.warnings.insert(contentsOf: facts.warnings, at: 0)
    return outcome
  }

  /// The stages in their order; between planning and decoding it waits for its bytes.
  @concurrent
  private func make(
    from source: any ByteSource, facts: MediaFacts, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    try checkTrust(in: facts.format)
    let plan = try Planner(capacity: budget.byteCount).plan(for: facts, options: options)
    // What decoders freed would else stay with the heap's arenas, and the peak grow from job to job.
    defer { Syscalls.trimHeap() }
    do throws(ThumbnailError) {
      return try await Thumbnailer.outcome(of: source, plan: plan, options, budget)
    } catch {
      throw error.code == .noPreview ? plan.refusal ?? error : error
    }
  }

  /// Carries out a plan, attempt by attempt; each waits for its own bytes.
  private static func outcome(
    of source: any ByteSource, plan: DecodePlan, _ options: ThumbnailOptions,
    _ budget: MemoryBudget
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    var next = plan
    var failure: ThumbnailError?
    while true {
      let reservation = try await admitted(next, to: budget)
      do throws(ThumbnailError) {
        let attempt = next.attempt
        let outcome = try await StoppableSource.reading(source) { source throws(ThumbnailError) in
          try ThumbnailPipeline.outcome(of: source, plan: attempt, options: options)
        }
        _ = consume reservation
        return outcome
      } catch {
        _ = consume reservation
        let told = next.attempt.telling(failure, or: error)
        guard let later = next.later?.worthTrying(after: error, of: next.attempt) else {
          throw told
        }
        failure = told
        next = later
      }
    }
  }

  private static func admitted(
    _ plan: DecodePlan, to budget: MemoryBudget
  ) async throws(ThumbnailError) -> Reservation {
    do {
      return try await budget.reserve(plan.plannedBytes)
    } catch is CancellationError {
      throw ThumbnailError(.cancelled, "the task was cancelled while it waited for memory")
    } catch {
      throw ThumbnailError(
        .overBudget, "needs \(plan.plannedBytes) bytes, \(budget.byteCount) can be had")
    }
  }

  private func checkTrust(in format: MediaFormat) throws(ThumbnailError) {
    guard configuration.allowsUntrustedFormats || !Thumbnailer.untrusted.contains(format) else {
      throw ThumbnailError(
        .unsupported,
        "\(format.mime) is not decoded in this process; set allowsUntrustedFormats to do so")
    }
  }
}

extension UInt64 {
  fileprivate func subtractingClamped(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
