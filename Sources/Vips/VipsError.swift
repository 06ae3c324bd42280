internal import CVipsShims
package import MediaTypes

/// What libvips said when an operation failed.
///
/// The text is for people: libvips has one error buffer a process, which may hold remains of
/// operations that succeeded. Only a shortage of memory is told by it, for which nothing else stands.
package struct VipsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done.
  package let activity: String
  /// libvips' words, in one line.
  package let text: String

  /// Creates an error of something that was being done.
  package init(activity: String, text: String) {
    self.activity = activity
    self.text = text
  }

  /// What that means, what to do and, in brackets, libvips' words.
  package var description: String { "\(finding) \(words)" }

  /// What is said where the picture is shown all the same, as far as it goes.
  package var partialDescription: String {
    "its data are damaged or end too early, so that a part of the picture is missing or wrong;"
      + " get the file anew \(words)"
  }

  /// Whether memory, or a thread for want of it, could not be had: the file is not to blame.
  ///
  /// Source: libvips, `vips_tracked_malloc`, `vips_malloc` and `vips_g_thread_new`; GLib,
  /// `g_thread_try_new`; libjpeg, `jerror.h`.
  package var isShortOfMemory: Bool {
    ["out of memory", "nsufficient memory", "creating thread", "to create thread"].contains {
      text.contains($0)
    }
  }

  /// The failure for those who want the picture.
  ///
  /// - Parameters:
  ///   - code: What it is unless memory was short.
  ///   - grantedBytes: What the work may take, where it is bounded.
  /// - Returns: `overBudget` where memory was short.
  package func thumbnailError(
    _ code: ThumbnailError.Code, grantedBytes: UInt64?
  ) -> ThumbnailError {
    guard isShortOfMemory else { return ThumbnailError(code, description) }
    let bound = grantedBytes.map { "more than the \($0) bytes that are granted" }
    return ThumbnailError(
      .overBudget,
      "decoding takes \(bound ?? "more memory than there is"); raise the budget \(words)")
  }

  /// libvips' own words, in brackets.
  private var words: String { "(libvips, \(activity)\(text.isEmpty ? "" : ": \(text)"))" }

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
