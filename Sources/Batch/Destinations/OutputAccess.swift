import SystemCalls

/// How a run comes to have its output directory: alone, or together with others.
struct OutputAccess {
  private static let lockName = "lock"
  private static let retryInterval = Duration.milliseconds(100)

  private let options: BatchOptions
  private let tree: OutputTree

  init(_ options: BatchOptions, _ tree: OutputTree) {
    self.options = options
    self.tree = tree
  }

  /// Whether other runs may write at the same time.
  private var isShared: Bool { options.sharesOutput || options.selection.shard != nil }

  /// Waits for the locks and opens what is remembered.
  ///
  /// - Parameters:
  ///   - signals: What ends the wait.
  ///   - observe: Told that another run is waited for.
  /// - Returns: The destination; `nil` where a signal ended the wait.
  /// - Throws: `SystemError` where nothing can be written.
  func destination(
    _ signals: StopSignals?, _ observe: (BatchEvent) -> Void
  ) throws(SystemError) -> TreeDestination? {
    let lock = try OutputLock(OutputAccess.lockName, in: tree.state)
    // Whoever is alone, if only for a moment, knows that no part belongs to a living run.
    if try lock.take(.exclusive) { tree.state.removeParts() }
    guard try wait(for: lock, isShared ? .shared : .exclusive, signals, observe) else { return nil }
    if !isShared { tree.state.removeParts() }
    var locks = [lock]
    if let shard = options.selection.shard {
      let own = try OutputLock("lock-\(name(of: shard))", in: tree.state)
      guard try wait(for: own, .exclusive, signals, observe) else { return nil }
      locks.append(own)
    }
    return try TreeDestination(tree, locks: locks, storeName: storeName, options)
  }

  /// Each part of the work has a store of its own; runs that share without parts have none.
  private var storeName: String? {
    if let shard = options.selection.shard { return "store-\(name(of: shard)).sqlite" }
    return options.sharesOutput ? nil : "store.sqlite"
  }

  private func name(of shard: FileSelection.Shard) -> String { "\(shard.number)-of-\(shard.count)" }

  private func wait(
    for lock: OutputLock, _ kind: Syscalls.LockKind, _ signals: StopSignals?,
    _ observe: (BatchEvent) -> Void
  ) throws(SystemError) -> Bool {
    var isTold = false
    while try !lock.take(kind) {
      if !isTold {
        let holder = lock.holder().process.map { " (process \($0))" } ?? ""
        observe(
          .notice("another run\(holder) writes to the same output directory; waiting for its end"))
        isTold = true
      }
      var pause = PollSet()
      if let signals { pause.add(signals.descriptorNumber, .readable) }
      try pause.wait(atMost: OutputAccess.retryInterval)
      if let signals, pause.isReady(signals.descriptorNumber) { return false }
    }
    return true
  }
}
