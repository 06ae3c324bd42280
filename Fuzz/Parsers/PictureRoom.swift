import MediaTypes

/// What decoders of pictures are lent in trials.
enum PictureRoom {
  /// Bytes that a decoder may work with.
  static let workingLimit = 64 << 20

  /// Decodes into exactly as much memory as the decoder may fill, so that a sanitizer sees the
  /// first byte beyond.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the output.
  ///   - pixels: The size of the picture that is reduced to it.
  ///   - decode: Fills the output, or throws.
  /// - Returns: Whether there is a picture.
  static func verdict(
    byteCount: Int, of pixels: PixelSize,
    _ decode: (UnsafeMutableRawBufferPointer) throws(ThumbnailError) -> Void
  ) -> Verdict {
    // SAFETY: the memory is lent for the length of the call and freed after it.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 16)
    defer { unsafe room.deallocate() }
    // Decoders are promised zeroed bytes.
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
    let area = pixels.area ?? 0
    do throws(ThumbnailError) {
      unsafe try decode(room)
      return .picture(pixelCount: area)
    } catch {
      return .failed(pixelCount: area)
    }
  }

  /// A size of at most so many pixels a side that a picture is reduced to.
  static func reduced(_ size: PixelSize, to side: Int = 64) -> PixelSize {
    let divisor = max(1, (max(size.width, size.height) + side - 1) / side)
    return PixelSize(width: max(1, size.width / divisor), height: max(1, size.height / divisor))
  }

  /// Whether a picture claims no more pixels than are tried.
  static func isSmall(_ size: PixelSize, _ pixelLimit: Int) -> Bool {
    size.area.map { $0 <= pixelLimit } ?? false
  }
}
