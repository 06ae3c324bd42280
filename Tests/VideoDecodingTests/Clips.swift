import ByteSources
import Foundation
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import VideoDecoding

/// Clips that `ffmpeg` encodes for a test, a few kilobytes each.
enum Clips {
  /// Runs `ffmpeg` with inputs and options, and gives what it wrote to an output whose extension
  /// chooses the container.
  static func make(
    _ arguments: [String], to name: String, input: [UInt8] = []
  ) async throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let file = directory.url.appending(path: name)
    let outcome = try await ProcessRunner.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-y"].filter { $0 != "-nostdin" || input.isEmpty } + arguments
        + ["-threads", "1", file.path(percentEncoded: false)],
      input: input, timeout: .seconds(60))
    guard outcome.status == 0 else { throw ClipError(words: outcome.errors) }
    return [UInt8](try Data(contentsOf: file))
  }

  /// A clip of raw frames of planar samples.
  static func make(
    frames: [UInt8], samples: String, size: PixelSize, _ arguments: [String], to name: String
  ) async throws -> [UInt8] {
    try await make(
      ["-f", "rawvideo", "-pix_fmt", samples, "-s", "\(size.width)x\(size.height)", "-i", "-"]
        + arguments,
      to: name, input: frames)
  }

  /// A clip whose four corners are red, green, blue and yellow, from the left upper one in the
  /// order of reading, on grey.
  static func corners(
    _ arguments: [String], size: String = "96x64", seconds: String = "0.4", to name: String
  ) async throws -> [UInt8] {
    try await make(
      [
        "-f", "lavfi", "-i",
        "color=gray:s=\(size):r=10:d=\(seconds),drawbox=0:0:iw/3:ih/3:red:fill,"
          + "drawbox=iw*2/3:0:iw/3:ih/3:lime:fill,drawbox=0:ih*2/3:iw/3:ih/3:blue:fill,"
          + "drawbox=iw*2/3:ih*2/3:iw/3:ih/3:yellow:fill",
      ] + arguments, to: name)
  }
}

/// What `ffmpeg` said when it failed.
struct ClipError: Error, CustomStringConvertible {
  let words: String
  var description: String { "ffmpeg: \(words)" }
}

/// A decoded frame as a person sees it.
struct Seen {
  let picture: Picture
  let stored: PixelSize
  let orientation: Orientation
  let warnings: [MediaWarning]

  /// Decodes a frame of a video.
  init(
    _ bytes: [UInt8], _ format: MediaFormat, side: Int = 256,
    frame: ThumbnailOptions.FrameChoice = .first, by decoder: DecodeStep.Decoder = .ffmpegFrame,
    budget byteCount: UInt64 = 64 << 20,
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws {
    let step = DecodeStep(
      .frame, by: decoder, format: format, size: nil, plannedBytes: byteCount, reason: "test")
    let plan = DecodePlan(
      steps: [step], plannedBytes: byteCount, displaySize: nil, orientation: .up, codePoints: nil,
      wantedSide: side)
    var options = ThumbnailOptions(sizes: [side])
    options.frame = frame
    try self.init(
      VideoDecoder.raster(
        from: MemorySource(bytes), step: step, plan: plan, options: options,
        budget: MemoryBudget(byteCount: byteCount), shouldStop: shouldStop))
  }

  /// Decodes the first frame of a video as the planner wants it.
  init(_ bytes: [UInt8], facts: MediaFacts, capacity: UInt64 = 64 << 20) throws {
    let options = ThumbnailOptions(sizes: [256])
    let plan = try Planner(capacity: capacity).plan(for: facts, options: options)
    guard let step = plan.steps.first(where: { $0.decoder == .ffmpegFrame }) else {
      throw ThumbnailError(.noPreview, "no frame is planned")
    }
    try self.init(
      VideoDecoder.raster(
        from: MemorySource(bytes), step: step, plan: plan, options: options,
        budget: MemoryBudget(byteCount: step.plannedBytes)))
  }

  private init(_ raster: consuming Raster) {
    stored = raster.size
    orientation = raster.orientation
    warnings = raster.warnings
    picture = Picture(
      width: raster.size.width, height: raster.size.height,
      channels: raster.layout.channelCount, samples: raster.withBytes { Array($0) }
    ).upright(orientation)
  }

  /// The names of the colours in the four corners, in the order of reading.
  var cornerNames: [String] {
    let (w, h) = (picture.width, picture.height)
    return [(0, 0), (w - w / 5, 0), (0, h - h / 5), (w - w / 5, h - h / 5)].map { x, y in
      picture.meanColour(x: x..<(x + w / 5), y: y..<(y + h / 5)).name
    }
  }
}

extension RGB {
  /// The nearest of the colours of the corners.
  var name: String {
    switch (red > 150, green > 150, blue > 150) {
    case (true, false, false): "red"
    case (false, true, false): "green"
    case (false, false, true): "blue"
    case (true, true, false): "yellow"
    default: "none"
    }
  }
}

extension Picture {
  /// The picture turned as EXIF's number says, worked out from where the standard says that the
  /// stored first row and first column are shown.
  ///
  /// Source: CIPA DC-008-2019 § 4.6.4 A, tag 0x0112.
  func upright(_ orientation: Orientation) -> Picture {
    let swaps = orientation.rawValue >= 5
    let (w, h) = swaps ? (height, width) : (width, height)
    var samples = [UInt8](repeating: 0, count: self.samples.count)
    for y in 0..<height {
      for x in 0..<width {
        let (right, bottom) = (width - 1 - x, height - 1 - y)
        let (u, v): (Int, Int) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (right, y)
          case .down: (right, bottom)
          case .downMirrored: (x, bottom)
          case .leftMirrored: (y, x)
          case .right: (bottom, x)
          case .rightMirrored: (bottom, right)
          case .left: (y, right)
          }
        for channel in 0..<channels {
          samples[(v * w + u) * channels + channel] =
            self.samples[(y * width + x) * channels + channel]
        }
      }
    }
    return Picture(width: w, height: h, channels: channels, samples: samples)
  }
}
