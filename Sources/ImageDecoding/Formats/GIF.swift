internal import ByteSources
internal import MediaTypes
internal import Vips

/// GIF by libnsgif; the first frame.
enum GIF: VipsFormat {
  static let formats: [MediaFormat] = [.gif]
  static let loader = VipsLoader.gif

  /// Where the first frame leaves some of the canvas open, nothing is shown: libnsgif has black there
  /// unless a colour of the frame is transparent.
  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage {
    guard !image.hasAlpha, let frame = try? GIFFrame.first(in: source) else { return image }
    let width = min(frame.left + frame.width, image.width) - frame.left
    let height = min(frame.top + frame.height, image.height) - frame.top
    guard width > 0, height > 0, width < image.width || height < image.height else { return image }
    return try image.clearedAround(left: frame.left, top: frame.top, width: width, height: height)
  }
}

/// Where a frame lies on the canvas, in pixels.
struct GIFFrame: Equatable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  /// Blocks before the first frame that are looked over.
  private static let blockLimit = 4096

  /// Finds the first frame.
  ///
  /// Source: CompuServe GIF89a Specification § 18 to § 26.
  ///
  /// - Parameter source: The file.
  /// - Returns: Where it lies; `nil` where the file ends before it, or says too much before it.
  /// - Throws: What the source throws.
  static func first(in source: any ByteSource) throws(ThumbnailError) -> GIFFrame? {
    var next: UInt64 = 13
    guard let flags = try source.bytes(1, at: 10).first else { return nil }
    if flags & 0x80 != 0 { next += 6 << UInt64(flags & 7) }
    var isInData = false
    for _ in 0..<blockLimit {
      let block = try source.bytes(9, at: next)
      guard let kind = block.first else { return nil }
      switch (isInData, kind) {
      case (true, _):
        isInData = kind != 0
        next += 1 + UInt64(kind)
      case (false, 0x21):
        isInData = true
        next += 2
      case (false, 0x2C):
        guard block.count == 9 else { return nil }
        let numbers = stride(from: 1, to: 9, by: 2).map { Int(block[$0]) | Int(block[$0 + 1]) << 8 }
        return GIFFrame(
          left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
      default: return nil
      }
    }
    return nil
  }
}
