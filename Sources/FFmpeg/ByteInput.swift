package import ByteSources
import CFFmpeg
import MediaTypes

/// A source of bytes as FFmpeg's input; the only way by which the library gets at bytes.
///
/// It holds one buffer of 32 KiB. Used on one thread at a time.
@safe package final class ByteInput {
  private static let bufferByteCount: Int32 = 32 << 10

  /// Where the bytes come from.
  let source: any ByteSource
  private let shouldStop: StopCheck
  /// What is read instead of what is stored.
  var trim: MovieIndexTrim?
  private var position: UInt64 = 0
  private var context: UnsafeMutablePointer<AVIOContext>?

  /// Bytes that were read so far.
  package private(set) var bytesRead: UInt64 = 0
  /// What to say instead of the library's own error: the source's failure, or the stop.
  private var failure: FFmpegError?

  /// How many bytes the source has.
  package var byteCount: UInt64 { source.byteCount }

  /// Whether the end was reached by a read.
  package private(set) var reachedEnd = false

  /// Makes an input over a source.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - shouldStop: Asked before every read; once it says yes, all reads fail.
  /// - Throws: `FFmpegError.outOfMemory`.
  package init(_ source: any ByteSource, shouldStop: @escaping StopCheck) throws(FFmpegError) {
    try FFmpegRuntime.start()
    self.source = source
    self.shouldStop = shouldStop
    guard let buffer = unsafe av_malloc(Int(ByteInput.bufferByteCount)) else {
      throw .outOfMemory(call: "av_malloc")
    }
    // Unretained: the owner of the format context keeps this object, and outlives every callback.
    unsafe context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), ByteInput.bufferByteCount, 0,
      Unmanaged.passUnretained(self).toOpaque(), readBytes, nil, seekBytes)
    guard unsafe context != nil else {
      unsafe av_free(buffer)
      throw .outOfMemory(call: "avio_alloc_context")
    }
  }

  deinit {
    // The library may have replaced the buffer, so that the one in the context is freed.
    unsafe av_freep(UnsafeMutableRawPointer(context?.pointer(to: \.buffer)))
    unsafe avio_context_free(&context)
  }

  /// Lends the C object to a format context, which must not outlive this input.
  func lend(to format: UnsafeMutablePointer<AVFormatContext>) {
    unsafe format.pointee.pb = context
  }

  /// The error of a call, with the source's or the stop's own words where they are the reason.
  func error(_ number: Int32, in call: String) -> FFmpegError {
    failure ?? FFmpegError(number, in: call)
  }

  /// Throws where the stop check says so.
  package func checkStop() throws(FFmpegError) {
    guard isStopped else { return }
    throw .stopped
  }

  fileprivate var isStopped: Bool {
    if failure == .stopped { return true }
    guard shouldStop() else { return false }
    failure = .stopped
    return true
  }

  fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    guard !isStopped else { return CFFMPEG_ERROR_EXIT }
    do throws(ThumbnailError) {
      let count = unsafe try source.read(into: buffer, at: position)
      guard count > 0 else {
        reachedEnd = true
        return CFFMPEG_ERROR_EOF
      }
      if let trim {
        unsafe trim.apply(
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), readAt: position)
      }
      position += UInt64(count)
      bytesRead += UInt64(count)
      return Int32(count)
    } catch {
      failure = .source(error)
      return CFFMPEG_ERROR_IO
    }
  }

  fileprivate func seek(to offset: Int64, from origin: Int32) -> Int64 {
    let end = Int64(clamping: source.byteCount)
    let base: Int64
    switch origin & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return end
    case SEEK_SET: base = 0
    case SEEK_CUR: base = Int64(clamping: position)
    case SEEK_END: base = end
    default: return Int64(CFFMPEG_ERROR_INVALID)
    }
    let (target, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, target >= 0 else { return Int64(CFFMPEG_ERROR_INVALID) }
    position = UInt64(target)
    return target
  }
}

private func input(_ opaque: UnsafeMutableRawPointer?) -> ByteInput? {
  guard let opaque = unsafe opaque else { return nil }
  return unsafe Unmanaged<ByteInput>.fromOpaque(opaque).takeUnretainedValue()
}

private let readBytes:
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
    opaque, buffer, count in
    guard let input = unsafe input(opaque), let buffer = unsafe buffer, count > 0 else {
      return CFFMPEG_ERROR_INVALID
    }
    return unsafe input.read(
      into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
  }

private let seekBytes: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = {
  opaque, offset, origin in
  guard let input = unsafe input(opaque) else { return Int64(CFFMPEG_ERROR_INVALID) }
  return input.seek(to: offset, from: origin)
}

/// FFmpeg's interrupt callback: asks the stop check of the `ByteInput` behind `opaque`.
let interruptsInput: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { opaque in
  unsafe input(opaque)?.isStopped == true ? 1 : 0
}

extension ByteInput {
  /// The callback by which loops inside the library that do not read are ended.
  var interruptCallback: AVIOInterruptCB {
    unsafe AVIOInterruptCB(
      callback: interruptsInput, opaque: Unmanaged.passUnretained(self).toOpaque())
  }
}
