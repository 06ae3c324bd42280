internal import CVipsShims

extension VipsImage {
  /// How a JPEG is written.
  package struct JPEGForm: Sendable, Hashable {
    /// 1 to 100.
    package var quality: Int
    /// Whether chroma is halved both ways, 4:2:0.
    package var isSubsampled: Bool
    /// Whether the whole picture is refined step by step.
    package var isProgressive: Bool

    /// Describes how a JPEG is written.
    package init(quality: Int, isSubsampled: Bool, isProgressive: Bool) {
      self.quality = quality
      self.isSubsampled = isSubsampled
      self.isProgressive = isProgressive
    }
  }

  /// Attaches metadata, which encoders write where they are told to keep some.
  ///
  /// - Parameters:
  ///   - iccProfile: An ICC profile.
  ///   - exif: EXIF data from the order mark on.
  /// - Returns: The same picture with them.
  /// - Throws: `VipsError` where there is no memory.
  package func attaching(iccProfile: [UInt8]?, exif: [UInt8]?) throws(VipsError) -> VipsImage {
    var image = self
    if let iccProfile { image = try image.attaching(iccProfile, as: "icc-profile-data") }
    // The six bytes with which EXIF data begin in JPEG are part of it for libvips.
    if let exif { image = try image.attaching(Array("Exif\0\0".utf8) + exif, as: "exif-data") }
    return image
  }

  private func attaching(_ bytes: [UInt8], as name: String) throws(VipsError) -> VipsImage {
    unsafe try applying("attaching metadata") { handle in
      unsafe bytes.withUnsafeBytes { unsafe cvips_attach(handle, name, $0.baseAddress, $0.count) }
    }
  }

  /// Encodes as JPEG.
  package func jpeg(_ form: JPEGForm, keepsMetadata: Bool) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding JPEG") {
      unsafe cvips_save_jpeg(
        $0, Int32(form.quality), form.isSubsampled ? 1 : 0, form.isProgressive ? 1 : 0,
        keepsMetadata ? 0 : 1, $1)
    }
  }

  /// Encodes as PNG, not interlaced; with a palette of at most 256 colours, or without loss.
  package func png(
    compression: Int, usesPalette: Bool, keepsMetadata: Bool
  ) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding PNG") {
      unsafe cvips_save_png(
        $0, Int32(compression), usesPalette ? 1 : 0, keepsMetadata ? 0 : 1, $1)
    }
  }

  /// Encodes as lossy WebP.
  package func webp(
    quality: Int, effort: Int, keepsMetadata: Bool
  ) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding WebP") {
      unsafe cvips_save_webp($0, Int32(quality), Int32(effort), keepsMetadata ? 0 : 1, $1)
    }
  }

  /// Encodes as AVIF.
  package func avif(
    quality: Int, effort: Int, keepsMetadata: Bool
  ) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding AVIF") {
      unsafe cvips_save_avif($0, Int32(quality), Int32(effort), keepsMetadata ? 0 : 1, $1)
    }
  }
}
