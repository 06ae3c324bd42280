import CFFmpeg
package import MediaTypes

/// A decoded picture.
@safe package struct Frame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// The divisor by which the frame was reduced while it was decoded; 1 where it was not.
  package let reduction: Int
  private let unreducedSize: PixelSize?

  init(reduction: Int = 1, wholeSize: PixelSize? = nil) throws(FFmpegError) {
    self.reduction = reduction
    unreducedSize = wholeSize
    try FFmpegRuntime.start()
    guard let frame = unsafe av_frame_alloc() else {
      throw .outOfMemory(call: "av_frame_alloc")
    }
    unsafe pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&frame)
  }

  /// The first sample of the first plane, before cropping.
  var start: UnsafeMutablePointer<UInt8>? {
    unsafe pointer.pointee.buf.0?.pointee.data
  }

  /// Width and height in pixels, after the codec's own cropping.
  package var size: PixelSize {
    unsafe PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }

  /// Width and height in pixels before it was reduced.
  package var wholeSize: PixelSize { unreducedSize ?? size }

  /// The form of the samples.
  package var samples: SampleFormat? {
    unsafe SampleFormat(AVPixelFormat(rawValue: pointer.pointee.format))
  }

  /// What the samples mean as colours; 2 is unspecified.
  package var codePoints: ColourFacts.CodePoints {
    unsafe ColourFacts.CodePoints(
      primaries: Int(pointer.pointee.color_primaries.rawValue),
      transfer: Int(pointer.pointee.color_trc.rawValue),
      matrix: Int(pointer.pointee.colorspace.rawValue),
      isFullRange: pointer.pointee.color_range == AVCOL_RANGE_JPEG)
  }

  /// Width of a pixel by its height, where stated.
  package var pixelAspect: Ratio? { unsafe Ratio(pointer.pointee.sample_aspect_ratio) }

  /// When it is shown, in units of its stream, where known.
  package var timestamp: Int64? {
    let timestamp = unsafe pointer.pointee.best_effort_timestamp
    return timestamp == CFFMPEG_NO_TIMESTAMP ? nil : timestamp
  }

  /// Whether the two fields were taken at different times.
  package var isInterlaced: Bool { unsafe pointer.pointee.interlaced_frame != 0 }

  /// Whether decoding can begin with this picture.
  package var isKey: Bool { unsafe pointer.pointee.key_frame != 0 }

  /// Whether the decoder found damage and showed what it could.
  package var isDamaged: Bool {
    unsafe pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
      || pointer.pointee.decode_error_flags != 0
  }

  /// How the picture must be turned, by the codec's own display matrix.
  package var orientation: Orientation? {
    guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX) else {
      return nil
    }
    return unsafe Orientation(displayMatrix: data.pointee.data, byteCount: data.pointee.size)
  }

  /// The greatest luminance of the picture or of the display it was made on, in cd/m², if stated.
  package var peakLuminance: Double? {
    if let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL),
      unsafe data.pointee.size >= MemoryLayout<AVContentLightMetadata>.size
    {
      let light = unsafe UnsafeRawPointer(data.pointee.data).loadUnaligned(
        as: AVContentLightMetadata.self)
      if light.MaxCLL > 0 { return Double(light.MaxCLL) }
    }
    guard
      let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA),
      unsafe data.pointee.size >= MemoryLayout<AVMasteringDisplayMetadata>.size
    else { return nil }
    let display = unsafe UnsafeRawPointer(data.pointee.data).loadUnaligned(
      as: AVMasteringDisplayMetadata.self)
    guard display.has_luminance != 0 else { return nil }
    return Ratio(display.max_luminance)?.value
  }

  /// The bytes of an ICC profile that came with the picture.
  package var iccProfile: [UInt8]? {
    guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_ICC_PROFILE),
      let start = unsafe data.pointee.data, unsafe data.pointee.size > 0
    else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: data.pointee.size))
  }

  /// One plane of samples.
  @unsafe package struct Plane {
    /// The first sample of the first row.
    package let start: UnsafeRawPointer
    /// Bytes from a row to the next; negative where rows are stored from bottom to top.
    package let stride: Int
    /// Samples (of packed forms: pixels) a row.
    package let width: Int
    /// Rows.
    package let height: Int
  }

  /// Lends the planes for reading: of planar forms luma and chroma (or green, blue, red), then
  /// alpha; of packed forms one.
  ///
  /// Samples of more than 8 bits are 16-bit numbers in the machine's order where the form's name
  /// ends in `le`.
  package func withPlanes<Result, Failure: Error>(
    _ body: ([Plane]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(planes)
  }

  private var planes: [Plane] {
    guard let samples else { return unsafe [] }
    let data = unsafe pointer.pointee.data
    let strides = unsafe pointer.pointee.linesize
    let starts = unsafe [data.0, data.1, data.2, data.3]
    let steps = [strides.0, strides.1, strides.2, strides.3]
    let count = max(0, Int(av_pix_fmt_count_planes(samples.raw)))
    var planes: [Plane] = unsafe []
    for index in 0..<min(count, 4) {
      guard let start = unsafe starts[index] else { break }
      let isChroma = samples.isPlanar && !samples.isRGB && (index == 1 || index == 2)
      let (across, down) = isChroma ? samples.chromaShift : (0, 0)
      unsafe planes.append(
        Plane(
          start: UnsafeRawPointer(start), stride: Int(steps[index]),
          width: (size.width + (1 << across) - 1) >> across,
          height: (size.height + (1 << down) - 1) >> down))
    }
    return unsafe planes
  }
}
