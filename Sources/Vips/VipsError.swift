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

  /// What that means, what to do and, in brackets, libvips' words.
  package var description: String {
    "\(finding) (libvips, \(activity)\(text.isEmpty ? "" : ": \(text)"))"
  }

  /// What a failure means, by the part of the work in which it came.
  private var finding: String {
    switch activity {
    case "reading the header":
      "its header is damaged or of a kind that is not supported; get the file anew, or see if"
        + " another program opens it"
    case "decoding":
      "its picture data are damaged or end too early, so that nothing can be shown; get the file anew"
    default: "its picture cannot be prepared; see if another program opens it"
    }
  }

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
