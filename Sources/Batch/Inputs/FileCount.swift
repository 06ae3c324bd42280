import SystemCalls

/// Counts the files of a run, some at a time, so that progress knows a total.
struct FileCount {
  private var rest: ArraySlice<BatchOptions.Input>
  private let excluded: DirectoryWalk.Identity?
  private let selection: FileSelection
  /// Whether one directory is all that is read, so that paths begin in it.
  private let isSingleDirectory: Bool
  private var walk: DirectoryWalk?
  private var root: [UInt8] = []
  private var count = 0
  private var isKnown = true

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - inputs: What is read.
  ///   - excluded: The output directory.
  ///   - selection: Which files are taken.
  init(
    _ inputs: [BatchOptions.Input], excluded: DirectoryWalk.Identity?, selection: FileSelection
  ) {
    rest = inputs[...]
    self.excluded = excluded
    self.selection = selection
    isSingleDirectory = BatchInputs.singleDirectory(of: inputs) != nil
    // What depends on the files themselves would be looked at twice.
    isKnown = !selection.needsStatus && selection.kinds.isEmpty
  }

  /// How many files there are; `nil` where lists are read, whose length shows at their end.
  var total: Int? { isKnown ? count : nil }

  /// Counts a number of files.
  ///
  /// - Returns: Whether that was all.
  mutating func advance(by number: Int) -> Bool {
    for _ in 0..<number {
      guard let walk else {
        guard isKnown, let input = rest.popFirst() else { return true }
        begin(input)
        continue
      }
      switch walk.next() {
      case .file(let name, _): if takes(name, in: walk) { count += 1 }
      case .unreadable: count += 1
      case .end: self.walk = nil
      }
    }
    return false
  }

  private func takes(_ name: [UInt8], in walk: DirectoryWalk) -> Bool {
    guard selection.narrowsPaths else { return true }
    let inside = walk.directory.appending(name).bytes
    return selection.takes(PathComponents.join(root, inside), inside: inside)
  }

  private mutating func begin(_ input: BatchOptions.Input) {
    guard case .path(let path) = input else {
      isKnown = false
      return
    }
    guard
      let directory = try? Syscalls.open(
        directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    else {
      count += 1
      return
    }
    root = isSingleDirectory ? [] : path
    walk = DirectoryWalk(root: directory, excluded: excluded, selection: selection)
  }
}

extension FileSelection {
  /// Whether paths decide anything.
  var narrowsPaths: Bool {
    !included.isEmpty || !excluded.isEmpty || !extensions.isEmpty || shard != nil
  }
}
