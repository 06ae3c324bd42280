import ByteSources
import FFmpeg
import MediaTypes

/// The search for a frame that shows something, in passes of growing patience.
enum FrameSearch {
  /// How a pass goes about it.
  private struct Pass {
    /// Whether the library reads ahead to learn what streams hold.
    var probesStreams: Bool
    /// Whether packets are decoded one after the other instead of key packets by themselves.
    var decodesAll: Bool
  }

  /// The passes in their order: most files end in the first.
  private static let passes = [
    Pass(probesStreams: false, decodesAll: false),
    // Streams whose pictures all depend on others, or whose key packets are not marked.
    Pass(probesStreams: false, decodesAll: true),
    // Containers whose headers do not tell enough to open a decoder.
    Pass(probesStreams: true, decodesAll: true),
  ]

  /// Finds a frame.
  ///
  /// - Throws: `FFmpegError`, with what the first pass met where none has a better reason.
  static func frame(
    of source: any ByteSource, order: FrameOrder, limits: FrameLimits = FrameLimits()
  ) throws(FFmpegError) -> ShownFrame {
    if order.search == .group {
      var run = try FrameRun(
        source, order: order, limits: limits, probesStreams: false,
        readsStartOnly: order.choice == .first)
      guard let shown = try run.frame(of: .group) else { throw .noTellingFrame }
      return shown
    }
    var firstFailure: FFmpegError?
    for pass in passes {
      do throws(FFmpegError) {
        var run = try FrameRun(
          source, order: order, limits: limits, probesStreams: pass.probesStreams,
          readsStartOnly: order.choice == .first && !pass.decodesAll)
        if let shown = try run.frame(of: pass.decodesAll ? .any : .keyFrames) { return shown }
      } catch {
        switch error {
        case .stopped, .source, .frameTooLarge, .frameNotInBands, .noDemuxer: throw error
        default: firstFailure = firstFailure ?? error
        }
      }
    }
    throw firstFailure ?? .nothingDecodes
  }
}

extension FFmpegError {
  /// No packet within the limits gave a picture.
  static let nothingDecodes = FFmpegError.noPicture(
    "no frame of the video can be decoded; it is damaged or a part of a recording only: see if"
      + " another program plays it")
}
