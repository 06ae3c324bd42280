package import JSONText
package import MediaTypes

/// What became of one file: a line of the report.
package struct FileRecord: Sendable, Hashable {
  /// What became of it.
  package enum Status: String, Sendable, CaseIterable {
    /// Its thumbnails were made.
    case ok
    /// It is not media, and was met in a walk.
    case skipped
    /// Its thumbnails were up to date.
    case current
    /// No thumbnail could be made.
    case failed
  }

  /// A thumbnail that was written.
  package struct Output: Sendable, Hashable {
    /// Its path, from the output directory on.
    package var path: [UInt8]
    /// Width and height in pixels, where known.
    package var size: PixelSize?
    /// Its length in bytes.
    package var byteCount: UInt64
  }

  /// Its path as given or, in the walk of the only directory, from that on.
  package var path: [UInt8]
  /// A path by which it can be opened from the current directory.
  package var location: [UInt8]
  /// What became of it.
  package var status: Status
  /// What a person would call it, where it was looked into.
  package var kind: MediaKind?
  /// Its MIME type, where it was looked into.
  package var mime: String?
  /// Its length in bytes, where it could be opened.
  package var byteCount: UInt64?
  /// Width and height as displayed, in pixels, where known.
  package var displaySize: PixelSize?
  /// Where the pixels came from.
  package var source: PreviewSource?
  /// The thumbnails.
  package var outputs: [Output] = []
  /// What can be shown before the thumbnails are there, where that was asked for and made.
  package var placeholder: Placeholder?
  /// Bytes that were reserved for decoding.
  package var plannedBytes: UInt64?
  /// From opening the file to the written thumbnails.
  package var elapsed: Duration = .zero
  /// What was odd.
  package var warnings: [MediaWarning] = []
  /// Why no thumbnail could be made.
  package var error: ThumbnailError?

  /// Creates a record of a file of which no more is known.
  package init(path: [UInt8], location: [UInt8], status: Status) {
    self.path = path
    self.location = location
    self.status = status
  }

  /// The record as an object of the report.
  package var json: JSONValue {
    var object = JSONObject()
    object.setPath(path)
    object.set("status", status.rawValue)
    object.set("kind", kind?.rawValue)
    object.set("mime", mime)
    object.set("bytes", count: byteCount)
    object.set("width", count: displaySize?.width)
    object.set("height", count: displaySize?.height)
    object.set("source", source?.rawValue)
    object.set("outputs", .array(outputs.map(\.json)))
    object.set("placeholder", placeholder.map(\.json))
    object.set("planned", count: plannedBytes)
    object.set("milliseconds", .number(elapsed.roundedMilliseconds))
    object.set("warnings", .array(warnings.map { .string($0.description) }))
    object.set("error", error.map(\.json))
    return .object(object)
  }
}

extension FileRecord.Output {
  /// The thumbnail as an object of the report.
  var json: JSONValue {
    var object = JSONObject()
    object.setPath(path)
    object.set("width", count: size?.width)
    object.set("height", count: size?.height)
    object.set("bytes", count: byteCount)
    return .object(object)
  }
}

extension Placeholder {
  /// The placeholder as it stands in JSON everywhere.
  package var json: JSONValue {
    var object = JSONObject()
    object.set("thumbHash", thumbHashText)
    object.set("dominantColour", dominantColour.hexText)
    return .object(object)
  }
}

extension ThumbnailError {
  /// The code and the message, as they stand in JSON everywhere.
  package var json: JSONValue {
    var object = JSONObject()
    object.set("code", code.rawValue)
    object.set("message", message)
    return .object(object)
  }
}

extension Duration {
  /// Milliseconds with three digits after the point.
  var roundedMilliseconds: Double {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }
}
