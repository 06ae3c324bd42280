/// One run over many files: walk, look, plan, admit, decode elsewhere, write, report.
package struct BatchRun {
  private let options: BatchOptions

  /// Prepares a run.
  package init(_ options: BatchOptions) { self.options = options }

  /// Works through all files.
  ///
  /// It blocks until all is done; `observe` is called on the same thread.
  ///
  /// - Parameter observe: Told of every file as it is done, and of progress ten times a second.
  /// - Returns: What became of the run.
  /// - Throws: `BatchFailure` where it cannot begin or go on.
  package func run(
    observe: (BatchEvent) -> Void = { _ in }
  ) throws(BatchFailure) -> BatchSummary {
    throw BatchFailure(.worker, "nothing decodes here")
  }
}
