internal import ByteSources
internal import MediaTypes
internal import PreviewPlanning
internal import Synchronization
internal import SystemCalls

/// How tasks tell the thread of a service what they want, and wake it.
final class WorkInbox: Sendable {
  /// Whoever waits for a job.
  typealias Waiter = CheckedContinuation<Result<ThumbnailOutcome, ThumbnailError>, Never>

  /// A job that somebody waits for.
  struct Request: Sendable {
    let number: UInt64
    let source: FileSource
    let plan: DecodePlan
    let options: ThumbnailOptions
    let continuation: Waiter
  }

  /// What came since the last look.
  struct Mail: Sendable {
    var requests: [Request] = []
    var cancelled: Set<UInt64> = []
    var isClosed = false
  }

  /// Two ends: what is sent into one wakes who waits at the other.
  private final class Bell: Sendable {
    let outside: StreamSocket
    let inside: StreamSocket

    init(outside: consuming StreamSocket, inside: consuming StreamSocket) {
      self.outside = outside
      self.inside = inside
    }
  }

  private let mail = Mutex(Mail())
  private let ended = Mutex<ThumbnailError?>(nil)
  private let numbers = Atomic<UInt64>(0)
  private let bell: Bell?

  init() {
    bell = try? StreamSocket.withPair { outside, inside throws(SystemError) in
      Bell(outside: outside, inside: inside)
    }
    if bell == nil {
      fail(with: ThumbnailError(.crashed, "no socket can be had: too many files are open"))
    }
  }

  /// Why nothing is done any more.
  var failure: ThumbnailError? { ended.withLock { $0 } }

  func makeNumber() -> UInt64 { numbers.add(1, ordering: .relaxed).newValue }

  /// Asks for a job; it is refused at once where nothing is done any more.
  func add(_ request: Request) {
    // Under both locks, so that no request slips in after the last look.
    let refusal = ended.withLock { ended -> ThumbnailError? in
      if ended == nil { mail.withLock { $0.requests.append(request) } }
      return ended
    }
    if let refusal {
      request.continuation.resume(returning: .failure(refusal))
    } else {
      ring()
    }
  }

  /// Gives a job up.
  func cancel(_ number: UInt64) {
    _ = mail.withLock { $0.cancelled.insert(number) }
    ring()
  }

  /// Ends the thread once it has read this.
  func close() {
    mail.withLock { $0.isClosed = true }
    ring()
  }

  /// Refuses what is there and what comes from now on.
  func fail(with error: ThumbnailError) {
    ended.withLock { $0 = error }
    for request in mail.withLock({ mail in
      defer { mail.requests = [] }
      return mail.requests
    }) { request.continuation.resume(returning: .failure(error)) }
  }

  /// Takes what came.
  func take() -> Mail {
    silence()
    return mail.withLock { mail in
      defer { mail = Mail(isClosed: mail.isClosed) }
      return mail
    }
  }

  /// Adds the bell to what the thread waits for.
  func register(in poll: inout PollSet) {
    if let number = bell?.inside.descriptorNumber { poll.add(number, .readable) }
  }

  private func ring() {
    // A full socket has rung already.
    _ = try? bell?.outside.send([1])
  }

  private func silence() {
    var room = [UInt8](repeating: 0, count: 64)
    while let arrival = try? bell?.inside.receive(into: &room) {
      guard case .bytes = arrival else { return }
    }
  }
}
