import FFmpeg
import MediaTypes

/// Which stream of a container is shown.
enum StreamChoice {
  /// The stream to show among those known, or `nil` where none holds moving pictures.
  ///
  /// Those that can be decoded go first, then those that are not for the few, then the default
  /// one, then the largest, then the first.
  static func best(of streams: [StreamFacts]) -> StreamFacts? {
    var best: StreamFacts?
    for stream in streams where stream.kind == .video {
      guard let rival = best else {
        best = stream
        continue
      }
      if isBetter(stream, than: rival) { best = stream }
    }
    return best
  }

  private static func isBetter(_ a: StreamFacts, than b: StreamFacts) -> Bool {
    if a.isDecodable != b.isDecodable { return a.isDecodable }
    if a.isAuxiliary != b.isAuxiliary { return b.isAuxiliary }
    if a.isDefault != b.isDefault { return a.isDefault }
    return (a.size?.area ?? 0) > (b.size?.area ?? 0)
  }
}
