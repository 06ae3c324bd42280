internal import BlockingWork
internal import ByteSources
internal import MediaTypes
internal import Synchronization
public import ThumbnailMaking

/// What is shared at one time: judged by rules, shown, uploaded, handed on.
///
/// ```swift
/// let session = ShareSession([.file(path), ShareItem(.bytes(bytes))], by: Thumbnailer())
/// for await result in session.results() {
///   show(result.preview, at: result.position)
/// }
/// ```
///
/// Items are opened when something is first asked of them, each once: a provider is asked once and
/// a stream is read once, however many results and verdicts follow. Files stay open as long as the
/// session or an upload of it lives.
public final class ShareSession: Sendable {
  /// What is shared.
  public let items: [ShareItem]
  /// What is made of it.
  public let options: ShareOptions

  let maker: any ThumbnailMaking
  private let openings: Mutex<[Task<OpenedItem, Never>?]>
  private let runs = Mutex<[ObjectIdentifier: ShareRun]>([:])

  /// Begins a session; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - items: What is shared.
  ///   - maker: Makes the thumbnails, such as a `Thumbnailer`.
  ///   - options: What is made, and how long it may take.
  public init(
    _ items: [ShareItem], by maker: any ThumbnailMaking, options: ShareOptions = ShareOptions()
  ) {
    self.items = items
    self.maker = maker
    self.options = options
    openings = Mutex([Task<OpenedItem, Never>?](repeating: nil, count: items.count))
  }

  deinit { cancel() }

  /// Judges the items by what their first bytes tell, before anything is decoded.
  ///
  /// - Parameter rules: What may be taken.
  /// - Returns: Which items are taken, and why others are not.
  public func verdict(by rules: ShareRules) async -> ShareVerdict {
    let positions = items.indices
    for position in positions { _ = opening(of: position) }
    var entries: [RuleBook.Entry] = []
    for position in positions { entries.append(await entry(of: opened(position), at: position)) }
    return RuleBook.verdict(on: entries, by: rules)
  }

  /// Makes the previews, each as soon as it can be had.
  ///
  /// Items are begun in their order. Each has one final result; before it others may come, each
  /// better than those before, where the options allow that.
  ///
  /// - Parameter verdict: What rules said; items that they refuse are not decoded.
  /// - Returns: Results as they come; to stop iterating stops the work.
  public func results(after verdict: ShareVerdict? = nil) -> ShareResults {
    let run = ShareRun(of: self, verdict: verdict)
    let key = ObjectIdentifier(run)
    runs.withLock { $0[key] = run }
    return run.start { [weak self] in self?.forget(key) }
  }

  /// Stops all work of this session; what has no final result gets one with the code `cancelled`.
  public func cancel() {
    for run in runs.withLock({ Array($0.values) }) { run.end(.cancelled) }
    for task in openings.withLock({ $0 }) { task?.cancel() }
  }

  /// Waits until nothing is opened or read on behalf of items any more.
  package func openingsEnd() async {
    for task in openings.withLock({ $0 }) { _ = await task?.value }
  }

  private func forget(_ key: ObjectIdentifier) {
    runs.withLock { _ = $0.removeValue(forKey: key) }
  }

  /// The item at a position, opened at the first call.
  func opened(_ position: Int) async -> OpenedItem { await opening(of: position).value }

  /// The opening of an item, begun at the first call.
  ///
  /// The session owns the task, since several results and verdicts may wait for it.
  private func opening(of position: Int) -> Task<OpenedItem, Never> {
    let opening = ItemOpening(item: items[position], streamLimit: options.maxStreamBytes)
    return openings.withLock { openings in
      if let task = openings[position] { return task }
      let task = Task(executorPreference: ShareThreads.shared) { await opening.opened() }
      openings[position] = task
      return task
    }
  }

  private func entry(of opened: OpenedItem, at position: Int) async -> RuleBook.Entry {
    RuleBook.Entry(
      identifier: opened.identifier,
      kind: opened.facts.map { ShareKind($0, isAddress: isAddress(opened, $0, at: position)) },
      facts: opened.facts, type: opened.type, byteCount: opened.byteCount, error: opened.error)
  }

  /// Whether the item was claimed to be an address, and is one.
  private func isAddress(_ opened: OpenedItem, _ facts: MediaFacts, at position: Int) -> Bool {
    guard items[position].claimedType?.conforms(to: .url) == true, facts.conforms(to: .text),
      let bytes = try? opened.source?.bytes(WebAddress.longest + 1, at: 0)
    else { return false }
    return WebAddress.isOne(bytes)
  }
}
