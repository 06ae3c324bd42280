package import ByteSources
import MediaSniffer
package import MediaTypes

/// Reads as much of a source as the sniffer asks for.
package enum MediaReader {
  /// What the first read takes: it decides most files.
  private static let firstRead = 4 << 10
  /// What a later read takes at least.
  private static let laterRead = 1 << 10

  /// Finds the facts of a source that can be read at any offset.
  ///
  /// Content that fits no format gives facts with the format `unknown`. Blocks while it reads.
  ///
  /// - Parameters:
  ///   - source: Where the bytes are.
  ///   - fileExtension: The extension that the name claims, without the dot; another one than the
  ///     content has is a warning.
  /// - Returns: The facts, with the count of bytes read.
  /// - Throws: `ThumbnailError` with the code `empty`, or what reading throws.
  package static func facts(
    of source: any ByteSource, fileExtension: String? = nil
  ) throws(ThumbnailError) -> MediaFacts {
    guard source.byteCount > 0 else { throw ThumbnailError(.empty, "the file has no bytes") }
    var sniffer = MediaSniffer(byteCount: source.byteCount, canSeek: true)
    var bytesRead: UInt64 = 0
    var count = firstRead
    while true {
      let bytes = try source.bytes(count, at: sniffer.position)
      guard !bytes.isEmpty else { break }
      bytesRead += UInt64(bytes.count)
      let answer = sniffer.push(bytes)
      if answer == .done { break }
      if case .skip(let offset) = answer { sniffer.seek(to: offset) }
      count = max(laterRead, Int(clamping: sniffer.wanted.upperBound - sniffer.position))
    }
    return complete(sniffer.finish(), source.byteCount, bytesRead, fileExtension)
  }

  /// Finds the facts of a stream that cannot seek.
  ///
  /// It asks for no chunk more than it needs. Content that fits no format gives facts with the
  /// format `unknown`.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension that the name claims, without the dot.
  ///   - nextChunk: Gives the bytes that follow, any number of them; `nil` or none at the end.
  /// - Returns: The facts, with the count of bytes read.
  /// - Throws: `ThumbnailError` with the code `empty`, or what `nextChunk` throws.
  package static func facts(
    ofStream fileExtension: String? = nil,
    nextChunk: () throws(ThumbnailError) -> [UInt8]?
  ) throws(ThumbnailError) -> MediaFacts {
    var sniffer = MediaSniffer(canSeek: false)
    var bytesRead: UInt64 = 0
    while let chunk = try nextChunk(), !chunk.isEmpty {
      bytesRead += UInt64(chunk.count)
      if sniffer.push(chunk) == .done { break }
    }
    guard bytesRead > 0 else { throw ThumbnailError(.empty, "the stream has no bytes") }
    return complete(sniffer.finish(), nil, bytesRead, fileExtension)
  }

  private static func complete(
    _ found: MediaFacts?, _ byteCount: UInt64?, _ bytesRead: UInt64, _ fileExtension: String?
  ) -> MediaFacts {
    var facts = found ?? MediaFacts(format: .unknown)
    facts.byteCount = byteCount ?? facts.byteCount
    facts.bytesRead = bytesRead
    if let fileExtension, let warning = ExtensionCheck.warning(of: fileExtension, on: facts) {
      facts.warnings.append(warning)
    }
    return facts
  }
}
