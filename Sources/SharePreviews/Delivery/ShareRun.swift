internal import MediaTypes
internal import Synchronization
internal import ThumbnailMaking

/// One pass over the items of a session: who is done, who is not, and until when.
final class ShareRun: Sendable {
  private struct State {
    /// What is known of each item so far; `nil` before it is opened.
    var drafts: [ResultDraft?]
    var isDone: [Bool]
    var continuation: AsyncStream<ShareResult>.Continuation?
    var work: Task<Void, Never>?

    var isComplete: Bool { isDone.allSatisfy(\.self) }
  }

  private let items: [ShareItem]
  private let options: ShareOptions
  private let verdict: ShareVerdict?
  private let maker: any ThumbnailMaking
  /// Opens the item at a position; holds the session while the run lives.
  private let open: @Sendable (Int) async -> OpenedItem
  private let state: Mutex<State>

  init(of session: ShareSession, verdict: ShareVerdict?) {
    items = session.items
    options = session.options
    maker = session.maker
    self.verdict = verdict
    open = { await session.opened($0) }
    state = Mutex(
      State(
        drafts: [ResultDraft?](repeating: nil, count: items.count),
        isDone: [Bool](repeating: false, count: items.count)))
  }

  /// Begins.
  ///
  /// - Parameter end: Is called when nothing more will come.
  /// - Returns: The results as they come.
  func start(whenOver end: @escaping @Sendable () -> Void) -> ShareResults {
    let (stream, continuation) = AsyncStream<ShareResult>.makeStream()
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.end(.cancelled) }
      end()
    }
    guard !items.isEmpty else {
      continuation.finish()
      return ShareResults(stream: stream, run: self)
    }
    // Before the work begins: the first result may be there at once.
    state.withLock { $0.continuation = continuation }
    // The run owns the task and ends it, whoever stops listening.
    let work = Task { await self.work() }
    let isOver = state.withLock { state in
      state.work = work
      return state.isComplete
    }
    if isOver { work.cancel() }
    return ShareResults(stream: stream, run: self)
  }

  private func work() async {
    await withTaskGroup { group in
      if let deadline = options.deadline {
        group.addTask {
          do { try await Task.sleep(for: deadline) } catch { return }
          self.end(.timedOut)
        }
      }
      for position in items.indices {
        group.addTask { await self.work(on: position) }
      }
      // The clock is one of the children, and must not outlive the last item.
      while await group.next() != nil {
        if state.withLock(\.isComplete) { group.cancelAll() }
      }
    }
  }

  private func work(on position: Int) async {
    let opened = await open(position)
    let refusal = verdict?.items.first { $0.position == position }?.refusal
    var draft = ResultDraft(position: position, opened: opened, style: options.byteCountStyle)
    draft.refusal = refusal
    note(draft)
    guard refusal == nil, let media = opened.media else { return deliver(draft, isFinal: true) }
    for stage in PreviewStage.stages(for: media.facts, options: options) {
      if !stage.isLast, !draft.thumbnails.isEmpty { continue }
      do throws(ThumbnailError) {
        draft.take(try await maker.thumbnails(of: media, options: stage.options), of: stage)
        if !stage.isLast { deliver(draft, isFinal: false) }
      } catch {
        if stage.isLast { draft.fail(error) }
      }
    }
    deliver(draft, isFinal: true)
  }

  private func note(_ draft: ResultDraft) {
    state.withLock { state in
      if !state.isDone[draft.position] { state.drafts[draft.position] = draft }
    }
  }

  private func deliver(_ draft: ResultDraft, isFinal: Bool) {
    state.withLock { state in
      guard !state.isDone[draft.position] else { return }
      state.drafts[draft.position] = draft
      state.isDone[draft.position] = isFinal
      // Under the lock, so that no early result follows a final one; it only wakes the listener.
      state.continuation?.yield(draft.result(isFinal: isFinal))
      if state.isComplete { state.continuation?.finish() }
    }
  }

  /// Why work ends before it is done.
  enum End {
    case cancelled
    case timedOut
  }

  /// Ends the work; every item that is not done is delivered as it stands.
  func end(_ end: End) {
    let work = state.withLock { state -> Task<Void, Never>? in
      for position in items.indices where !state.isDone[position] {
        state.isDone[position] = true
        var draft = state.drafts[position] ?? unopened(position)
        draft.interrupt(end, deadline: options.deadline)
        state.continuation?.yield(draft.result(isFinal: true))
      }
      state.continuation?.finish()
      return state.work
    }
    work?.cancel()
  }

  private func unopened(_ position: Int) -> ResultDraft {
    let opening = ItemOpening(item: items[position], streamLimit: 0)
    return ResultDraft(
      position: position, opened: opening.unopened, style: options.byteCountStyle)
  }

  /// What is left of an item whose results nobody delivers any more.
  func cancelled(_ position: Int) -> ShareResult {
    var draft = state.withLock { $0.drafts[position] } ?? unopened(position)
    draft.interrupt(.cancelled, deadline: nil)
    return draft.result(isFinal: true)
  }

  /// How many items there are.
  var itemCount: Int { items.count }
}

extension ResultDraft {
  /// Takes what a maker made.
  fileprivate mutating func take(_ outcome: ThumbnailOutcome, of stage: PreviewStage) {
    thumbnails = zip(stage.sizes, outcome.thumbnails).map { size, image in
      SharePreview.Thumbnail(name: size.name, image: image, source: outcome.source)
    }
    displaySize = outcome.displaySize ?? displaySize
    placeholder = outcome.placeholder ?? placeholder
    warnings = outcome.warnings
    error = nil
  }

  /// Notes that the last attempt failed; what an earlier one showed stays.
  fileprivate mutating func fail(_ failure: ThumbnailError) {
    error = failure
    guard !thumbnails.isEmpty else { return }
    let code = failure.code == .cancelled ? MediaWarning.Code.timedOut : .damaged
    warnings.append(MediaWarning(code, "only an early preview could be had: \(failure)"))
  }

  /// Notes that there was no time for more.
  fileprivate mutating func interrupt(_ end: ShareRun.End, deadline: Duration?) {
    switch end {
    case .cancelled: error = ThumbnailError(.cancelled, "the session was cancelled before")
    case .timedOut:
      let limit = deadline.map { " of \($0)" } ?? ""
      error = ThumbnailError(.timedOut, "was not ready within the deadline\(limit)")
    }
    if !thumbnails.isEmpty, end == .timedOut {
      warnings.append(MediaWarning(.timedOut, "no time was left for better or further sizes"))
    }
  }
}
