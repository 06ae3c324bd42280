/// How much memory may be held, and what of it counts.
public struct MemoryLimit: Sendable, Hashable {
  /// What counts.
  public enum Scope: String, Sendable, CaseIterable {
    /// All resident pages, those of libraries included; pages that processes share count once.
    case resident
    /// Pages that no file backs. The kernel can take back all others, code of libraries among
    /// them, and reads them again when they are needed.
    case anonymous
  }

  /// Bytes that may be held.
  public var byteCount: UInt64
  /// What of the memory counts.
  public var scope: Scope

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - byteCount: Bytes that may be held.
  ///   - scope: What of the memory counts.
  public init(byteCount: UInt64, counting scope: Scope = .resident) {
    self.byteCount = byteCount
    self.scope = scope
  }

  /// A share extension of iOS: 120 MB, all resident pages.
  public static let shareExtension = MemoryLimit(byteCount: 120 << 20)
  /// A widget of iOS: 30 MB of anonymous memory.
  ///
  /// The libraries alone have more resident pages than the platform allows in all.
  public static let widget = MemoryLimit(byteCount: 30 << 20, counting: .anonymous)
  /// A notification service extension of iOS: 24 MB of anonymous memory, as with `widget`.
  public static let notificationService = MemoryLimit(
    byteCount: 24 << 20, counting: .anonymous)

  /// Limits of platforms by name.
  public static let presets: [(name: String, limit: MemoryLimit)] = [
    ("share-extension", shareExtension), ("widget", widget),
    ("notification-service", notificationService),
  ]

  /// The limit of a platform.
  ///
  /// - Parameter name: One of the names of `presets`.
  public init?(preset name: String) {
    guard let preset = MemoryLimit.presets.first(where: { $0.name == name }) else { return nil }
    self = preset.limit
  }
}
