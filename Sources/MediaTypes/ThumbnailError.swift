/// Why a file has no thumbnail.
///
/// The codes are the same in Swift, in JSON and in the C interface.
public struct ThumbnailError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whose move it is.
  ///
  /// Closed: a new code is a new version of the contract.
  public enum Code: String, Sendable, CaseIterable {
    /// The file cannot be opened or read.
    case unreadable
    /// There is no such file, or no more.
    case vanished
    /// The file has no bytes.
    case empty
    /// The content is neither a picture, a video nor sound.
    case notMedia
    /// The format is known, and nothing here decodes it.
    case unsupported
    /// The content breaks its format's rules so that nothing can be shown.
    case corrupt
    /// Decoding needs more memory than the whole budget.
    case overBudget
    /// A cap on pixels or bytes is exceeded.
    case overLimit
    /// The time limit passed.
    case timedOut
    /// The decoder's process died.
    case crashed
    /// There is nothing to show, such as a sound file without a cover.
    case noPreview
    /// The thumbnail could not be written.
    case outputFailed
    /// The caller gave up.
    case cancelled
  }

  /// Whose move it is.
  public let code: Code
  /// What happened, where, and what to do, with the numbers, for people.
  public let message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: Whose move it is.
  ///   - message: What happened, where, and what to do.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}
