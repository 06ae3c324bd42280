import JSONText
import MediaTypes
import SharePreviews

/// A result as the line that `thumbs share` prints.
struct ShareLine: Sendable {
  /// The path as it was given.
  let path: Word
  /// What came of it.
  let result: ShareResult
  /// Whether thumbnails stand in the line.
  let isInline: Bool
  /// Whether the line says that it is the last one of its item.
  let saysWhetherFinal: Bool

  /// The line.
  var text: String {
    var object = JSONObject()
    object.setPath(path.bytes)
    if saysWhetherFinal { object.set("final", .bool(result.isFinal)) }
    object.set("accepted", .bool(result.refusal == nil))
    ResultJSON.add(result, to: &object) { object, index in
      guard isInline else { return }
      let bytes = result.preview.thumbnails[index].image.bytes
      object.set("base64", String(decoding: Base64.encoded(bytes), as: UTF8.self))
    }
    return JSONValue.object(object).text
  }
}
