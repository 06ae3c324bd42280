import CFFmpeg

/// Counts the frames whose memory a decoder, or who took its frames, still holds.
///
/// Used on the one thread that decodes.
final class HeldFrames {
  /// Bytes of all frames that are held.
  private(set) var byteCount: UInt64 = 0
  private let centibytes: UInt64
  private let fixedBytes: UInt64

  /// - Parameters:
  ///   - centibytes: What belongs to a frame beside its samples, in hundredths of a byte a pixel.
  ///   - fixedBytes: The same for its alignment, in bytes.
  init(centibytes: UInt64, fixedBytes: UInt64) {
    self.centibytes = centibytes
    self.fixedBytes = fixedBytes
  }

  /// Counts a frame that has got its memory, until its last reference goes.
  ///
  /// - Returns: Whether it could; the frame's memory is given up where not.
  func count(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    // SAFETY: the frame is the decoder's, alive during its call; the new buffer keeps the old one
    // as long as it lives.
    guard let whole = unsafe frame.pointee.buf.0 else { return true }
    let taken = unsafe taken(by: frame)
    let share = unsafe Share(of: self, byteCount: taken, buffer: whole)
    let opaque = unsafe Unmanaged.passRetained(share).toOpaque()
    let buffer = unsafe av_buffer_create(
      whole.pointee.data, whole.pointee.size, letGoOfShare, opaque, 0)
    guard let buffer = unsafe buffer else {
      unsafe Unmanaged<Share>.fromOpaque(opaque).release()
      unsafe av_frame_unref(frame)
      return false
    }
    unsafe frame.pointee.buf.0 = buffer
    byteCount += taken
    return true
  }

  private func taken(by frame: UnsafeMutablePointer<AVFrame>) -> UInt64 {
    let (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
    let format = unsafe AVPixelFormat(rawValue: frame.pointee.format)
    let size = av_image_get_buffer_size(format, width, height, 1)
    let samples = UInt64(max(0, size))
    let area = UInt64(max(0, width)) * UInt64(max(0, height))
    return samples + area / 100 * centibytes + fixedBytes
  }

  /// One frame's part of the count.
  @safe fileprivate final class Share {
    private let owner: HeldFrames
    private let byteCount: UInt64
    private var buffer: UnsafeMutablePointer<AVBufferRef>?

    init(of owner: HeldFrames, byteCount: UInt64, buffer: UnsafeMutablePointer<AVBufferRef>) {
      self.owner = owner
      self.byteCount = byteCount
      unsafe self.buffer = buffer
    }

    func letGo() {
      owner.byteCount -= byteCount
      unsafe av_buffer_unref(&buffer)
    }
  }
}

private let letGoOfShare:
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> Void = { opaque, _ in
    guard let opaque = unsafe opaque else { return }
    unsafe Unmanaged<HeldFrames.Share>.fromOpaque(opaque).takeRetainedValue().letGo()
  }
