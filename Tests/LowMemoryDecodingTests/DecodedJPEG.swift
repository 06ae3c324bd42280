import ByteSources
import LowMemoryDecoding
import MediaTypes

/// A picture that `ScaledJPEG` has decoded.
struct DecodedJPEG: Equatable {
  let size: PixelSize
  let channels: Int
  let pixels: [UInt8]
  let warnings: [MediaWarning]

  /// Decodes the bytes of a file.
  init(
    _ bytes: [UInt8], denominator: Int = 8, boxReduction: Int = 1, chromaReduction: Int = 1,
    maximumByteCount: Int = .max, maximumOutputByteCount: Int = .max
  ) throws {
    let jpeg = try ScaledJPEG(source: MemorySource(bytes))
    guard
      let geometry = jpeg.geometry(
        denominator: denominator, boxReduction: boxReduction, chromaReduction: chromaReduction),
      geometry.outputByteCount <= maximumOutputByteCount
    else { throw ThumbnailError(.overLimit, "no geometry, or too large a picture") }
    size = geometry.outputSize
    channels = geometry.channels
    var warnings: [MediaWarning] = []
    // A guard behind the pixels shows a write past their end.
    var pixels = [UInt8](repeating: 0x5A, count: geometry.outputByteCount + 64)
    var failure: ThumbnailError?
    pixels.withUnsafeMutableBytes { buffer in
      do throws(ThumbnailError) {
        warnings = try jpeg.decode(
          geometry, into: UnsafeMutableRawBufferPointer(rebasing: buffer.dropLast(64)),
          maximumByteCount: maximumByteCount)
      } catch { failure = error }
    }
    if let failure { throw failure }
    guard pixels.suffix(64).allSatisfy({ $0 == 0x5A }) else {
      throw ThumbnailError(.crashed, "a write past the output")
    }
    self.pixels = Array(pixels.dropLast(64))
    self.warnings = warnings
  }

  /// The codes of the warnings.
  var codes: [MediaWarning.Code] { warnings.map(\.code) }

  /// The pixel at a place.
  subscript(x: Int, y: Int) -> [UInt8] {
    let first = (y * size.width + x) * channels
    return Array(pixels[first..<(first + channels)])
  }
}

/// The code of the error that decoding throws; `nil` where it throws none.
func decodingError(_ bytes: [UInt8], denominator: Int = 8) -> ThumbnailError.Code? {
  do {
    _ = try DecodedJPEG(bytes, denominator: denominator)
    return nil
  } catch let error as ThumbnailError {
    return error.code
  } catch { return .crashed }
}
