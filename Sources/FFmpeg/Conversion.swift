import CFFmpeg
import MediaTypes

/// libswscale's tables for one size, form and colour of samples on either side.
@safe struct Conversion: ~Copyable {
  private let context: OpaquePointer
  private let sourceHeight: Int32

  /// Prepares the conversion of views of one size and form into pictures of one size.
  init(
    of view: FrameView, to picture: borrowing ScaledPicture, colour: Scaler.Colour
  ) throws(FFmpegError) {
    // Bicubic where a side is enlarged, since averaging would show steps there.
    let flags =
      (picture.size.fits(in: view.size) ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND
      | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
    guard sws_isSupportedInput(view.samples.raw) != 0,
      let context = unsafe sws_getContext(
        Int32(view.size.width), Int32(view.size.height), view.samples.raw,
        Int32(picture.size.width), Int32(picture.size.height), picture.output.raw,
        flags, nil, nil, nil)
    else { throw .noConversion(view.samples.name) }
    unsafe self.context = context
    sourceHeight = Int32(view.size.height)
    // Status ignored: it tells that there is no luma and chroma to convert.
    _ = unsafe sws_setColorspaceDetails(
      context, sws_getCoefficients(Conversion.tableNumber(for: colour.matrix)),
      colour.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
  }

  deinit { unsafe sws_freeContext(context) }

  /// Converts a view of the size and form that was prepared for.
  func run(_ view: FrameView, into picture: borrowing ScaledPicture) throws(FFmpegError) {
    let status = unsafe view.withPlanes { data, strides in
      var target: UnsafeMutablePointer<UInt8>? = unsafe picture.start
      var targetStride = Int32(picture.stride)
      return unsafe sws_scale(context, data, strides, 0, sourceHeight, &target, &targetStride)
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
