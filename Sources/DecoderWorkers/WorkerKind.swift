internal import MediaTypes
internal import PreviewPlanning
internal import SystemCalls
internal import WorkerProtocol

/// Which libraries a worker loads before it is confined and can load no more.
///
/// FFmpeg and libvips' modules come with a hundred libraries, which take longer to load than most
/// photos take to decode; a worker for stills goes without them.
enum WorkerKind: Sendable, Hashable {
  /// libvips by itself.
  case stills
  /// All that any file needs.
  case all

  /// What has to be loaded for the way of a job that is tried first.
  init(for job: DecodeJob) {
    let needsAll = job.plan.steps.first.map { $0.needsAll } ?? false
    self = needsAll || job.options.format == .avif ? .all : .stills
  }

  /// Whether a failure of a job may be due to libraries that are not loaded.
  func mayExplainFailure(of job: DecodeJob) -> Bool {
    self == .stills && job.plan.steps.contains { $0.needsAll || $0.decoder == .nested }
  }

  /// Whether a worker of this kind has what one of another kind has.
  func covers(_ other: WorkerKind) -> Bool { self == .all || other == .stills }

  /// What a worker of this kind is started with.
  func launch(_ program: ChildProcess.Launch) -> ChildProcess.Launch {
    guard self == .stills else { return program }
    var launch = program
    launch.arguments.append(WorkerArgument.stills)
    // Where libvips would look for its modules; it starts without those that it does not find.
    launch.environment.append("VIPSHOME=/dev/null")
    return launch
  }
}

extension DecodeStep {
  /// Whether its decoder, or one that it has within, is none of libvips' own or ours.
  fileprivate var needsAll: Bool {
    switch decoder {
    case .ffmpegStill, .ffmpegFrame, .heifItems, .attachedPicture: true
    case .vips, .nested: DecodeStep.formatsOfModules.contains(format)
    case .scaledJPEG, .pngRows, .webPRows, .psdRows, .bmpRows, .tiffRows: false
    }
  }

  /// Formats that packages of libvips put into modules.
  private static let formatsOfModules: Set<MediaFormat> = [.heic, .heif, .avif, .jxl, .pdf]
}
