// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Names and types are those of the header, against which the compiler checks them.

public import CThumbs
internal import MediaTypes
internal import SharePreviews

/// The object behind a `thumbs_result`, with all its text as C has it.
final class ResultObject: Sendable {
  /// A thumbnail as C has it.
  struct Thumbnail: Sendable {
    let name: CText
    let bytes: CBytes
    let source: CText
    let size: PixelSize
    let format: OutputFormat
  }

  let result: ShareResult
  let thumbnails: [Thumbnail]
  let warnings: [CText]
  private let identifier: CText
  private let title: CText
  private let byteCountText: CText?
  private let mime: CText
  private let type: CText
  private let typeText: CText
  private let durationText: CText?
  private let errorMessage: CText?
  private let refusal: CText?
  private let uploadName: CText?
  private let thumbHash: CBytes?

  init(_ result: ShareResult) {
    let preview = result.preview
    self.result = result
    thumbnails = preview.thumbnails.map {
      Thumbnail(
        name: CText($0.name), bytes: CBytes($0.image.bytes), source: CText($0.source.rawValue),
        size: $0.image.size, format: $0.image.format)
    }
    warnings = preview.warnings.map { CText($0.description) }
    identifier = CText(result.identifier)
    title = CText(preview.title)
    byteCountText = preview.byteCountText.map(CText.init)
    mime = CText(preview.mime)
    type = CText(preview.type.identifier)
    typeText = CText(preview.typeText)
    durationText = preview.durationText.map(CText.init)
    errorMessage = result.error.map { CText($0.message) }
    refusal = result.refusal.map { CText($0.description) }
    uploadName = result.upload.map { CText($0.fileName) }
    thumbHash = preview.placeholder.map { CBytes($0.thumbHash) }
  }

  /// The fields of the header's struct; text in it lives as long as this object.
  var record: thumbs_preview {
    let preview = result.preview
    var record = unsafe thumbs_preview()
    unsafe record.position = numericCast(result.position)
    unsafe record.identifier = identifier.pointer
    unsafe record.is_final = result.isFinal ? 1 : 0
    unsafe record.kind = preview.kind.number
    unsafe record.title = title.pointer
    unsafe record.byte_count = preview.byteCount ?? .max
    unsafe record.byte_count_text = byteCountText?.pointer
    unsafe record.mime = mime.pointer
    unsafe record.type = type.pointer
    unsafe record.type_text = typeText.pointer
    unsafe record.duration = preview.duration ?? -1
    unsafe record.duration_text = durationText?.pointer
    unsafe record.width = UInt32(clamping: preview.pixelSize?.width ?? 0)
    unsafe record.height = UInt32(clamping: preview.pixelSize?.height ?? 0)
    unsafe record.thumbnail_count = numericCast(thumbnails.count)
    unsafe record.warning_count = numericCast(warnings.count)
    unsafe record.error_code = result.error?.code.number ?? Int32(THUMBS_OK)
    unsafe record.is_refused = result.refusal == nil ? 0 : 1
    unsafe record.error_message = errorMessage?.pointer
    unsafe record.refusal = refusal?.pointer
    unsafe record.upload_file_name = uploadName?.pointer
    unsafe record.upload_byte_count = result.upload?.byteCount ?? 0
    unsafe record.thumb_hash = thumbHash?.pointer
    unsafe record.thumb_hash_byte_count = numericCast(thumbHash?.count ?? 0)
    unsafe record.dominant_colour = preview.placeholder?.dominantColour.number ?? 0
    return unsafe record
  }
}

extension ResultObject.Thumbnail {
  /// The fields of the header's struct; what it refers to lives as long as the result.
  var record: thumbs_thumbnail {
    var record = unsafe thumbs_thumbnail()
    unsafe record.name = name.pointer
    unsafe record.bytes = bytes.pointer
    unsafe record.byte_count = numericCast(bytes.count)
    unsafe record.width = UInt32(clamping: size.width)
    unsafe record.height = UInt32(clamping: size.height)
    unsafe record.format = format.number
    unsafe record.source = source.pointer
    return unsafe record
  }
}

