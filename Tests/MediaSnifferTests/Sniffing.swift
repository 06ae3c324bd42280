import MediaSniffer
import MediaTypes
import Testing

/// Ways to hand the same bytes to the sniffer.
enum Sniffing {
  /// As a stream, in chunks of `size` bytes.
  static func stream(_ bytes: [UInt8], chunk size: Int) -> MediaFacts? {
    var sniffer = MediaSniffer(canSeek: false)
    var at = 0
    while at < bytes.count {
      let end = min(at + size, bytes.count)
      let answer = sniffer.push(Array(bytes[at..<end]))
      checkMemory(sniffer)
      if answer == .done { break }
      at = end
    }
    return sniffer.finish()
  }

  /// As a file that can seek, in reads of `size` bytes.
  static func file(_ bytes: [UInt8], read size: Int = 4096) -> MediaFacts? {
    var sniffer = MediaSniffer(byteCount: UInt64(bytes.count), canSeek: true)
    while sniffer.position < UInt64(bytes.count) {
      let start = Int(sniffer.position)
      let end = min(start + size, bytes.count)
      let answer = sniffer.push(Array(bytes[start..<end]))
      checkMemory(sniffer)
      switch answer {
      case .done: return sniffer.finish()
      case .needsMore: break
      case .skip(let offset): sniffer.seek(to: offset)
      }
    }
    return sniffer.finish()
  }

  /// Checks that no more is held than is promised.
  static func checkMemory(_ sniffer: borrowing MediaSniffer) {
    guard sniffer.heldByteCount > 64 << 10 else { return }
    Issue.record("\(sniffer.heldByteCount) bytes are held")
  }

  /// Checks what holds for any bytes: the chunking changes nothing, and nothing traps.
  static func checkLaws(
    _ bytes: [UInt8], _ name: String = "", location: SourceLocation = #_sourceLocation
  ) {
    let whole = stream(bytes, chunk: max(1, bytes.count))
    for size in [1, 7, 4096] {
      #expect(
        stream(bytes, chunk: size) == whole, "\(name) in chunks of \(size)",
        sourceLocation: location)
    }
    let seeking = file(bytes, read: max(1, bytes.count))
    #expect(file(bytes, read: 1) == seeking, "\(name) byte by byte", sourceLocation: location)
    if let whole {
      #expect(seeking?.format == whole.format, "\(name) as file", sourceLocation: location)
    }
  }

  /// Checks the laws on every prefix of some bytes, up to `limit` bytes, and that a format once
  /// certain stays.
  static func checkPrefixes(
    _ bytes: [UInt8], limit: Int = 2048, location: SourceLocation = #_sourceLocation
  ) {
    var sniffer = MediaSniffer(canSeek: false)
    var certain: MediaFormat?
    for byte in bytes {
      _ = sniffer.push([byte])
      if let certain { #expect(sniffer.format == certain, sourceLocation: location) }
      certain = sniffer.format
    }
    for count in 0...min(limit, bytes.count) {
      let prefix = Array(bytes.prefix(count))
      #expect(
        stream(prefix, chunk: 1) == stream(prefix, chunk: max(1, count)),
        "the first \(count) bytes", sourceLocation: location)
      _ = file(prefix)
    }
  }
}

/// Builds files byte by byte.
struct ByteBuilder {
  /// The bytes so far.
  var bytes: [UInt8] = []

  /// Appends text in UTF-8.
  func text(_ text: String) -> ByteBuilder { bytes(Array(text.utf8)) }

  /// Appends bytes.
  func bytes(_ more: [UInt8]) -> ByteBuilder { ByteBuilder(bytes: bytes + more) }

  /// Appends `count` times a byte.
  func fill(_ count: Int, _ byte: UInt8 = 0) -> ByteBuilder {
    bytes([UInt8](repeating: byte, count: count))
  }

  /// Appends a big-endian number of `width` bytes.
  func be(_ number: some BinaryInteger, _ width: Int) -> ByteBuilder {
    bytes((0..<width).reversed().map { UInt8(truncatingIfNeeded: UInt64(number) >> (8 * $0)) })
  }

  /// Appends a little-endian number of `width` bytes.
  func le(_ number: some BinaryInteger, _ width: Int) -> ByteBuilder {
    bytes((0..<width).map { UInt8(truncatingIfNeeded: UInt64(number) >> (8 * $0)) })
  }
}
