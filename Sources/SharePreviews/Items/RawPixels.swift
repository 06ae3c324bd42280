public import MediaTypes

/// A picture that is no file: rows of sRGB samples, 8 bits each, from top to bottom.
public struct RawPixels: Sendable {
  /// What a pixel is made of.
  public enum Format: Sendable, CaseIterable {
    /// Red, green, blue.
    case rgb
    /// Red, green, blue and straight (not premultiplied) alpha.
    case rgba

    /// Bytes a pixel.
    public var byteCount: Int { self == .rgb ? 3 : 4 }
  }

  /// Width and height, in pixels.
  public let size: PixelSize
  /// What a pixel is made of.
  public let format: Format
  /// Bytes from the start of a row to the start of the next.
  public let stride: Int
  /// All rows; what follows the pixels of a row up to its stride is ignored.
  public let bytes: [UInt8]

  /// Checks that there are as many bytes as the size wants.
  ///
  /// - Parameters:
  ///   - bytes: All rows; of the last one the pixels suffice.
  ///   - size: Width and height, in pixels, each at least 1.
  ///   - format: What a pixel is made of.
  ///   - stride: Bytes from row to row; `nil` is a row's pixels.
  /// - Throws: `ThumbnailError` with the code `overLimit` for a size that no picture has, `corrupt`
  ///   where the stride or the bytes are too few.
  public init(
    _ bytes: [UInt8], size: PixelSize, format: Format, stride: Int? = nil
  ) throws(ThumbnailError) {
    // Below these bounds a row is a chunk of PNG, and no product overflows.
    guard size.isValid, size.width < 1 << 28, size.height < 1 << 31 else {
      throw ThumbnailError(.overLimit, "a picture of \(size) pixels cannot be")
    }
    let rowByteCount = size.width * format.byteCount
    let stride = stride ?? rowByteCount
    guard stride >= rowByteCount else {
      throw ThumbnailError(
        .corrupt, "rows of \(rowByteCount) bytes do not fit a stride of \(stride)")
    }
    let (before, overflows) = stride.multipliedReportingOverflow(by: size.height - 1)
    guard !overflows, bytes.count >= rowByteCount, bytes.count - rowByteCount >= before else {
      throw ThumbnailError(
        .corrupt, "\(bytes.count) bytes are too few for \(size) pixels at a stride of \(stride)")
    }
    self.bytes = bytes
    self.size = size
    self.format = format
    self.stride = stride
  }

  /// The bytes of a row, without what pads it.
  ///
  /// - Parameter index: The number of the row, from the top.
  /// - Returns: The row's samples.
  func row(_ index: Int) -> ArraySlice<UInt8> {
    let start = index * stride
    return bytes[start..<(start + size.width * format.byteCount)]
  }
}