extension RGBColour {
  /// As C has it: 0xRRGGBB.
  fileprivate var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

extension MediaKind {
  fileprivate var number: UInt32 {
    switch self {
    case .image: UInt32(THUMBS_KIND_IMAGE)
    case .video: UInt32(THUMBS_KIND_VIDEO)
    case .audio: UInt32(THUMBS_KIND_AUDIO)
    case .document: UInt32(THUMBS_KIND_DOCUMENT)
    case .other: UInt32(THUMBS_KIND_OTHER)
    }
  }
}

extension OutputFormat {
  fileprivate var number: UInt32 {
    switch self {
    case .jpeg: UInt32(THUMBS_FORMAT_JPEG)
    case .png: UInt32(THUMBS_FORMAT_PNG)
    case .webp: UInt32(THUMBS_FORMAT_WEBP)
    case .avif: UInt32(THUMBS_FORMAT_AVIF)
    }
  }
}

/// Says what a share sheet shows.
@c @implementation
public func thumbs_result_preview(
  _ result: OpaquePointer!, _ preview: UnsafeMutablePointer<thumbs_preview>!
) -> thumbs_code {
  answering(nil) { () throws(CallFailure) in
    guard let object = unsafe borrowed(ResultObject.self, result), let preview = unsafe preview
    else {
      throw CallFailure(usage: "result or preview is NULL")
    }
    unsafe try write(object.record, to: preview)
  }
}

/// Says where a thumbnail is.
@c @implementation
public func thumbs_result_thumbnail(
  _ result: OpaquePointer!, _ index: Int, _ thumbnail: UnsafeMutablePointer<thumbs_thumbnail>!
) -> thumbs_code {
  answering(nil) { () throws(CallFailure) in
    guard let object = unsafe borrowed(ResultObject.self, result), let thumbnail = unsafe thumbnail,
      object.thumbnails.indices.contains(index)
    else { throw CallFailure(usage: "there is no such thumbnail") }
    unsafe try write(object.thumbnails[index].record, to: thumbnail)
  }
}

/// Says what was odd.
@c @implementation
public func thumbs_result_warning(
  _ result: OpaquePointer!, _ index: Int
) -> UnsafePointer<CChar>! {
  guard let object = unsafe borrowed(ResultObject.self, result),
    object.warnings.indices.contains(index)
  else { return nil }
  return unsafe object.warnings[index].pointer
}

/// Reads bytes for an upload.
@c @implementation
public func thumbs_result_read(
  _ result: OpaquePointer!, _ offset: UInt64, _ buffer: UnsafeMutableRawPointer!, _ byte_count: Int,
  _ read_count: UnsafeMutablePointer<Int>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(ResultObject.self, result),
      let read_count = unsafe read_count,
      let buffer = unsafe buffer, byte_count >= 0
    else { throw CallFailure(usage: "result, buffer or read_count is NULL") }
    unsafe read_count.pointee = 0
    guard let upload = object.result.upload else {
      throw CallFailure(usage: "the item has no bytes to be had: upload_file_name is NULL")
    }
    do throws(ThumbnailError) {
      let bytes = try upload.bytes(byte_count, at: offset)
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: byte_count).copyBytes(from: bytes)
      unsafe read_count.pointee = bytes.count
    } catch {
      throw CallFailure(error)
    }
  }
}

/// Frees a result.
@c @implementation
public func thumbs_result_free(_ result: OpaquePointer!) {
  _ = unsafe taken(ResultObject.self, result)
}

/// Makes the thumbnails of one item.
@c @implementation
public func thumbs_make(
  _ engine: OpaquePointer!, _ item: UnsafePointer<thumbs_item>!,
  _ options: UnsafePointer<thumbs_options>!, _ result: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let object = unsafe borrowed(EngineObject.self, engine), let result = unsafe result else {
      throw CallFailure(usage: "engine or result is NULL")
    }
    unsafe result.pointee = nil
    let items = unsafe try CallerItems.items(item, count: 1)
    let session = ShareSession(
      items, by: object.maker, options: unsafe try CallerItems.options(options))
    let made = waiting { await session.results().collect() }
    guard let first = made.first else { throw CallFailure(usage: "item is NULL") }
    if let error = first.error { throw CallFailure(error) }
    unsafe result.pointee = handle(owning: ResultObject(first))
  }
}

/// Writes results for another process.
@c @implementation
public func thumbs_hand_off(
  _ results: UnsafePointer<OpaquePointer?>!, _ result_count: Int, _ path: UnsafePointer<CChar>!,
  _ originals: UInt32, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let path = unsafe text(path), unsafe results != nil || result_count == 0 else {
      throw CallFailure(usage: "results or path is NULL")
    }
    let choices: [HandOff.Originals] = [.links, .copies, .none]
    guard choices.indices.contains(Int(originals)) else {
      throw CallFailure(usage: "\(originals) is no THUMBS_ORIGINALS")
    }
    var list: [ShareResult] = []
    for index in 0..<max(0, result_count) {
      guard let object = unsafe borrowed(ResultObject.self, results[index]) else {
        throw CallFailure(usage: "result \(index) is NULL")
      }
      list.append(object.result)
    }
    let chosen = choices[Int(originals)]
    let failure = waiting { [list] () async -> ThumbnailError? in
      do throws(ThumbnailError) {
        try await HandOff.write(list, to: path, originals: chosen)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw CallFailure(failure) }
  }
}
