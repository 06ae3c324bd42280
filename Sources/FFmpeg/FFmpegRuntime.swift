import CDav1d
import CFFmpeg

/// FFmpeg's state that is one for the whole process.
package enum FFmpegRuntime {
  /// Silences FFmpeg's log, once; errors reach us as values.
  ///
  /// Every owner of this room calls it before its first call into the library.
  package static func start() { _ = started }

  private static let started: Bool = {
    av_log_set_level(AV_LOG_QUIET)
    return true
  }()

  /// FFmpeg's libraries that are linked, and AV1's, each with its version.
  package static var libraries: [String] {
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
  /// A lying header then ends in an error instead of memory that was never planned.
  /// The corresponding C function is `av_max_alloc`.
  ///
  /// - Parameter byteCount: The bound in bytes; at least 1 MiB is granted, since the library takes
  ///   smaller tables for itself.
  package static func limitAllocations(toBytes byteCount: UInt64) {
    av_max_alloc(Int(clamping: max(byteCount, 1 << 20)))
  }
}

/// Whether somebody wants a decode to end; asked between reads, from the decoding thread.
package typealias StopCheck = @Sendable () -> Bool
