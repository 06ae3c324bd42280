package import MediaTypes

/// A picture that is averaged to any smaller size while its rows are read.
package protocol RowReducing: Sendable {
  /// Width and height, in pixels.
  var size: PixelSize { get }

  /// The embedded ICC profile; `nil` where there is none that can be used.
  func iccProfile() throws(ThumbnailError) -> [UInt8]?

  /// Decodes into memory of the caller; blocks, and ends early where the task is cancelled.
  ///
  /// - Parameters:
  ///   - outputSize: Width and height of the output, in pixels, neither larger than the picture's.
  ///   - output: Zeroed bytes for all pixels, interleaved; fewer are a programmer's error and trap.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: What was odd.
  /// - Throws: `overBudget` where the maximum does not suffice, `corrupt` where nothing can be shown,
  ///   `cancelled`, and what the source throws.
  func decode(
    to outputSize: PixelSize, into output: UnsafeMutableRawBufferPointer, maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning]
}

extension ReducedBMP: RowReducing {}
extension ReducedPSD: RowReducing {}
extension ReducedTIFF: RowReducing {}
extension ReducedWebP: RowReducing {}
