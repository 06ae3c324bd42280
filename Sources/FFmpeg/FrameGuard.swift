import CFFmpeg
import MediaTypes

/// Refuses frames that are larger than granted, before their samples are allocated.
final class FrameGuard {
  private let byteLimit: UInt64
  private let tableCentibytes: UInt64
  private let packetCopies: UInt64
  private let pixelLimit: UInt64
  /// What reduces frames while they are decoded, where that is wanted.
  private(set) var bands: BandedFrame?
  private let bandReduction: Int
  /// The frames that are held, where they count.
  let held: HeldFrames?
  /// Bytes of the latest frame's samples, were it held whole.
  private var wholeByteCount: UInt64 = 0
  /// Bytes of the packet that is decoded.
  var packetByteCount: UInt64 = 0
  private(set) var refusal: FFmpegError?

  init(_ options: Decoder.Options) {
    byteLimit = options.frameByteLimit
    tableCentibytes = options.tableCentibytes
    packetCopies = options.packetCopies
    pixelLimit = options.pixelLimit
    bandReduction = options.bandReduction
    held =
      options.countsHeldFrames
      ? HeldFrames(centibytes: options.heldCentibytes, fixedBytes: options.heldBytes) : nil
  }

  /// Has frames reduced while they are decoded, where that is wanted and the codec shows how far
  /// it is.
  func reducesBands(of codec: AVCodecID) {
    guard bandReduction > 1, let progress = BandedFrame.Progress.of(codec) else { return }
    bands = BandedFrame(reduction: bandReduction, progress: progress)
  }

  /// Notes that a frame's bands cannot be taken, so that it would have to be held whole.
  @discardableResult
  func refuseBands() -> FFmpegError {
    let error = FFmpegError.frameNotInBands(neededBytes: wholeByteCount)
    refusal = error
    return error
  }

  func admitStatedSize(
    of context: UnsafeMutablePointer<AVCodecContext>
  ) throws(FFmpegError) {
    let (width, height) = unsafe (context.pointee.width, context.pointee.height)
    guard width > 0, height > 0 else { return }
    let format = unsafe context.pointee.pix_fmt
    guard admits(width, height, format == AV_PIX_FMT_NONE ? AV_PIX_FMT_GRAY8 : format) else {
      throw refusal ?? .outOfMemory(call: "av_image_get_buffer_size")
    }
  }

  /// Whether a frame may have its memory, beside other frames of some bytes.
  func admits(
    _ width: Int32, _ height: Int32, _ format: AVPixelFormat, beside held: UInt64 = 0
  ) -> Bool {
    let size = av_image_get_buffer_size(format, width, height, 1)
    // Sizes beyond the library's own bounds come back negative.
    let whole = size < 0 ? UInt64(Int32.max) : UInt64(size)
    wholeByteCount = whole
    let samples = bands?.byteCount(ofWhole: whole, height: height) ?? whole
    let area = UInt64(max(0, width)) * UInt64(max(0, height))
    let (tables, overflows) = area.multipliedReportingOverflow(by: tableCentibytes)
    let needed = overflows ? .max : held + samples + tables / 100 + packetCopies * packetByteCount
    guard needed > byteLimit || area > pixelLimit else { return true }
    refusal = .frameTooLarge(neededBytes: needed, grantedBytes: byteLimit)
    return false
  }
}
