import CJXL

/// libjxl's state that is one for the whole process.
package enum JXLRuntime {
  /// Loads the library, once.
  ///
  /// Every owner of this room calls it before its first call into the library.
  ///
  /// - Throws: `notLoaded` where the library is missing, or where this process may no longer open
  ///   it.
  package static func start() throws(JXLError) {
    if let reason { throw .notLoaded(reason) }
  }

  /// Why the library is not there; `nil` where it is.
  private static let reason: String? = {
    guard let reason = unsafe cjxl_load() else { return nil }
    return unsafe String(cString: reason)
  }()

  /// The library with its version; `nil` where it cannot be loaded.
  package static var version: String? {
    guard (try? start()) != nil else { return nil }
    // Source: jxl/decode.h, `JxlDecoderVersion`.
    let number = cjxl_version()
    return "libjxl \(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}
