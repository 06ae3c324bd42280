internal import CVipsShims

/// What libvips said when an operation failed.
///
/// The text is for people: libvips has one error buffer a process, which may hold remains of
/// operations that succeeded, so nothing is decided by it.
package struct VipsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done.
  package let activity: String
  /// libvips' words, in one line.
  package let text: String

  /// What was being done, and libvips' words.
  package var description: String { text.isEmpty ? "\(activity) failed" : "\(activity): \(text)" }

  /// Takes the text of the error buffer and clears it.
  static func taken(while activity: String) -> VipsError {
    guard let raw = unsafe cvips_take_error() else {
      return VipsError(activity: activity, text: "")
    }
    defer { unsafe cvips_free(raw) }
    let lines = unsafe String(cString: raw).split(separator: "\n")
    return VipsError(activity: activity, text: lines.prefix(3).joined(separator: "; "))
  }
}
