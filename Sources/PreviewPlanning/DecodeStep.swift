package import MediaTypes

/// One way to get at the pixels of a picture, with what it costs.
package struct DecodeStep: Sendable, Hashable {
  /// Who decodes.
  package enum Decoder: String, Sendable, CaseIterable {
    /// A loader of libvips, reducing while it loads where it can.
    case vips
    /// A picture decoder of FFmpeg, fed the whole file as one packet.
    case ffmpegStill
    /// A key frame of a video, by FFmpeg, whatever it shows.
    case ffmpegFrame
    /// The same, refused where none of those looked at tells anything.
    case ffmpegTellingFrame
    /// A frame that needs those before it, by FFmpeg, from a key frame on.
    case ffmpegFrameGroup
    /// Our JPEG decoder that keeps the lowest coefficients only.
    case scaledJPEG
    /// HEVC or AV1 items of a HEIF file, one at a time, by FFmpeg.
    case heifItems
    /// The bytes of a preview or a cover, looked at and decoded as a file of their own.
    case nested
    /// A cover that FFmpeg finds, decoded as a file of its own.
    case attachedPicture
    /// Our PNG reader, which averages rows into boxes as they come, interlaced ones pass by pass.
    case pngRows
    /// Our reader of lossless WebP, which averages rows as they come.
    case webPRows
    /// Our reader of Photoshop documents, which averages their composite channel by channel.
    case psdRows
    /// Our reader of bitmaps, which averages rows into boxes as they come.
    case bmpRows
    /// Our reader of TIFF, which averages rows into boxes as they come.
    case tiffRows
    /// JPEG XL by libjxl, which gives groups of pixels that are averaged as they come.
    case jxlGroups
  }

  /// What kind of preview the pixels are.
  package var source: PreviewSource
  /// Who decodes.
  package var decoder: Decoder
  /// The coding of the bytes that are decoded.
  package var format: MediaFormat
  /// The part of the file that is decoded; `nil` is the whole file.
  package var preview: EmbeddedPreview?
  /// The size of the picture that is decoded, in pixels as stored, where known.
  package var size: PixelSize?
  /// The divisor by which the decoder reduces while it decodes, 1 where it does not.
  package var shrink: Int
  /// A bound on the memory it takes, in bytes above an idle worker.
  package var plannedBytes: UInt64
  /// Bytes that the decoder asks the system for and never touches, so that they take no memory, but
  /// count where what may be asked for is limited.
  package var untouchedBytes: UInt64 = 0
  /// Why this way, in words.
  package var reason: String

  /// Creates a step.
  package init(
    _ source: PreviewSource, by decoder: Decoder, format: MediaFormat,
    preview: EmbeddedPreview? = nil, size: PixelSize?, shrink: Int = 1, plannedBytes: UInt64,
    reason: String
  ) {
    self.source = source
    self.decoder = decoder
    self.format = format
    self.preview = preview
    self.size = size
    self.shrink = shrink
    self.plannedBytes = plannedBytes
    self.reason = reason
  }
}
