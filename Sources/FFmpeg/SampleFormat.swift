import CFFmpeg

/// The form of a frame's samples.
package struct SampleFormat: Sendable, Hashable, CustomStringConvertible {
  let raw: AVPixelFormat

  /// The library's name, such as `yuv420p10le`.
  package let name: String
  /// Bits of the deepest channel.
  package let bitDepth: Int
  /// Whether there is an alpha channel, or a palette that may have one.
  package let hasAlpha: Bool
  /// Whether samples are red, green and blue.
  package let isRGB: Bool
  /// Whether there is one channel of lightness and no colour.
  package let isGrey: Bool
  /// Whether samples are indices into a palette.
  package let isPalette: Bool
  /// Whether every channel has a plane of its own.
  package let isPlanar: Bool
  /// By how many bits chroma planes are narrower, and lower.
  package let chromaShift: (across: Int, down: Int)
  /// Bits a pixel, all channels together, without padding.
  package let bitsPerPixel: Int

  /// How many planes a frame has.
  var planeCount: Int { max(0, Int(av_pix_fmt_count_planes(raw))) }

  /// The library's name.
  package var description: String { name }

  init?(_ raw: AVPixelFormat) {
    guard raw != AV_PIX_FMT_NONE, let descriptor = unsafe av_pix_fmt_desc_get(raw) else {
      return nil
    }
    let components = unsafe Int(descriptor.pointee.nb_components)
    let flags = unsafe descriptor.pointee.flags
    self.raw = raw
    name = unsafe String(cString: descriptor.pointee.name)
    let depths = unsafe descriptor.pointee.comp
    bitDepth =
      [depths.0, depths.1, depths.2, depths.3].prefix(components)
      .map { Int($0.depth) }.max() ?? 0
    hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    isPalette = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    isGrey = components <= 2 && !isPalette && !isRGB
    isPlanar = flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0
    chromaShift = unsafe (
      Int(descriptor.pointee.log2_chroma_w), Int(descriptor.pointee.log2_chroma_h)
    )
    bitsPerPixel = unsafe Int(av_get_bits_per_pixel(descriptor))
  }

  /// Compares the library's numbers.
  package static func == (a: SampleFormat, b: SampleFormat) -> Bool { a.raw == b.raw }

  /// Hashes the library's number.
  package func hash(into hasher: inout Hasher) { hasher.combine(raw.rawValue) }
}
