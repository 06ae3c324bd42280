internal import CThumbs
internal import MediaTypes
internal import SharePreviews

/// Items and wishes of a caller, as a session takes them.
enum CallerItems {
  /// The items of an array, whose structs have the length that the first one says.
  static func items(
    _ pointer: UnsafePointer<thumbs_item>?, count: Int
  ) throws(CallFailure) -> [ShareItem] {
    guard count > 0 else { return [] }
    guard let pointer = unsafe pointer else { throw CallFailure(usage: "items is NULL") }
    let stride = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Int.self)
    var items: [ShareItem] = []
    for index in 0..<count {
      let place = unsafe UnsafeRawPointer(pointer) + index * stride
      let record = unsafe try read(
        place.assumingMemoryBound(to: thumbs_item.self), defaults: thumbs_item())
      guard unsafe record.struct_size == stride else {
        throw CallFailure(usage: "item \(index) has another struct_size than the first one")
      }
      items.append(unsafe try item(record, index))
    }
    return items
  }

  private static func item(
    _ record: thumbs_item, _ index: Int
  ) throws(CallFailure) -> ShareItem {
    let given = unsafe [
      record.path != nil, record.bytes != nil, record.pixels != nil, record.read != nil,
      record.has_descriptor != 0,
    ]
    guard given.count(where: \.self) == 1 else {
      throw CallFailure(
        usage: "item \(index) must have one of path, bytes, pixels, read and descriptor")
    }
    var item: ShareItem
    if let path = unsafe record.path {
      item = .file(
        atBytes: unsafe [UInt8](UnsafeRawBufferPointer(start: path, count: length(path))))
    } else {
      item = ShareItem(unsafe try content(record))
    }
    item.identifier = unsafe text(record.identifier) ?? ""
    item.suggestedName = unsafe text(record.suggested_name)
    item.claimedType = unsafe text(record.claimed_type).map { UniformType($0) }
    return item
  }

  private static func length(_ path: UnsafePointer<CChar>) -> Int {
    var end = 0
    while unsafe path[end] != 0 { end += 1 }
    return end
  }

  private static func content(_ record: thumbs_item) throws(CallFailure) -> ShareItem.Content {
    if let bytes = unsafe record.bytes {
      return .bytes(
        unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(record.byte_count))))
    }
    if let read = unsafe record.read {
      return .stream(ByteStream(unsafe CallbackPieces(read: read, context: record.read_context)))
    }
    if let pixels = unsafe record.pixels { return .pixels(unsafe try raw(pixels, record)) }
    return .descriptor(unsafe record.descriptor)
  }

  private static func raw(
    _ pointer: UnsafeRawPointer, _ record: thumbs_item
  ) throws(CallFailure) -> RawPixels {
    let size = unsafe PixelSize(width: Int(record.pixel_width), height: Int(record.pixel_height))
    let format: RawPixels.Format = unsafe record.pixel_has_alpha == 0 ? .rgb : .rgba
    let row = size.width * format.byteCount
    let stride = unsafe record.pixel_stride == 0 ? row : Int(record.pixel_stride)
    let (before, overflows) = stride.multipliedReportingOverflow(by: max(0, size.height - 1))
    guard size.isValid, stride >= row, !overflows, before < Int.max - row else {
      throw CallFailure(usage: "pixels of \(size) at a stride of \(stride) cannot be")
    }
    // SAFETY: the caller promises all rows, of the last one the pixels.
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: pointer, count: before + row))
    do throws(ThumbnailError) {
      return try RawPixels(bytes, size: size, format: format, stride: stride)
    } catch {
      throw CallFailure(error)
    }
  }

  /// What a caller wants.
  static func options(
    _ pointer: UnsafePointer<thumbs_options>?
  ) throws(CallFailure) -> ShareOptions {
    guard let pointer = unsafe pointer else { return ShareOptions() }
    let record = unsafe try read(pointer, defaults: thumbs_options())
    var options = ShareOptions(sizes: unsafe try sizes(record))
    if unsafe record.quality > 0 {
      options.thumbnails.quality = unsafe Int(min(record.quality, 100))
    }
    options.thumbnails.format = unsafe try format(record.format)
    options.thumbnails.fit = unsafe try fit(record.fit)
    if unsafe record.deadline_ms > 0 {
      options.deadline = .milliseconds(unsafe Int(record.deadline_ms))
    }
    if unsafe record.max_stream_bytes > 0 {
      options.maxStreamBytes = unsafe record.max_stream_bytes
    }
    options.thumbnails.makesPlaceholder = unsafe record.makes_placeholder != 0
    options.earlyPreviews = unsafe try early(record.early_previews)
    return options
  }

  private static func sizes(_ record: thumbs_options) throws(CallFailure) -> [ShareSize] {
    guard unsafe record.no_thumbnails == 0 else { return [] }
    guard let sizes = unsafe record.sizes, unsafe record.size_count > 0 else { return [.small] }
    var list: [ShareSize] = []
    let count = unsafe Int(record.size_count)
    for index in 0..<count {
      let size = unsafe sizes[index]
      guard let name = unsafe text(size.name), unsafe 1...65_500 ~= size.max_pixel_size else {
        throw CallFailure(usage: "size \(index) must have a name and 1 to 65500 pixels")
      }
      list.append(ShareSize(name, maxPixelSize: unsafe Int(size.max_pixel_size)))
    }
    return list
  }

  private static func format(_ number: UInt32) throws(CallFailure) -> OutputFormat? {
    switch Int(number) {
    case Int(THUMBS_FORMAT_AUTO): return nil
    case Int(THUMBS_FORMAT_JPEG): return .jpeg
    case Int(THUMBS_FORMAT_PNG): return .png
    case Int(THUMBS_FORMAT_WEBP): return .webp
    case Int(THUMBS_FORMAT_AVIF): return .avif
    default: throw CallFailure(usage: "\(number) is no THUMBS_FORMAT")
    }
  }

  private static func fit(_ number: UInt32) throws(CallFailure) -> ThumbnailOptions.Fit {
    switch Int(number) {
    case Int(THUMBS_FIT_INSIDE): return .inside
    case Int(THUMBS_FIT_COVER): return .cover
    case Int(THUMBS_FIT_FILL): return .fill
    default: throw CallFailure(usage: "\(number) is no THUMBS_FIT")
    }
  }

  private static func early(_ number: UInt32) throws(CallFailure) -> ShareOptions.EarlyPreviews {
    switch Int(number) {
    case Int(THUMBS_EARLY_WITH_DEADLINE): return .withDeadline
    case Int(THUMBS_EARLY_ALWAYS): return .always
    case Int(THUMBS_EARLY_NEVER): return .never
    default: throw CallFailure(usage: "\(number) is no THUMBS_EARLY")
    }
  }
}

/// A stream whose bytes a callback gives.
///
/// SAFETY: the caller promises that the callback may be called on any thread, by one at a time, and
/// that its context lives until the session is freed, which waits for the last call.
@safe struct CallbackPieces: AsyncSequence, @unchecked Sendable {
  private static let byteCount = 64 << 10

  let read: thumbs_read
  let context: UnsafeMutableRawPointer?

  struct Failed: Error, CustomStringConvertible {
    let description = "its callback returned a negative number"
  }

  struct Iterator: AsyncIteratorProtocol {
    let pieces: CallbackPieces

    mutating func next() async throws -> [UInt8]? {
      var count = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: CallbackPieces.byteCount) {
        buffer, filled in
        count = unsafe pieces.read(pieces.context, buffer.baseAddress, CallbackPieces.byteCount)
        filled = Swift.min(Swift.max(0, count), CallbackPieces.byteCount)
      }
      guard count >= 0 else { throw Failed() }
      return bytes.isEmpty ? nil : bytes
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }
}
