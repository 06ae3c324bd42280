/// Something odd that does not keep a file from being shown.
public struct MediaWarning: Sendable, Hashable, CustomStringConvertible {
  /// What is odd.
  ///
  /// The set is open.
  public struct Code: Sendable, Hashable {
    /// The code as it stands in JSON.
    public let rawValue: String

    /// Creates a code.
    ///
    /// - Parameter rawValue: The code as it stands in JSON, in camel case.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The data end before the picture does; what there is was shown.
    public static let truncated = Code("truncated")
    /// The data are damaged; what could be decoded was shown.
    public static let damaged = Code("damaged")
    /// The name's extension is of another format than the content.
    public static let extensionMismatch = Code("extensionMismatch")
    /// The only preview that could be had is smaller than asked for.
    public static let smallerThanAsked = Code("smallerThanAsked")
    /// The embedded colour profile cannot be used and was ignored.
    public static let profileIgnored = Code("profileIgnored")
    /// A header contradicts itself or its file.
    public static let oddHeader = Code("oddHeader")
  }

  /// What is odd.
  public let code: Code
  /// More in words, or empty.
  public let detail: String

  /// Creates a warning.
  ///
  /// - Parameters:
  ///   - code: What is odd.
  ///   - detail: More in words.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// The code, and after a colon the detail, where there is one.
  public var description: String {
    detail.isEmpty ? code.rawValue : "\(code.rawValue): \(detail)"
  }
}
