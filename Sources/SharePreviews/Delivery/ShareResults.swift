/// Results of a session as they come.
///
/// It is iterated once. To stop iterating, or to cancel the task that does, stops the work.
public struct ShareResults: AsyncSequence, Sendable {
  /// One result.
  public typealias Element = ShareResult
  /// Nothing fails as a whole: each item has a result.
  public typealias Failure = Never

  let stream: AsyncStream<ShareResult>
  let run: ShareRun

  /// Walks over results.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<ShareResult>.Iterator

    /// Waits for the next result.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The result; `nil` when every item has its final one.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ShareResult? {
      await base.next(isolation: actor)
    }

    /// Waits for the next result.
    ///
    /// - Returns: The result; `nil` when every item has its final one.
    public mutating func next() async -> ShareResult? { await base.next() }
  }

  /// Begins to walk.
  ///
  /// - Returns: What walks over the results.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// Waits for all final results.
  ///
  /// Where the task is cancelled, items that are not done have the code `cancelled`.
  ///
  /// - Returns: One result an item, in the order of the items.
  public func collect() async -> [ShareResult] {
    var finals = [ShareResult?](repeating: nil, count: run.itemCount)
    for await result in self where result.isFinal { finals[result.position] = result }
    return finals.enumerated().map { position, result in result ?? run.cancelled(position) }
  }
}
