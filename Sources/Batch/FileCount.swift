import SystemCalls

/// Counts the files of a run, some at a time, so that progress knows a total.
struct FileCount {
  private var rest: ArraySlice<BatchOptions.Input>
  private let excluded: DirectoryWalk.Identity
  private var walk: DirectoryWalk?
  private var count = 0
  private var isKnown = true

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - inputs: What is read.
  ///   - excluded: The output directory.
  init(_ inputs: [BatchOptions.Input], excluded: DirectoryWalk.Identity) {
    rest = inputs[...]
    self.excluded = excluded
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
      case .file, .unreadable: count += 1
      case .end: self.walk = nil
      }
    }
    return false
  }

  private mutating func begin(_ input: BatchOptions.Input) {
    guard case .path(let path) = input else {
      isKnown = false
      return
    }
    guard
      let root = try? Syscalls.open(
        directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true)
    else {
      count += 1
      return
    }
    walk = DirectoryWalk(root: root, excluded: excluded)
  }
}
