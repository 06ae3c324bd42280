import Batch
import JSONText
import MediaTypes

/// The facts of a file as the object that `thumbs sniff --json` prints; what is not known is
/// absent.
enum FactsJSON {
  /// The object for a file that was read.
  static func object(path: [UInt8], facts: MediaFacts) -> JSONObject {
    var object = JSONObject()
    object.setPath(path)
    object.set("bytes", count: facts.byteCount)
    object.set("mime", facts.mime)
    object.set("uti", facts.uniformType)
    object.set("kind", facts.kind.rawValue)
    object.set("format", facts.format.name)
    object.set("width", count: facts.size?.width)
    object.set("height", count: facts.size?.height)
    object.set("displayWidth", count: facts.displaySize?.width)
    object.set("displayHeight", count: facts.displaySize?.height)
    if facts.kind == .image || facts.kind == .video {
      object.set("orientation", count: facts.orientation.rawValue)
    }
    object.set("duration", facts.duration.map(JSONValue.number))
    object.set("codec", facts.codec)
    object.set("encoding", facts.textEncoding)
    object.set("bytesRead", count: facts.bytesRead)
    object.set("warnings", .array(facts.warnings.map { .string($0.description) }))
    set(facts.image, in: &object)
    set(facts.tracks, in: &object)
    set(facts.colour, in: &object)
    if !facts.previews.isEmpty {
      object.set("previews", .array(facts.previews.map { .object(preview($0)) }))
    }
    return object
  }

  /// The object for a file that cannot be read.
  static func object(path: [UInt8], error: ThumbnailError) -> JSONObject {
    var object = JSONObject()
    object.setPath(path)
    object.set("error", error.json)
    return object
  }

  private static func set(_ image: ImageFacts, in object: inout JSONObject) {
    object.set("bitDepth", count: image.bitDepth)
    object.set("sampleFormat", image.sampleFormat?.rawValue)
    object.set("channels", count: image.channels)
    object.set("colourModel", image.colourModel?.rawValue)
    object.set("compression", image.compression)
    object.set("chromaSubsampling", image.chromaSubsampling.flatMap(FactsText.subsampling))
    let marks = [
      ("alpha", image.hasAlpha), ("progressive", image.isProgressive),
      ("multiScan", image.isMultiScan), ("interlaced", image.isInterlaced),
      ("lossless", image.isLossless), ("planar", image.isPlanar), ("animated", image.isAnimated),
    ]
    for (key, isSet) in marks where isSet { object.set(key, .bool(true)) }
    object.set("frames", count: image.frameCount)
    object.set("pages", count: image.pageCount)
    object.set("tileWidth", count: image.tileSize?.width)
    object.set("tileHeight", count: image.tileSize?.height)
    object.set("halvings", count: image.halvings > 0 ? image.halvings : nil)
    object.set("gridColumns", count: image.grid?.width)
    object.set("gridRows", count: image.grid?.height)
    object.set("rowsPerStrip", count: image.rowsPerStrip)
  }

  private static func set(_ tracks: TrackFacts, in object: inout JSONObject) {
    object.set("videoCodec", tracks.videoCodec)
    object.set("audioCodec", tracks.audioCodec)
    object.set("hasVideo", tracks.hasVideo.map(JSONValue.bool))
    object.set("hasAudio", tracks.hasAudio.map(JSONValue.bool))
    object.set("frameRate", tracks.frameRate.map(JSONValue.number))
    object.set("videoBitDepth", count: tracks.bitDepth)
    object.set("pixelAspectRatio", tracks.pixelAspectRatio.map(JSONValue.number))
  }

  private static func set(_ colour: ColourFacts, in object: inout JSONObject) {
    if colour.hasICCProfile { object.set("iccProfile", .bool(true)) }
    guard let points = colour.codePoints else { return }
    var codes = JSONObject()
    codes.set("primaries", count: points.primaries)
    codes.set("transfer", count: points.transfer)
    codes.set("matrix", count: points.matrix)
    codes.set("fullRange", .bool(points.isFullRange))
    object.set("cicp", .object(codes))
    if colour.isHDR { object.set("hdr", .bool(true)) }
  }

  /// The object for a picture inside a file.
  static func preview(_ preview: EmbeddedPreview) -> JSONObject {
    var object = JSONObject()
    object.set("role", preview.role.rawValue)
    object.set("mime", preview.format?.mime)
    object.set("offset", count: preview.offset)
    object.set("bytes", count: preview.byteCount)
    object.set("width", count: preview.size?.width)
    object.set("height", count: preview.size?.height)
    object.set("item", count: preview.itemID)
    return object
  }
}
