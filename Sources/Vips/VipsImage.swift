internal import CVipsShims

/// A picture of libvips: a header, and pixels that are made when they are asked for.
///
/// It is used by one thread from opening to the last pixel.
@safe package final class VipsImage {
  private let handle: OpaquePointer
  /// What must live as long as the picture does: its source, or the owner of lent pixels.
  private let lenders: [AnyObject]

  init(takingOwnershipOf handle: OpaquePointer, lending lenders: [AnyObject]) {
    unsafe self.handle = handle
    self.lenders = lenders
  }

  deinit { unsafe cvips_release(handle) }

  /// The type of a sample.
  package enum Format: Int32, Sendable {
    /// 8 bits without sign.
    case uint8 = 0
    /// 16 bits without sign.
    case uint16 = 2
    /// 32-bit floating point.
    case float32 = 6
  }

  /// What the bands mean.
  package enum Interpretation: Int32, Sendable {
    /// Nothing is known.
    case multiband = 0
    /// Grey.
    case grey = 1
    /// CIE XYZ.
    case xyz = 12
    /// CIE L*a*b*.
    case lab = 13
    /// Four inks.
    case cmyk = 15
    /// L*a*b* packed into four bytes, which are no samples.
    case labQuantised = 16
    /// L*a*b* in 16 bits with sign.
    case labShort = 21
    /// sRGB in 8 bits.
    case sRGB = 22
    /// sRGB in 16 bits.
    case rgb16 = 25
    /// Grey in 16 bits.
    case grey16 = 26
    /// Linear light with sRGB's primaries, 0 to 1.
    case linearRGB = 28
  }

  /// Width in pixels.
  package var width: Int { Int(unsafe cvips_width(handle)) }
  /// Height in pixels.
  package var height: Int { Int(unsafe cvips_height(handle)) }
  /// Bands, alpha included.
  package var bandCount: Int { Int(unsafe cvips_bands(handle)) }
  /// The type of a sample; `nil` is one that is not listed here.
  package var format: Format? { Format(rawValue: unsafe cvips_format(handle)) }
  /// What the bands mean; `nil` is one that is not listed here.
  package var interpretation: Interpretation? {
    Interpretation(rawValue: unsafe cvips_interpretation(handle))
  }
  /// Whether the last band is alpha.
  package var hasAlpha: Bool { unsafe cvips_has_alpha(handle) != 0 }

  /// An integer of the header, or `nil` where there is none of that name.
  package func integer(_ name: String) -> Int? {
    var value: Int32 = 0
    return unsafe cvips_get_int(handle, name, &value) == 0 ? Int(value) : nil
  }

  /// The embedded ICC profile's bytes, where there is one of at most `limit` bytes.
  package func iccProfile(limit: Int) -> [UInt8]? {
    var data: UnsafeRawPointer?
    var length = 0
    guard unsafe cvips_get_blob(handle, "icc-profile-data", &data, &length) == 0,
      let data = unsafe data, length > 0, length <= limit
    else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: length))
  }

  /// Wraps interleaved pixels without copying them.
  ///
  /// - Parameters:
  ///   - bytes: Rows without padding; they must stay where they are while the picture lives.
  ///   - width: Pixels a row.
  ///   - height: Rows.
  ///   - bands: Samples a pixel.
  ///   - format: The type of a sample.
  ///   - interpretation: What the bands mean.
  /// - Throws: `VipsError` where the numbers do not fit the bytes.
  package convenience init(
    lending bytes: UnsafeRawBufferPointer, width: Int, height: Int, bands: Int, format: Format,
    interpretation: Interpretation
  ) throws(VipsError) {
    let made = unsafe cvips_from_memory(
      bytes.baseAddress, bytes.count, Int32(clamping: width), Int32(clamping: height),
      Int32(clamping: bands), format.rawValue, interpretation.rawValue)
    guard let made = unsafe made else { throw VipsError.taken(while: "wrapping pixels") }
    unsafe self.init(takingOwnershipOf: made, lending: [])
  }

  /// Makes all pixels, top to bottom, in the calling thread.
  ///
  /// - Parameter buffer: Takes rows without padding; large enough for all of them.
  /// - Throws: `VipsError` where a pixel cannot be made.
  package func write(into buffer: UnsafeMutableRawBufferPointer) throws(VipsError) {
    cvips_clear_error()
    guard unsafe cvips_write_rows(handle, buffer.baseAddress, buffer.count) == 0 else {
      throw VipsError.taken(while: "decoding")
    }
  }

  /// Makes all pixels of a picture in 8 bits, row by row without padding.
  ///
  /// - Throws: `VipsError` where a pixel cannot be made, or samples are of another type.
  package func byteSamples() throws(VipsError) -> [UInt8] {
    guard format == .uint8 else {
      throw VipsError(activity: "preparing samples", text: "they are not of 8 bits")
    }
    var samples = [UInt8](repeating: 0, count: width * height * bandCount)
    let written = unsafe samples.withUnsafeMutableBytes { buffer -> Result<Void, VipsError> in
      do throws(VipsError) {
        return .success(unsafe try write(into: buffer))
      } catch {
        return .failure(error)
      }
    }
    try written.get()
    return samples
  }

  /// Runs an operation of libvips on this picture.
  func applying(
    _ activity: String, with other: VipsImage? = nil,
    _ operation: (OpaquePointer) -> OpaquePointer?
  ) throws(VipsError) -> VipsImage {
    let made = unsafe operation(handle)
    guard let made = unsafe made else { throw VipsError.taken(while: activity) }
    return unsafe VipsImage(takingOwnershipOf: made, lending: lenders + (other?.lenders ?? []))
  }

  /// Runs an encoder of libvips on this picture and copies its bytes.
  func encoding(
    _ activity: String,
    _ encoder: (OpaquePointer, UnsafeMutablePointer<Int>) -> UnsafeMutableRawPointer?
  ) throws(VipsError) -> [UInt8] {
    cvips_clear_error()
    var length = 0
    let made = unsafe encoder(handle, &length)
    guard let made = unsafe made else { throw VipsError.taken(while: activity) }
    defer { unsafe cvips_free(made) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: made, count: length))
  }

  /// Hands the C object to an operation that takes two pictures.
  func withHandle<Result>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(handle) }

  /// The smallest sample of all bands.
  package func minimum() throws(VipsError) -> Double {
    var minimum = 0.0
    guard unsafe cvips_minimum(handle, &minimum) == 0 else {
      throw VipsError.taken(while: "looking for the minimum")
    }
    return minimum
  }
}
