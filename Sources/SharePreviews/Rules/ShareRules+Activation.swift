internal import JSONText

/// Rules in the form in which share extensions declare them.
///
/// Source: Apple, "App Extension Keys", NSExtensionActivationRule.
extension ShareRules {
  /// Why a dictionary is no activation rule.
  public struct ActivationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with which key.
    public let description: String
  }

  private static let prefix = "NSExtensionActivation"

  /// Keys that limit a kind.
  private static let kinds: [String: ShareKind] = [
    "SupportsImageWithMaxCount": .image,
    "SupportsMovieWithMaxCount": .video,
    "SupportsText": .text,
    "SupportsWebURLWithMaxCount": .url,
    "SupportsWebPageWithMaxCount": .webPage,
  ]

  /// Reads the keys of an activation rule.
  ///
  /// ```swift
  /// let rules = try ShareRules(activationRule: [
  ///   "NSExtensionActivationSupportsImageWithMaxCount": 10,
  ///   "NSExtensionActivationSupportsMovieWithMaxCount": 5,
  /// ])
  /// ```
  ///
  /// As there, what is not named is not taken: with these two keys, a text is refused.
  /// `…SupportsFileWithMaxCount` limits the items that no other key is for, sound and documents
  /// among them; `…SupportsText` allows any number where it is not 0; the keys with `Attachments`
  /// say how many items there must and may be in all. `…DictionaryVersion` and
  /// `…UsesStrictMatching` are understood and change nothing, since each item here has one type,
  /// the one that its content shows.
  ///
  /// - Parameter activationRule: Keys with whole numbers; a Boolean is 0 or 1.
  /// - Throws: `ActivationError` for a key that is not known and for a negative number.
  public init(activationRule: [String: Int]) throws(ActivationError) {
    self.init()
    maxCounts = Dictionary(uniqueKeysWithValues: Self.kinds.values.map { ($0, 0) })
    var maxFiles = 0
    for (key, number) in activationRule.sorted(by: { $0.key < $1.key }) {
      guard number >= 0 else {
        throw ActivationError(description: "\(key) is \(number), a number from 0 on is wanted")
      }
      let name = key.hasPrefix(Self.prefix) ? key.dropFirst(Self.prefix.count) : ""
      switch name {
      case "SupportsText": maxCounts[.text] = number == 0 ? 0 : .max
      case "SupportsFileWithMaxCount": maxFiles = number
      case "SupportsAttachmentsWithMaxCount": maxItemCount = number
      case "SupportsAttachmentsWithMinCount": minItemCount = number
      case "DictionaryVersion", "UsesStrictMatching": break
      default:
        guard let kind = Self.kinds[String(name)] else {
          throw ActivationError(description: "\(key) is no key of an activation rule")
        }
        maxCounts[kind] = number
      }
    }
    takeAsFiles(maxFiles, unlessNamedIn: activationRule)
  }

  /// Reads an activation rule that is a JSON object.
  ///
  /// - Parameter bytes: The text of the object.
  /// - Throws: `ActivationError` where it is none, or its keys are none of an activation rule.
  public init(activationRuleJSON bytes: [UInt8]) throws(ActivationError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ActivationError(description: "is no JSON: \(error)")
    }
    guard case .object(let object) = value else {
      throw ActivationError(description: "is no JSON object")
    }
    var rule: [String: Int] = [:]
    for member in object.members {
      let number =
        member.value.asBool.map { $0 ? 1 : 0 } ?? member.value.asInteger.flatMap(Int.init(exactly:))
      guard let number else {
        throw ActivationError(description: "\(member.key) has no whole number")
      }
      rule[member.key] = number
    }
    try self.init(activationRule: rule)
  }

  /// Lets kinds without a key of their own count as files.
  private mutating func takeAsFiles(_ maxFiles: Int, unlessNamedIn rule: [String: Int]) {
    maxOtherCount = maxFiles
    guard maxFiles > 0 else { return }
    for (name, kind) in Self.kinds where rule[Self.prefix + name] == nil { maxCounts[kind] = nil }
  }
}
