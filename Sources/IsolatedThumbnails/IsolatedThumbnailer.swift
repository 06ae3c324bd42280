internal import ByteSources
internal import DecoderWorkers
public import MediaTypes
public import MemoryBudget
internal import PreviewPlanning
internal import SystemCalls
public import ThumbnailMaking

/// Makes thumbnails in processes of their own, so that a broken or hostile file costs no more than
/// its own preview.
///
/// The program `thumbs-worker` does the decoding. A task that is cancelled has its worker killed,
/// whatever the decoder does. All processes together stay within the budget.
public struct IsolatedThumbnailer: ThumbnailMaking {
  /// What a thumbnailer may use.
  public struct Configuration: Sendable, Hashable {
    /// What this process's part and all workers may hold together, and what of it counts.
    public var limit: MemoryLimit
    /// Bytes that this process's part and all workers may hold together.
    public var budgetByteCount: UInt64 {
      get { limit.byteCount }
      set { limit.byteCount = newValue }
    }
    /// How many workers there may be; the budget may allow fewer.
    public var workerLimit: Int
    /// How long the decoding of one file may take.
    public var timeout: Duration
    /// The path of the workers' program; `nil` looks beside the running program, and in
    /// `../libexec/thumbs` from there.
    public var workerPath: String?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - budgetByteCount: Bytes that all may hold together.
    ///   - workerLimit: How many workers there may be.
    ///   - timeout: How long the decoding of one file may take.
    ///   - workerPath: The path of the workers' program.
    public init(
      budgetByteCount: UInt64 = 120 << 20, workerLimit: Int = 2, timeout: Duration = .seconds(30),
      workerPath: String? = nil
    ) {
      limit = MemoryLimit(byteCount: budgetByteCount)
      self.workerLimit = workerLimit
      self.timeout = timeout
      self.workerPath = workerPath
    }
  }

  private let service: DecodingService
  private let capacity: UInt64

  /// Prepares a thumbnailer; no worker is started before there is work.
  ///
  /// - Parameter configuration: What it may use.
  /// - Throws: `ThumbnailError` with the code `crashed` where there is no program for workers,
  ///   `overBudget` where the budget does not pay for one.
  public init(_ configuration: Configuration = Configuration()) throws(ThumbnailError) {
    guard let program = configuration.workerPath.map({ Array($0.utf8) }) ?? WorkerProgram.find()
    else {
      throw ThumbnailError(
        .crashed, "the program \(WorkerProgram.name) is not beside this one; say where it is")
    }
    let limit = configuration.limit
    let costs = RunCosts.measured(counting: limit.scope)
    guard let capacity = costs.capacity(of: limit.byteCount) else {
      let needed = QuantityText.byteCount(costs.fixed + costs.start)
      throw ThumbnailError(
        .overBudget,
        "\(QuantityText.byteCount(limit.byteCount)) do not suffice; without decoding "
          + "anything, a worker and its supervisor hold \(needed)")
    }
    self.capacity = capacity
    service = DecodingService(
      .init(
        program: program, limit: limit, workerLimit: configuration.workerLimit,
        timeout: configuration.timeout))
  }

  /// Has a worker make thumbnails in several sizes from one decode.
  ///
  /// - Parameters:
  ///   - media: What they are made of; what is no file is first written to one without a name.
  ///   - options: The sizes and how they shall look.
  /// - Returns: The thumbnails, where they come from, and what was odd beyond the facts.
  /// - Throws: `ThumbnailError`; its code says whose move it is.
  public func thumbnails(
    of media: SniffedMedia, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    guard !options.sizes.isEmpty, options.sizes.allSatisfy({ $0 > 0 }) else {
      throw ThumbnailError(.overLimit, "every size must be at least one pixel")
    }
    let plan = try Planner(capacity: capacity).plan(for: media.facts, options: options)
    let source = try await service.file(with: media.source)
    return try await service.outcome(of: source, plan: plan, options: options)
  }
}
