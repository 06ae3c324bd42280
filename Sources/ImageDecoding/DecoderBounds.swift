internal import FFmpeg

/// What the libraries of a process are told before and between jobs.
package enum DecoderBounds {
  /// Room for a table that the demuxer of movies asks for at once, a million entries, however few
  /// the file holds; what is not filled is never touched.
  private static let tableBytes: UInt64 = 32 << 20

  /// Bounds every single allocation of FFmpeg in this process by what a job may take in all.
  ///
  /// A second line behind the plan: it meets what a header or a stream claims later than the facts
  /// that were planned with. For a process that does one job at a time.
  ///
  /// - Parameter byteCount: The job's bytes.
  package static func limitAllocations(toBytes byteCount: UInt64) {
    FFmpegRuntime.limitAllocations(toBytes: max(byteCount, tableBytes))
  }
}
