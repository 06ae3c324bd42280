package import JSONText
internal import MediaTypes

/// A result as the object that `thumbs share` prints and that a hand-off's manifest lists; what is
/// not known is absent.
package enum ResultJSON {
  /// Adds the members of a result to an object.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - object: The object, which may have members already.
  ///   - original: The file of the item's bytes in a hand-off.
  ///   - thumbnail: Adds what tells where a thumbnail's bytes are, by its place in the list.
  package static func add(
    _ result: ShareResult, to object: inout JSONObject, original: String? = nil,
    thumbnail: (_ object: inout JSONObject, _ index: Int) -> Void
  ) {
    let preview = result.preview
    object.set("position", count: result.position)
    if !result.identifier.isEmpty { object.set("identifier", result.identifier) }
    object.set("title", preview.title)
    object.set("bytes", count: preview.byteCount)
    object.set("bytesText", preview.byteCountText)
    object.set("kind", preview.kind.rawValue)
    object.set("mime", preview.mime)
    object.set("uti", preview.type.identifier)
    object.set("typeText", preview.typeText)
    object.set("duration", preview.duration.map(JSONValue.number))
    object.set("durationText", preview.durationText)
    object.set("width", count: preview.pixelSize?.width)
    object.set("height", count: preview.pixelSize?.height)
    object.set("thumbnails", .array(thumbnails(of: preview, thumbnail)))
    if let placeholder = preview.placeholder {
      var member = JSONObject()
      member.set("thumbHash", placeholder.thumbHashText)
      member.set("dominantColour", placeholder.dominantColour.hexText)
      object.set("placeholder", .object(member))
    }
    if let upload = result.upload { object.set("upload", uploadObject(upload, original)) }
    object.set("warnings", .array(preview.warnings.map { .string($0.description) }))
    if let refusal = result.refusal {
      object.set("refusal", coded(refusal.code.rawValue, refusal.message))
    }
    if let error = result.error { object.set("error", coded(error.code.rawValue, error.message)) }
  }

  private static func thumbnails(
    of preview: SharePreview, _ place: (inout JSONObject, Int) -> Void
  ) -> [JSONValue] {
    preview.thumbnails.enumerated().map { index, thumbnail in
      var object = JSONObject()
      object.set("name", thumbnail.name)
      object.set("width", count: thumbnail.image.size.width)
      object.set("height", count: thumbnail.image.size.height)
      object.set("format", thumbnail.image.format.rawValue)
      object.set("bytes", count: thumbnail.image.bytes.count)
      object.set("source", thumbnail.source.rawValue)
      place(&object, index)
      return .object(object)
    }
  }

  private static func uploadObject(_ upload: ShareUpload, _ original: String?) -> JSONValue {
    var object = JSONObject()
    object.set("fileName", upload.fileName)
    object.set("bytes", count: upload.byteCount)
    object.set("mime", upload.mime)
    object.set("path", original)
    return .object(object)
  }

  private static func coded(_ code: String, _ message: String) -> JSONValue {
    var object = JSONObject()
    object.set("code", code)
    object.set("message", message)
    return .object(object)
  }
}
