// Rooms: CSystem MediaTypes SystemCalls ByteSources HEIFItems
// Sanitizers: address

import ByteSources
import HEIFItems
import MediaTypes

/// What libFuzzer calls with each input: the items of a HEIF file, or a refusal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = MemorySource(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let file = try? HEIFFile(reading: source) else { return 0 }
  let ids = [file.primaryItemID].compactMap { $0 } + [0, 1, 2, .max]
  for id in ids {
    _ = file.item(id)
    _ = file.references(FourCC("dimg"), from: id)
    _ = file.alphaItemID(of: id)
  }
  return 0
}
