// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// Bytes that a decoder may work with.
private let limit = 64 << 20

/// What libFuzzer calls with each input: it is a JPEG of which the lowest coefficients are kept, or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = MemorySource(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let picture = try? ScaledJPEG(source: source) else { return 0 }
  _ = try? JPEGColourProfile.bytes(in: source, byteLimit: 4 << 20)
  for denominator in [2, 4, 8] {
    for box in [1, 3] {
      guard let geometry = picture.geometry(denominator: denominator, boxReduction: box),
        geometry.outputByteCount <= limit
      else { continue }
      withRoom(geometry.outputByteCount) {
        _ = try? picture.decode(geometry, into: $0, maximumByteCount: limit)
      }
    }
  }
  return 0
}

/// Lends exactly as much room as a decoder may fill.
private func withRoom(_ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
  defer { room.deallocate() }
  body(room)
}
