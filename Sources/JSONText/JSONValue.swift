/// A value of JSON, written with its keys in the order in which they were set.
///
/// Source: RFC 8259.
package enum JSONValue: Sendable, Hashable {
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number; what is not finite is written as `null`.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// Nothing.
  case null
  /// Values in order.
  case array([JSONValue])
  /// Values with keys.
  case object(JSONObject)
}

extension JSONValue {
  /// A count as a whole number; what exceeds `Int64` is cut to it.
  package static func count(_ value: some BinaryInteger) -> JSONValue {
    .integer(Int64(clamping: value))
  }
}

/// Values with keys, in the order in which the keys were set.
package struct JSONObject: Sendable, Hashable {
  /// A key and its value.
  package struct Member: Sendable, Hashable {
    /// The key.
    package var key: String
    /// The value.
    package var value: JSONValue
  }

  /// The members, in order.
  package private(set) var members: [Member] = []

  /// Creates an object without members.
  package init() {}

  /// Adds a member at the end; `nil` adds none.
  ///
  /// - Parameters:
  ///   - key: The key, not used before.
  ///   - value: The value, or `nil` for what is not known.
  package mutating func set(_ key: String, _ value: JSONValue?) {
    guard let value else { return }
    members.append(Member(key: key, value: value))
  }

  /// Adds a member of text at the end; `nil` adds none.
  package mutating func set(_ key: String, _ text: String?) {
    set(key, text.map(JSONValue.string))
  }

  /// Adds a member of a whole number at the end; `nil` adds none.
  package mutating func set(_ key: String, count: (some BinaryInteger)?) {
    set(key, count.map { JSONValue.count($0) })
  }

  /// Adds a path, and beside it `pathEncoding` where bytes of it had to be encoded.
  ///
  /// - Parameter path: The bytes of the path.
  package mutating func setPath(_ path: [UInt8]) {
    let text = PathText(path)
    set("path", text.text)
    if text.isPercentEncoded { set("pathEncoding", "percent") }
  }
}
