// Rooms: MediaTypes MediaSniffer
// Sanitizers: address

import MediaSniffer
import MediaTypes

/// The sniffer of all formats, whose answer may not depend on how the bytes come.
enum Sniffer: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? { fixture }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let whole = stream(bytes, chunk: max(1, bytes.count))
    precondition(stream(bytes, chunk: 7) == whole, "the chunking changed the answer")
    let read = file(bytes, read: 64)
    precondition(read == file(bytes, read: 4096), "the reads changed the answer")
    return (read ?? whole) == nil ? .refused : .made
  }

  private static func stream(_ bytes: [UInt8], chunk size: Int) -> MediaFacts? {
    var sniffer = MediaSniffer(canSeek: false)
    var at = 0
    while at < bytes.count {
      let end = min(at + size, bytes.count)
      if sniffer.push(Array(bytes[at..<end])) == .done { break }
      precondition(sniffer.heldByteCount <= 64 << 10, "too much is held")
      at = end
    }
    return sniffer.finish()
  }

  private static func file(_ bytes: [UInt8], read size: Int) -> MediaFacts? {
    var sniffer = MediaSniffer(byteCount: UInt64(bytes.count), canSeek: true)
    while sniffer.position < UInt64(bytes.count) {
      let start = Int(sniffer.position)
      let answer = sniffer.push(Array(bytes[start..<min(start + size, bytes.count)]))
      precondition(sniffer.heldByteCount <= 64 << 10, "too much is held")
      if answer == .done { break }
      if case .skip(let offset) = answer { sniffer.seek(to: offset) }
    }
    return sniffer.finish()
  }
}
