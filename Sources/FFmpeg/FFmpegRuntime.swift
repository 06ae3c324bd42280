import CDav1d
import CFFmpeg
import CFFmpegLoader
import Synchronization

/// FFmpeg's state that is one for the whole process.
package enum FFmpegRuntime {
  /// Loads FFmpeg and silences its log, once; errors reach us as values.
  ///
  /// Every owner of this room calls it before its first call into the library.
  ///
  /// - Throws: `FFmpegError.notLoaded` where the libraries are missing, or where this process may
  ///   no longer open them.
  package static func start() throws(FFmpegError) {
    if let reason { throw .notLoaded(reason) }
  }

  /// Why the libraries are not there; `nil` where they are.
  private static let reason: String? = {
    if let reason = unsafe cffmpeg_load() { return unsafe String(cString: reason) }
    av_log_set_level(AV_LOG_QUIET)
    isLoaded.store(true, ordering: .releasing)
    return nil
  }()

  private static let isLoaded = Atomic(false)

  /// FFmpeg's libraries and AV1's, each with its version; none where FFmpeg's are not loaded.
  package static var libraries: [String] {
    guard isLoaded.load(ordering: .acquiring) else { return [] }
    let versions = [
      ("libavformat", avformat_version()), ("libavcodec", avcodec_version()),
      ("libavutil", avutil_version()), ("libswscale", swscale_version()),
    ]
    // Source: libavutil/version.h, `AV_VERSION_INT`.
    return versions.map { name, version in
      "\(name) \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    } + ["dav1d \(unsafe String(cString: dav1d_version()))"]
  }

  /// Bounds every single allocation of FFmpeg in this process.
  ///
  /// It is for a process that has loaded the libraries, and does nothing in another one.
  /// A lying header then ends in an error instead of memory that was never planned.
  /// The corresponding C function is `av_max_alloc`.
  ///
  /// - Parameter byteCount: The bound in bytes; at least 1 MiB is granted, since the library takes
  ///   smaller tables for itself.
  package static func limitAllocations(toBytes byteCount: UInt64) {
    guard isLoaded.load(ordering: .acquiring) else { return }
    av_max_alloc(Int(clamping: max(byteCount, 1 << 20)))
  }
}

/// Whether somebody wants a decode to end; asked between reads, from the decoding thread.
package typealias StopCheck = @Sendable () -> Bool
