internal import CVipsShims

extension VipsImage {
  /// Encodes as JPEG without metadata, with 4:2:0 or 4:4:4 chroma.
  package func jpeg(quality: Int, isSubsampled: Bool) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding JPEG") {
      unsafe cvips_save_jpeg($0, Int32(quality), isSubsampled ? 1 : 0, $1)
    }
  }

  /// Encodes as PNG without metadata, not interlaced.
  package func png(compression: Int) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding PNG") { unsafe cvips_save_png($0, Int32(compression), $1) }
  }

  /// Encodes as lossy WebP without metadata.
  package func webp(quality: Int, effort: Int) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding WebP") {
      unsafe cvips_save_webp($0, Int32(quality), Int32(effort), $1)
    }
  }

  /// Encodes as AVIF without metadata.
  package func avif(quality: Int, effort: Int) throws(VipsError) -> [UInt8] {
    unsafe try encoding("encoding AVIF") {
      unsafe cvips_save_avif($0, Int32(quality), Int32(effort), $1)
    }
  }
}
