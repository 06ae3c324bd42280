internal import MediaTypes
internal import PreviewPlanning
internal import SystemCalls
internal import WorkerProtocol

/// Libraries that a worker loads, or goes without, before it is confined and can load no more.
///
/// They come with a hundred others, which take longer to load than most photos take to decode. What
/// libvips decodes by itself, and our readers, is there in any case.
struct LibrarySet: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// FFmpeg.
  static let ffmpeg = LibrarySet(rawValue: 1)
  /// What packages of libvips put into modules.
  static let modules = LibrarySet(rawValue: 2)
  static let all: LibrarySet = [.ffmpeg, .modules]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What has to be loaded for the way of a job that is tried first, and for its thumbnails.
  init(for job: DecodeJob) {
    self = job.plan.steps.first?.libraries ?? []
    if job.options.format == .avif { insert(.modules) }
  }

  /// Whether a failure of a job may be due to libraries that are not in this set.
  func mayExplainFailure(of job: DecodeJob) -> Bool {
    !job.plan.steps.allSatisfy { step in
      // What lies in a file can be anything.
      isSuperset(of: step.decoder == .nested ? .all : step.libraries)
    }
  }

  /// What a worker with these libraries is started with.
  func launch(_ program: ChildProcess.Launch) -> ChildProcess.Launch {
    var launch = program
    if !contains(.ffmpeg) { launch.arguments.append(WorkerArgument.withoutFFmpeg) }
    // Where libvips would look for its modules; it starts without those that it does not find.
    if !contains(.modules) { launch.environment.append("VIPSHOME=/dev/null") }
    return launch
  }
}

extension DecodeStep {
  /// What its decoder is made of beside libvips itself and our readers.
  fileprivate var libraries: LibrarySet {
    switch decoder {
    case .ffmpegStill, .ffmpegFrame, .ffmpegTellingFrame, .ffmpegFrameGroup, .heifItems,
      .attachedPicture:
      .ffmpeg
    case .jxlGroups: .modules
    case .vips, .nested: DecodeStep.formatsOfModules.contains(format) ? .modules : []
    case .scaledJPEG, .pngRows, .webPRows, .psdRows, .bmpRows, .tiffRows: []
    }
  }

  private static let formatsOfModules: Set<MediaFormat> = [.heic, .heif, .avif, .jxl, .pdf]
}
