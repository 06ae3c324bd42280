// Rooms: MediaTypes MediaSniffer

import MediaSniffer
import MediaTypes

/// What libFuzzer calls with each input: the laws of the sniffer, any break of which traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = stream(bytes, chunk: max(1, count))
  precondition(stream(bytes, chunk: 7) == whole, "the chunking changed the answer")
  precondition(file(bytes, read: 64) == file(bytes, read: 4096), "the reads changed the answer")
  return 0
}

private func stream(_ bytes: [UInt8], chunk size: Int) -> MediaFacts? {
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

private func file(_ bytes: [UInt8], read size: Int) -> MediaFacts? {
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
