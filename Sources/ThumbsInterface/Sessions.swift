// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Names and types are those of the header, against which the compiler checks them.

public import CThumbs
internal import Dispatch
internal import MediaTypes
internal import SharePreviews
internal import Synchronization

/// The object behind a `thumbs_session`: a session, and a queue of what came of it.
final class SessionObject: Sendable {
  private struct State {
    var verdict: ShareVerdict?
    var isStarted = false
    var isOver = false
    var results: [ShareResult] = []
  }

  let session: ShareSession
  private let state = Mutex(State())
  /// Counts results, and the end.
  private let ready = DispatchSemaphore(value: 0)

  init(_ session: ShareSession) { self.session = session }

  func judge(by rules: ShareRules) -> ShareVerdict {
    let session = session
    let verdict = waiting { await session.verdict(by: rules) }
    state.withLock { $0.verdict = verdict }
    return verdict
  }

  func start() throws(CallFailure) {
    let (isFirst, verdict) = state.withLock { state in
      defer { state.isStarted = true }
      return (!state.isStarted, state.verdict)
    }
    guard isFirst else { throw CallFailure(usage: "the session is started already") }
    // It ends with the results, which the session's end brings about.
    _ = Task {
      for await result in session.results(after: verdict) {
        state.withLock { $0.results.append(result) }
        ready.signal()
      }
      state.withLock { $0.isOver = true }
      ready.signal()
    }
  }

  /// The next result; `nil` when there are no more.
  func next(timeout: Duration?) throws(CallFailure) -> ShareResult? {
    guard state.withLock(\.isStarted) else {
      throw CallFailure(usage: "the session is not started")
    }
    let isReady: Bool
    if let timeout {
      let time = DispatchTime.now() + .milliseconds(Int(timeout / .milliseconds(1)))
      isReady = ready.wait(timeout: time) == .success
    } else {
      ready.wait()
      isReady = true
    }
    guard isReady else {
      throw CallFailure(ThumbnailError(.timedOut, "no result is ready yet"))
    }
    let result = state.withLock { state in
      state.results.isEmpty ? nil : state.results.removeFirst()
    }
    // Whoever asks after the end finds it again.
    if result == nil { ready.signal() }
    return result
  }

  /// Stops the work, and waits until nothing reads from the caller any more.
  func end() {
    let session = session
    session.cancel()
    waiting { await session.openingsEnd() }
  }
}

/// Begins a session.
@c @implementation
public func thumbs_session_new(
  _ engine: OpaquePointer!, _ items: UnsafePointer<thumbs_item>!, _ item_count: Int,
  _ options: UnsafePointer<thumbs_options>!, _ session: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(EngineObject.self, engine), let session = unsafe session
    else {
      throw CallFailure(usage: "engine or session is NULL")
    }
    unsafe session.pointee = nil
    let list = unsafe try CallerItems.items(items, count: item_count)
    let share = ShareSession(
      list, by: object.maker, options: unsafe try CallerItems.options(options))
    unsafe session.pointee = handle(owning: SessionObject(share))
  }
}

/// Judges the items.
@c @implementation
public func thumbs_session_judge(
  _ session: OpaquePointer!, _ rules: UnsafePointer<thumbs_rules>!,
  _ is_accepted: UnsafeMutablePointer<UInt32>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(SessionObject.self, session), let rules = unsafe rules else {
      throw CallFailure(usage: "session or rules is NULL")
    }
    let verdict = object.judge(by: unsafe try CallerRules.rules(rules))
    if let is_accepted = unsafe is_accepted {
      unsafe is_accepted.pointee = verdict.isAccepted ? 1 : 0
    }
  }
}

/// Begins to make the previews.
@c @implementation
public func thumbs_session_start(
  _ session: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(SessionObject.self, session) else {
      throw CallFailure(usage: "session is NULL")
    }
    try object.start()
  }
}

/// Waits for the next result.
@c @implementation
public func thumbs_session_next(
  _ session: OpaquePointer!, _ timeout_ms: Int64, _ result: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(SessionObject.self, session), let result = unsafe result
    else {
      throw CallFailure(usage: "session or result is NULL")
    }
    unsafe result.pointee = nil
    let bounded = min(timeout_ms, 1 << 40)
    let next = try object.next(timeout: bounded < 0 ? nil : .milliseconds(bounded))
    if let next { unsafe result.pointee = handle(owning: ResultObject(next)) }
  }
}

/// Stops the work.
@c @implementation
public func thumbs_session_cancel(_ session: OpaquePointer!) {
  unsafe borrowed(SessionObject.self, session)?.session.cancel()
}

/// Frees a session.
@c @implementation
public func thumbs_session_free(_ session: OpaquePointer!) {
  unsafe taken(SessionObject.self, session)?.end()
}
