// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// Bytes that a decoder may work with.
private let limit = 64 << 20

/// What libFuzzer calls with each input: it is a TIFF file that is averaged row by row, or refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = MemorySource(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let picture = try? ReducedTIFF(source: source), isSmall(picture.size) else { return 0 }
  let size = reduced(picture.size)
  _ = try? picture.iccProfile()
  withRoom(size.width * size.height * picture.channelCount * picture.sampleByteCount) {
    _ = try? picture.decode(to: size, into: $0, maximumByteCount: limit)
  }
  return 0
}

/// Whether a picture can be read in no time, however little of it is there.
private func isSmall(_ size: PixelSize) -> Bool { size.area.map { $0 <= 1 << 24 } ?? false }

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
