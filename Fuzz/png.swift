// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// Bytes that a decoder may work with.
private let limit = 64 << 20

/// What libFuzzer calls with each input: it is a PNG that is averaged row by row, or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = MemorySource(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let picture = try? ReducedPNG(source: source) else { return 0 }
  guard let geometry = picture.geometry(outputSize: reduced(picture.size)) else { return 0 }
  withRoom(geometry.outputByteCount) {
    _ = try? picture.decode(geometry, into: $0, maximumByteCount: limit)
  }
  return 0
}

/// The size of a picture of at most 64 pixels.
private func reduced(_ size: PixelSize) -> PixelSize {
  let divisor = max(1, (max(size.width, size.height) + 63) / 64)
  return PixelSize(width: max(1, size.width / divisor), height: max(1, size.height / divisor))
}

/// Lends exactly as much room as a decoder may fill.
private func withRoom(_ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
  defer { room.deallocate() }
  body(room)
}
