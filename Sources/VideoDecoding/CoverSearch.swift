import ByteSources
import FFmpeg
import MediaTypes

/// The picture that is shown for a file.
enum CoverSearch {
  static func bytes(
    from source: any ByteSource, format: MediaFormat, byteLimit: Int,
    shouldStop: @escaping StopCheck
  ) throws(FFmpegError) -> [UInt8]? {
    let input = try ByteInput(source, shouldStop: shouldStop)
    let demuxer = try Demuxer(
      input, format: format, limits: Demuxer.Limits(readsStartOnly: true))
    let covers = demuxer.streams.filter(isCover).sorted {
      (rank($0), $0.index) < (rank($1), $1.index)
    }
    for cover in covers {
      if let bytes = demuxer.attachment(of: cover.index, atMost: byteLimit) { return bytes }
    }
    return nil
  }

  private static func isCover(_ stream: StreamFacts) -> Bool {
    guard stream.attachmentByteCount > 0 else { return false }
    switch stream.kind {
    case .attachedPicture: return true
    case .attachment: return stream.mime?.hasPrefix("image/") ?? isPictureName(stream.fileName)
    case .video, .audio, .other: return false
    }
  }

  private static func isPictureName(_ name: String?) -> Bool {
    guard let name = name?.lowercased() else { return false }
    return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".avif"].contains {
      name.hasSuffix($0)
    }
  }

  /// The place in the documented order of names; equal ranks keep the file's order.
  private static func rank(_ stream: StreamFacts) -> Int {
    let name = (stream.fileName ?? "").lowercased()
    let stem = name.split(separator: ".").first.map(String.init) ?? name
    if let place = names.firstIndex(of: stem) { return place }
    if stream.kind == .attachment { return names.count }
    return stream.pictureType == nil || stream.pictureType == "Cover (front)" ? 0 : names.count
  }

  private static let names = ["cover", "small_cover", "cover_land", "small_cover_land"]
}
