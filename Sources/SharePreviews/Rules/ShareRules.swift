public import MediaTypes

/// What a share tool takes.
///
/// ```swift
/// var rules = ShareRules()
/// rules.maxCounts = [.image: 10, .video: 5, .audio: 0]
/// rules.maxTotalBytes = 100 << 20
/// ```
///
/// Items are judged in their order: those that are refused do not count against the others.
public struct ShareRules: Sendable, Hashable {
  /// How many items of a kind there may be; a kind that is not named may come as often as it likes.
  public var maxCounts: [ShareKind: Int]
  /// How many items of kinds that `maxCounts` does not name there may be; `nil` is no limit.
  public var maxOtherCount: Int?
  /// How many items there may be in all; `nil` is no limit.
  public var maxItemCount: Int?
  /// How many items there must be.
  public var minItemCount: Int
  /// How many bytes all items together may have; `nil` is no limit.
  public var maxTotalBytes: UInt64?
  /// Types of which an item must be, or conform to, one; empty allows all.
  public var allowedTypes: [UniformType]

  /// Creates rules that allow everything.
  public init() {
    maxCounts = [:]
    maxOtherCount = nil
    maxItemCount = nil
    minItemCount = 0
    maxTotalBytes = nil
    allowedTypes = []
  }
}

/// What rules say to items, each from what its first bytes tell.
public struct ShareVerdict: Sendable, Hashable {
  /// Why an item is not taken.
  public struct Refusal: Sendable, Hashable, CustomStringConvertible {
    /// Which rule refuses.
    ///
    /// Closed: a new code is a new version of the contract.
    public enum Code: String, Sendable, CaseIterable {
      /// The item cannot be read at all.
      case unreadable
      /// It is of none of the allowed types.
      case typeNotAllowed
      /// There are enough of its kind.
      case tooManyOfKind
      /// There are enough items.
      case tooManyItems
      /// With it, the bytes would be too many.
      case tooManyBytes
    }

    /// Which rule refuses.
    public let code: Code
    /// Why, in words with the numbers.
    public let message: String

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
  }

  /// What is said of one item.
  public struct Item: Sendable, Hashable {
    /// Its position among the items, from 0.
    public let position: Int
    /// What it is tagged with.
    public let identifier: String
    /// What it counts as; `nil` where it cannot be read.
    public let kind: ShareKind?
    /// How many bytes it has, where that is known.
    public let byteCount: UInt64?
    /// Why it is not taken; `nil` where it is.
    public let refusal: Refusal?

    /// Whether it is taken.
    public var isAccepted: Bool { refusal == nil }
  }

  /// The items, in their order.
  public let items: [Item]
  /// What is missing though every item was taken, in words; `nil` where nothing is.
  public let shortage: String?

  /// Whether all items are taken, and are enough.
  public var isAccepted: Bool { shortage == nil && items.allSatisfy(\.isAccepted) }
}
