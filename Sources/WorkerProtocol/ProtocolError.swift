/// Which rule of the protocol bytes break.
package enum ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A frame does not begin with the protocol's mark.
  case notAFrame
  /// A frame is of another version.
  case otherVersion(UInt8)
  /// A frame is longer than its reader allows.
  case frameTooLong(byteCount: UInt64, limit: UInt64)
  /// A message ends in the middle of a value.
  case truncated
  /// A message goes on after its last value.
  case surplus(byteCount: Int)
  /// A list or a text is longer than allowed.
  case tooMany(count: UInt64, limit: UInt64)
  /// A value is none of those that are known.
  case unknown(String)

  /// The rule in words.
  package var description: String {
    switch self {
    case .notAFrame: "bytes that are no message"
    case .otherVersion(let version):
      "a message of version \(version), not \(Frame.version)"
    case .frameTooLong(let byteCount, let limit):
      "a message of \(byteCount) bytes, at most \(limit) are allowed"
    case .truncated: "a message that ends early"
    case .surplus(let byteCount): "a message with \(byteCount) bytes too many"
    case .tooMany(let count, let limit): "a list of \(count), at most \(limit) are allowed"
    case .unknown(let what): "a message with an unknown \(what)"
    }
  }
}
