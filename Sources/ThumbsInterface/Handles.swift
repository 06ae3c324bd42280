internal import CThumbs
internal import MediaTypes

// SAFETY: a handle is an object that was retained for the caller, who gives it back to its free
// function exactly once; until then it may be borrowed from any thread, since all objects behind
// handles are Sendable.

/// Hands an object to the caller.
func handle(owning object: some AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// The object behind a handle.
func borrowed<Object: AnyObject>(_ type: Object.Type, _ handle: OpaquePointer?) -> Object? {
  guard let handle = unsafe handle else { return nil }
  return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Takes an object back from the caller.
func taken<Object: AnyObject>(_ type: Object.Type, _ handle: OpaquePointer?) -> Object? {
  guard let handle = unsafe handle else { return nil }
  return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue()
}

/// Why a call failed: a `ThumbnailError`, or a mistake of the caller.
struct CallFailure: Error, Sendable {
  let code: Int32
  let message: String

  init(_ error: ThumbnailError) {
    code = error.code.number
    message = error.message
  }

  /// A mistake of the caller.
  init(usage message: String) {
    code = Int32(THUMBS_USAGE)
    self.message = message
  }
}

/// The object behind a `thumbs_error`.
final class ErrorObject: Sendable {
  let code: Int32
  let message: CText

  init(_ failure: CallFailure) {
    code = failure.code
    message = CText(failure.message)
  }
}

/// Text as C has it, owned here.
///
/// SAFETY: the memory is written in the initialiser only, so that it may be read from any thread.
@safe final class CText: @unchecked Sendable {
  let pointer: UnsafePointer<CChar>

  /// Copies text up to its first zero byte.
  init(_ text: String) {
    let bytes = text.utf8.prefix { $0 != 0 }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    var end = unsafe copy
    for byte in bytes {
      unsafe end.initialize(to: CChar(bitPattern: byte))
      unsafe end += 1
    }
    unsafe end.initialize(to: 0)
    unsafe pointer = UnsafePointer(copy)
  }

  deinit { unsafe pointer.deallocate() }
}

/// Bytes as C has them, owned here.
///
/// SAFETY: the memory is written in the initialiser only, so that it may be read from any thread.
@safe final class CBytes: @unchecked Sendable {
  let pointer: UnsafePointer<UInt8>
  let count: Int

  init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = unsafe copy.initialize(from: bytes)
    count = bytes.count
    // A buffer that was allocated has an address.
    unsafe pointer = UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
  }

  deinit { unsafe pointer.deallocate() }
}

/// Does the work of a call and turns what it throws into a code.
func answering(
  _ error: UnsafeMutablePointer<OpaquePointer?>?, _ work: () throws(CallFailure) -> Void
) -> Int32 {
  do throws(CallFailure) {
    try work()
    return Int32(THUMBS_OK)
  } catch let failure {
    if let error = unsafe error { unsafe error.pointee = handle(owning: ErrorObject(failure)) }
    return failure.code
  }
}

extension ThumbnailError.Code {
  /// The number of the code in the interface.
  var number: Int32 {
    switch self {
    case .unreadable: Int32(THUMBS_UNREADABLE)
    case .vanished: Int32(THUMBS_VANISHED)
    case .empty: Int32(THUMBS_EMPTY)
    case .notMedia: Int32(THUMBS_NOT_MEDIA)
    case .unsupported: Int32(THUMBS_UNSUPPORTED)
    case .corrupt: Int32(THUMBS_CORRUPT)
    case .overBudget: Int32(THUMBS_OVER_BUDGET)
    case .overLimit: Int32(THUMBS_OVER_LIMIT)
    case .timedOut: Int32(THUMBS_TIMED_OUT)
    case .crashed: Int32(THUMBS_CRASHED)
    case .noPreview: Int32(THUMBS_NO_PREVIEW)
    case .outputFailed: Int32(THUMBS_OUTPUT_FAILED)
    case .cancelled: Int32(THUMBS_CANCELLED)
    }
  }
}
