package import ByteSources
import CJXL
internal import MediaTypes

/// Decodes the first frame of a JPEG XL file group by group.
///
/// Holds the groups that are worked on and their edges, where the frame lets itself be divided;
/// else the library holds it whole. Used on one thread. Its stop lever is that it is fed piece by
/// piece.
@safe package final class JXLDecoder {
  /// A part of a row: where it begins, and its pixels.
  ///
  /// A pixel is red, green, blue and opacity as floating-point numbers; 0 is black, 1 white, and
  /// some lie beyond.
  package typealias RowPart = (x: Int, y: Int, pixels: UnsafeRawBufferPointer)

  /// Bytes that are read at once.
  private static let pieceByteCount = 64 << 10
  /// The largest colour profile that is carried along, in bytes.
  private static let profileLimit = 4 << 20

  private let source: any ByteSource
  private let decoder: OpaquePointer
  private var piece = [UInt8](repeating: 0, count: pieceByteCount)
  private var pieceCount = 0
  private var position: UInt64 = 0
  /// The picture; known once the headers have been read.
  package private(set) var picture: JXLPicture

  /// Opens a file and reads its headers.
  ///
  /// - Parameter source: The file.
  /// - Throws: `notLoaded`, `source`, `outOfMemory`, `damaged`, `truncated`, `unsupported`.
  package init(_ source: any ByteSource) throws(JXLError) {
    try JXLRuntime.start()
    guard let decoder = unsafe cjxl_create() else { throw .outOfMemory }
    unsafe self.decoder = decoder
    self.source = source
    picture = JXLPicture(
      size: PixelSize(width: 1, height: 1), isGrey: false, hasAlpha: false, isPremultiplied: false)
    let events =
      JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue
    guard unsafe cjxl_subscribe_events(decoder, Int32(events)) == JXL_DEC_SUCCESS,
      unsafe cjxl_set_keep_orientation(decoder, 1) == JXL_DEC_SUCCESS
    else { throw .damaged }
    try readHeaders()
  }

  deinit { unsafe cjxl_destroy(decoder) }

  private func readHeaders() throws(JXLError) {
    while true {
      switch try nextEvent() {
      case JXL_DEC_BASIC_INFO: try readBasicInfo()
      case JXL_DEC_COLOR_ENCODING:
        picture.colours = colours()
        return
      default: throw .damaged
      }
    }
  }

  private func readBasicInfo() throws(JXLError) {
    var info = JxlBasicInfo()
    guard unsafe cjxl_get_basic_info(decoder, &info) == JXL_DEC_SUCCESS else { throw .damaged }
    guard info.exponent_bits_per_sample == 0 else {
      throw .unsupported("samples in floating point are not given out group by group")
    }
    picture.size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
    picture.isGrey = info.num_color_channels == 1
    picture.hasAlpha = info.alpha_bits > 0
    picture.isPremultiplied = info.alpha_premultiplied != 0
  }

  /// Numbers where they name light of high range or sRGB, else a profile.
  private func colours() -> JXLPicture.Colours? {
    var format = format
    var encoding = JxlColorEncoding()
    if unsafe cjxl_get_colours(decoder, &format, &encoding) == JXL_DEC_SUCCESS,
      let points = Self.codePoints(encoding)
    {
      return .codePoints(points)
    }
    var count = 0
    guard unsafe cjxl_get_profile_size(decoder, &format, &count) == JXL_DEC_SUCCESS,
      count > 0, count <= Self.profileLimit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe cjxl_get_profile(decoder, &format, &bytes, count) == JXL_DEC_SUCCESS else {
      return nil
    }
    return .profile(bytes)
  }

  /// The library numbers primaries and transfer functions as H.273 does, where that knows them.
  private static func codePoints(_ encoding: JxlColorEncoding) -> ColourFacts.CodePoints? {
    let isD65 = encoding.white_point == JXL_WHITE_POINT_D65
    let isGrey = encoding.color_space == JXL_COLOR_SPACE_GRAY
    let primaries = isGrey ? JXL_PRIMARIES_SRGB : encoding.primaries
    let isSRGB =
      primaries == JXL_PRIMARIES_SRGB && encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB
    let isHDR =
      encoding.transfer_function == JXL_TRANSFER_FUNCTION_PQ
      || encoding.transfer_function == JXL_TRANSFER_FUNCTION_HLG
    guard isD65, isSRGB || isHDR, primaries != JXL_PRIMARIES_CUSTOM else { return nil }
    // P3's number there is that of the theatre's white; with D65 it is another one.
    let number = primaries == JXL_PRIMARIES_P3 ? 12 : Int(primaries.rawValue)
    return ColourFacts.CodePoints(
      primaries: number, transfer: Int(encoding.transfer_function.rawValue), matrix: 0,
      isFullRange: true)
  }

  /// Floating point is what the library gives out without holding the whole picture.
  private var format: JxlPixelFormat {
    JxlPixelFormat(
      num_channels: 4, data_type: JXL_TYPE_FLOAT,
      endianness: JXL_NATIVE_ENDIAN, align: 0)
  }

  /// Decodes the picture.
  ///
  /// - Parameter take: Is given parts of rows in any order, each pixel once.
  /// - Throws: `source`, `cancelled`, `damaged`, `truncated`.
  package func decode(_ take: (RowPart) -> Void) throws(JXLError) {
    var failure: JXLError?
    var pixelsLeft = picture.size.area ?? 0
    // SAFETY: the receiver lives until the library is done with it, which is before this returns.
    unsafe withoutActuallyEscaping(take) { take in
      let receiver = unsafe RowReceiver { part in
        unsafe pixelsLeft -= part.pixels.count / 16
        unsafe take(part)
      }
      do throws(JXLError) {
        try run(into: receiver)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard pixelsLeft == 0 else { throw .damaged }
  }

  private func run(into receiver: RowReceiver) throws(JXLError) {
    while true {
      switch try nextEvent() {
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        var format = format
        let opaque = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        guard
          unsafe cjxl_set_image_out_callback(decoder, &format, takesRowPart, opaque)
            == JXL_DEC_SUCCESS
        else { throw .damaged }
      case JXL_DEC_FULL_IMAGE: return
      default: throw .damaged
      }
    }
  }

  /// Feeds the library until something happens.
  private func nextEvent() throws(JXLError) -> JxlDecoderStatus {
    while true {
      let status = try processed()
      guard status == JXL_DEC_NEED_MORE_INPUT else { return status }
      guard !Task.isCancelled else { throw .cancelled }
      try refill()
    }
  }

  /// Lets the library work on the piece that is held, and keeps what it leaves of it.
  private func processed() throws(JXLError) -> JxlDecoderStatus {
    let (decoder, count) = unsafe (decoder, pieceCount)
    // SAFETY: the library gives the bytes back before their memory is left.
    let (status, left) = unsafe piece.withUnsafeBufferPointer { bytes in
      guard unsafe cjxl_set_input(decoder, bytes.baseAddress, count) == JXL_DEC_SUCCESS else {
        return (JXL_DEC_ERROR, 0)
      }
      let status = unsafe cjxl_process_input(decoder)
      return unsafe (status, cjxl_release_input(decoder))
    }
    guard status != JXL_DEC_ERROR, left <= count else { throw .damaged }
    piece.replaceSubrange(0..<left, with: Array(piece[(count - left)..<count]))
    pieceCount = left
    return status
  }

  /// Reads on behind what the library has left.
  private func refill() throws(JXLError) {
    if pieceCount == piece.count { piece += [UInt8](repeating: 0, count: piece.count) }
    let (source, kept, position) = (source, pieceCount, position)
    var failure: ThumbnailError?
    let count = unsafe piece.withUnsafeMutableBytes { buffer -> Int in
      do throws(ThumbnailError) {
        return unsafe try source.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]), at: position)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw .source(failure) }
    guard count > 0 else { throw .truncated }
    pieceCount += count
    self.position += UInt64(count)
  }
}

/// Receives parts of rows from the library.
///
/// SAFETY: hands the samples on and keeps none.
@safe private final class RowReceiver {
  let take: (JXLDecoder.RowPart) -> Void

  init(take: @escaping (JXLDecoder.RowPart) -> Void) { unsafe self.take = take }
}

private let takesRowPart: JxlImageOutCallback = { opaque, x, y, count, samples in
  guard let opaque = unsafe opaque, let samples = unsafe samples else { return }
  let receiver = unsafe Unmanaged<RowReceiver>.fromOpaque(opaque).takeUnretainedValue()
  // SAFETY: four samples a pixel were asked for.
  unsafe receiver.take(
    (
      x: x, y: y,
      pixels: UnsafeRawBufferPointer(start: samples, count: count * 16)
    ))
}
