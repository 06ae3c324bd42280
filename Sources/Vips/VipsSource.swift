package import ByteSources
internal import CVipsShims
package import MediaTypes

/// A source of libvips over a source of ours.
@safe package final class VipsSource {
  private let handle: OpaquePointer
  private let cursor: Cursor

  /// Makes a source over bytes.
  ///
  /// - Throws: `VipsError` where libvips makes none.
  package init(_ source: any ByteSource) throws(VipsError) {
    cursor = Cursor(source)
    // SAFETY: the cursor is owned by this object and by every image that was loaded from it, so it
    // outlives the callbacks.
    let context = unsafe Unmanaged.passUnretained(cursor).toOpaque()
    let made = unsafe cvips_source_new(readAtCursor, seekCursor, context)
    guard let made = unsafe made else { throw VipsError.taken(while: "opening the source") }
    unsafe handle = made
  }

  deinit { unsafe cvips_source_release(handle) }

  /// Why the last read failed, where one did.
  package var readFailure: ThumbnailError? { cursor.failure }

  /// Opens a picture: its header is read, its pixels are not.
  ///
  /// - Parameters:
  ///   - loader: Who reads it.
  ///   - options: Options in libvips' own form, such as `shrink=4,access=sequential`.
  /// - Returns: The picture, whose pixels are read when they are asked for.
  /// - Throws: `VipsError` where the header cannot be read.
  package func load(_ loader: VipsLoader, options: String) throws(VipsError) -> VipsImage {
    cvips_clear_error()
    let image = unsafe cvips_load(loader.rawValue, handle, options)
    guard let image = unsafe image else { throw VipsError.taken(while: "reading the header") }
    return unsafe VipsImage(takingOwnershipOf: image, lending: [self])
  }
}

/// A position in a source, with a window of bytes around it, since decoders read in small pieces.
private final class Cursor {
  private static let windowByteCount = 32 << 10

  private let source: any ByteSource
  private var position: UInt64 = 0
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0
  private(set) var failure: ThumbnailError?

  init(_ source: any ByteSource) { self.source = source }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int64 {
    do throws(ThumbnailError) {
      let count = unsafe try readOrThrow(into: buffer)
      position += UInt64(count)
      return Int64(count)
    } catch {
      failure = error
      return -1
    }
  }

  /// Fills the buffer, short only at the end of the source: libtiff takes less for damage.
  private func readOrThrow(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ThumbnailError) -> Int {
    if buffer.count >= Cursor.windowByteCount {
      return unsafe try source.read(into: buffer, at: position)
    }
    var filled = 0
    while filled < buffer.count {
      let at = position + UInt64(filled)
      guard at < source.byteCount else { break }
      let isInside = at >= windowStart && at - windowStart < UInt64(window.count)
      if !isInside {
        window = try source.bytes(Cursor.windowByteCount, at: at)
        windowStart = at
        if window.isEmpty { break }
      }
      let start = Int(at - windowStart)
      let count = min(buffer.count - filled, window.count - start)
      let part = unsafe UnsafeMutableRawBufferPointer(
        rebasing: buffer[filled..<(filled + count)])
      unsafe window.withUnsafeBytes { all in
        unsafe part.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<(start + count)]))
      }
      filled += count
    }
    return filled
  }

  func seek(by offset: Int64, from whence: Int32) -> Int64 {
    let base: Int64
    switch whence {
    case 0: base = 0
    case 1: base = Int64(clamping: position)
    case 2: base = Int64(clamping: source.byteCount)
    default: return -1
    }
    let (target, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, target >= 0 else { return -1 }
    position = UInt64(target)
    return target
  }
}

// SAFETY: both callbacks get the cursor that `VipsSource.init` lent; buffer and length are libvips'.
private let readAtCursor: cvips_read = { context, buffer, length in
  guard let context = unsafe context, let buffer = unsafe buffer, length >= 0 else { return -1 }
  let cursor = unsafe Unmanaged<Cursor>.fromOpaque(context).takeUnretainedValue()
  return unsafe cursor.read(
    into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(length)))
}

private let seekCursor: cvips_seek = { context, offset, whence in
  guard let context = unsafe context else { return -1 }
  let cursor = unsafe Unmanaged<Cursor>.fromOpaque(context).takeUnretainedValue()
  return cursor.seek(by: offset, from: whence)
}
