import CFFmpeg
package import MediaTypes

/// Turns frames into small pictures of red, green and blue, in one pass.
package enum Scaler {
  /// What samples are wanted.
  package enum Output: Sendable, Hashable {
    /// 8-bit red, green, blue.
    case rgb8
    /// 8-bit red, green, blue, straight alpha.
    case rgba8
    /// 16-bit red, green, blue, in the machine's order.
    case rgb16
    /// 16-bit red, green, blue, straight alpha, in the machine's order.
    case rgba16

    /// Bytes a pixel.
    package var bytesPerPixel: Int {
      switch self {
      case .rgb8: 3
      case .rgba8: 4
      case .rgb16: 6
      case .rgba16: 8
      }
    }

    var raw: AVPixelFormat {
      switch self {
      case .rgb8: AV_PIX_FMT_RGB24
      case .rgba8: AV_PIX_FMT_RGBA
      case .rgb16: CFFMPEG_PIX_FMT_RGB48
      case .rgba16: CFFMPEG_PIX_FMT_RGBA64
      }
    }
  }

  /// How luma and chroma become red, green and blue.
  package struct Colour: Sendable, Hashable {
    /// MatrixCoefficients of H.273; 0 and 2 count as BT.601.
    package var matrix: Int
    /// Whether samples use the whole range of their type.
    package var isFullRange: Bool

    /// Creates a conversion.
    package init(matrix: Int, isFullRange: Bool) {
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }

  /// A part of a frame, in pixels.
  package struct Part: Sendable, Hashable {
    /// Columns left out on the left.
    package var left: Int
    /// Rows left out at the top.
    package var top: Int
    /// Width and height of the part.
    package var size: PixelSize
    /// Whether only every second row counts.
    package var oneField: Bool

    /// Creates a part.
    package init(left: Int = 0, top: Int = 0, size: PixelSize, oneField: Bool = false) {
      self.left = left
      self.top = top
      self.size = size
      self.oneField = oneField
    }

    /// The whole of a frame.
    package static func whole(of frame: borrowing Frame) -> Part { Part(size: frame.size) }
  }

  /// The most by which one pass reduces a side; beyond, the library's filter tables do not reach.
  private static let passLimit = 60

  /// Scales a part of a frame.
  ///
  /// Averages over areas where it reduces, so that nothing aliases. Holds the result with padded
  /// rows, and a few rows of the frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - part: Which part of it; the whole where `nil`.
  ///   - size: Width and height of the result, in pixels.
  ///   - output: The samples of the result.
  ///   - colour: How luma and chroma are to be read.
  /// - Returns: The small picture.
  /// - Throws: `noConversion`, `outOfMemory`, `refused` where the part is not inside the frame.
  package static func scale(
    _ frame: borrowing Frame, part: Part? = nil, to size: PixelSize, as output: Output,
    colour: Colour
  ) throws(FFmpegError) -> ScaledPicture {
    let part = part ?? .whole(of: frame)
    let view = try FrameView(of: frame, part: part)
    // Very strong reduction goes by way of a picture in between.
    let between = PixelSize(
      width: max(size.width, (view.size.width + passLimit - 1) / passLimit),
      height: max(size.height, (view.size.height + passLimit - 1) / passLimit))
    let first = try ScaledPicture(size: between, output: output)
    try pass(view, into: first, colour: colour)
    guard between != size else { return first }
    let second = try ScaledPicture(size: size, output: output)
    try pass(first.view, into: second, colour: Colour(matrix: 0, isFullRange: true))
    return second
  }

  private static func pass(
    _ view: FrameView, into picture: borrowing ScaledPicture, colour: Colour
  ) throws(FFmpegError) {
    let reduces = picture.size.width <= view.size.width && picture.size.height <= view.size.height
    // Bicubic where a side is enlarged, since averaging would show steps there.
    let flags =
      (reduces ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT
      | SWS_FULL_CHR_H_INP
    guard sws_isSupportedInput(view.samples.raw) != 0 else {
      throw .noConversion(view.samples.name)
    }
    guard
      let context = unsafe sws_getContext(
        Int32(view.size.width), Int32(view.size.height), view.samples.raw,
        Int32(picture.size.width), Int32(picture.size.height), picture.output.raw,
        flags, nil, nil, nil)
    else { throw .noConversion(view.samples.name) }
    defer { unsafe sws_freeContext(context) }
    // Status ignored: it tells that there is no luma and chroma to convert.
    _ = unsafe sws_setColorspaceDetails(
      context, sws_getCoefficients(Int32(tableNumber(for: colour.matrix))),
      colour.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
    let status = unsafe picture.withRows { rows, stride in
      unsafe view.withPlanes { data, strides in
        var target: UnsafeMutablePointer<UInt8>? = unsafe rows
        var targetStride = Int32(stride)
        return unsafe sws_scale(
          context, data, strides, 0, Int32(view.size.height), &target, &targetStride)
      }
    }
    guard status > 0 else { throw FFmpegError(status, in: "sws_scale") }
  }

  /// libswscale's number for MatrixCoefficients.
  private static func tableNumber(for matrix: Int) -> Int32 {
    switch matrix {
    case 1: SWS_CS_ITU709
    case 4: SWS_CS_FCC
    case 7: SWS_CS_SMPTE240M
    case 9, 10: SWS_CS_BT2020
    default: SWS_CS_ITU601
    }
  }
}

/// A part of a frame's memory, seen as a frame.
///
/// SAFETY: borrows the frame's pointers; lives inside the call of `Scaler.scale` that borrows the
/// frame.
@safe struct FrameView {
  let size: PixelSize
  let samples: SampleFormat
  private var data: [UnsafePointer<UInt8>?]
  private var strides: [Int32]

  init(of frame: borrowing Frame, part: Scaler.Part) throws(FFmpegError) {
    guard let samples = frame.samples else { throw .noConversion("unknown") }
    let whole = frame.size
    guard part.left >= 0, part.top >= 0, part.size.isValid,
      part.left <= whole.width - part.size.width, part.top <= whole.height - part.size.height
    else { throw .refused(number: CFFMPEG_ERROR_INVALID, call: "crop") }
    self.samples = samples
    size =
      part.oneField
      ? PixelSize(width: part.size.width, height: max(1, part.size.height / 2)) : part.size
    let planes = unsafe frame.pointer.pointee.data
    let steps = unsafe frame.pointer.pointee.linesize
    unsafe data = [
      UnsafePointer(planes.0), UnsafePointer(planes.1), UnsafePointer(planes.2),
      UnsafePointer(planes.3),
    ]
    strides = [steps.0, steps.1, steps.2, steps.3]
    cut(part)
    if part.oneField { strides = strides.map { $0 &* 2 } }
  }

  init(_ picture: borrowing ScaledPicture) {
    size = picture.size
    samples = picture.samples
    unsafe data = [UnsafePointer(picture.start), nil, nil, nil]
    strides = [Int32(picture.stride), 0, 0, 0]
  }

  /// Moves the planes' starts to the part's corner.
  private mutating func cut(_ part: Scaler.Part) {
    guard part.left > 0 || part.top > 0,
      let descriptor = unsafe av_pix_fmt_desc_get(samples.raw)
    else { return }
    let components = unsafe descriptor.pointee.comp
    let all = [components.0, components.1, components.2, components.3]
    for plane in 0..<4 {
      if samples.isPalette && plane == 1 { continue }
      guard unsafe data[plane] != nil,
        let component = all.prefix(unsafe Int(descriptor.pointee.nb_components))
          .first(where: { Int($0.plane) == plane })
      else { continue }
      let isChroma = !samples.isRGB && (plane == 1 || plane == 2)
      let (across, down) = isChroma ? samples.chromaShift : (0, 0)
      let offset =
        (part.top >> down) * Int(strides[plane]) + (part.left >> across) * Int(component.step)
      unsafe data[plane] = data[plane]?.advanced(by: offset)
    }
  }

  func withPlanes(
    _ body: (UnsafePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    unsafe data.withUnsafeBufferPointer { data in
      unsafe strides.withUnsafeBufferPointer { strides in
        guard let data = data.baseAddress, let strides = strides.baseAddress else {
          return CFFMPEG_ERROR_INVALID
        }
        return unsafe body(data, strides)
      }
    }
  }
}
