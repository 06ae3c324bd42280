public import MediaTypes

/// One thing that is shared, as a share sheet gets it.
///
/// ```swift
/// let items: [ShareItem] = [
///   .file("/home/ada/holiday.heic"),
///   ShareItem(.bytes(received), suggestedName: "clip.mp4", claimedType: .movie),
/// ]
/// ```
public struct ShareItem: Sendable {
  /// Where the bytes of an item are.
  public enum Content: Sendable {
    /// The file at a path.
    case file(String)
    /// An open descriptor, of a regular file or a pipe; it stays the caller's. A file's position is
    /// not moved; a pipe is read to its end.
    case descriptor(Int32)
    /// The bytes of a file.
    case bytes([UInt8])
    /// Bytes that come over time; they are kept in a temporary file while the session lives.
    case stream(ByteStream)
    /// A picture that is no file.
    case pixels(RawPixels)
    /// Content that is asked for when it is needed, and may fail to come.
    case provider(ItemProvider)
  }

  /// What its results are tagged with; need not be unique.
  public var identifier: String
  /// Where its bytes are.
  public var content: Content
  /// What a person would call it, such as `holiday.heic`.
  public var suggestedName: String?
  /// What somebody says it is; a hint where the content does not tell.
  public var claimedType: UniformType?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - content: Where its bytes are.
  ///   - identifier: What its results are tagged with.
  ///   - suggestedName: What a person would call it; `nil` takes a file's own name.
  ///   - claimedType: What somebody says it is.
  public init(
    _ content: Content, identifier: String = "", suggestedName: String? = nil,
    claimedType: UniformType? = nil
  ) {
    self.content = content
    self.identifier = identifier
    self.suggestedName = suggestedName
    self.claimedType = claimedType
  }

  /// The item that is the file at a path.
  ///
  /// - Parameter path: The path, absolute or from the current directory.
  /// - Returns: An item with the file's name.
  public static func file(_ path: String) -> ShareItem { ShareItem(.file(path)) }

  /// The bytes of the path of a file, where they are no text.
  var pathBytes: [UInt8]?

  /// The item that is the file at a path which need not be text.
  ///
  /// - Parameter path: The bytes of the path.
  /// - Returns: An item with the file's name; what is no text in it is replaced.
  package static func file(atBytes path: [UInt8]) -> ShareItem {
    var item = file(String(decoding: path, as: UTF8.self))
    item.pathBytes = path
    return item
  }
}

/// Content that is asked for when it is needed, and may fail to come.
public struct ItemProvider: Sendable {
  let load: @Sendable () async throws -> ShareItem.Content

  /// Creates a provider.
  ///
  /// - Parameter load: Gives the content, which is no provider again. It is called once at most;
  ///   what it throws becomes the error of its item and of no other.
  public init(_ load: @escaping @Sendable () async throws -> ShareItem.Content) {
    self.load = load
  }
}
