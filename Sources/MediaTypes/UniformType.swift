/// A uniform type identifier, and what it conforms to.
///
///     UniformType("public.heic").conforms(to: .image)   // true
///
/// Source: Apple, "System-declared uniform type identifiers"; types that Apple does not declare
/// stand below the abstract type of their kind.
public struct UniformType: Sendable, Hashable, CustomStringConvertible {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  /// Wraps an identifier, known or not.
  ///
  /// - Parameter identifier: The identifier, such as `public.jpeg`.
  public init(_ identifier: String) { self.identifier = identifier }

  /// The identifier.
  public var description: String { identifier }

  /// Bytes of any kind.
  public static let data = UniformType("public.data")
  /// What a person would open: a document, a picture, a sound.
  public static let content = UniformType("public.content")
  /// A picture.
  public static let image = UniformType("public.image")
  /// What a camera's sensor recorded.
  public static let cameraRaw = UniformType("public.camera-raw-image")
  /// Moving pictures, with or without sound.
  public static let movie = UniformType("public.movie")
  /// Sound.
  public static let audio = UniformType("public.audio")
  /// Moving pictures or sound.
  public static let audiovisual = UniformType("public.audiovisual-content")
  /// Text of any kind.
  public static let text = UniformType("public.text")
  /// An address.
  public static let url = UniformType("public.url")
  /// A file that holds others.
  public static let archive = UniformType("public.archive")
  /// A document that mixes text, pictures and more.
  public static let composite = UniformType("public.composite-content")
  /// A font.
  public static let font = UniformType("public.font")
  /// A program.
  public static let executable = UniformType("public.executable")

  /// Whether a value of this type can stand where one of the other is asked for.
  ///
  /// - Parameter other: The more general type.
  /// - Returns: Whether this type is the other one, or conforms to it over any number of steps.
  public func conforms(to other: UniformType) -> Bool {
    if self == other { return true }
    return (Self.parents[identifier] ?? []).contains { UniformType($0).conforms(to: other) }
  }

  /// The type that stands for a kind of media.
  ///
  /// - Parameter kind: What a person would call a file.
  /// - Returns: The abstract type of that kind.
  public static func abstract(of kind: MediaKind) -> UniformType {
    switch kind {
    case .image: .image
    case .video: .movie
    case .audio: .audio
    case .document: .content
    case .other: .data
    }
  }

  /// What each identifier conforms to, one step up; the graph has no cycle.
  private static let parents: [String: [String]] = {
    var parents = declared
    for format in MediaFormat.shared where parents[format.uniformType] == nil {
      parents[format.uniformType] = [
        format.uniformType.hasSuffix("raw-image")
          ? cameraRaw.identifier : abstract(of: format.kind).identifier
      ]
    }
    return parents
  }()

  private static let declared: [String: [String]] = [
    "public.image": ["public.data", "public.content"],
    "public.camera-raw-image": ["public.image"],
    "public.audiovisual-content": ["public.data", "public.content"],
    "public.movie": ["public.audiovisual-content"],
    "public.video": ["public.movie"],
    "public.audio": ["public.audiovisual-content"],
    "public.text": ["public.data", "public.content"],
    "public.composite-content": ["public.content"],
    "public.url": ["public.data"],
    "public.file-url": ["public.url"],
    "public.archive": ["public.data"],
    "public.font": ["public.data", "public.content"],
    "public.executable": ["public.data"],
    "public.plain-text": ["public.text"],
    "public.utf8-plain-text": ["public.plain-text"],
    "public.utf16-plain-text": ["public.plain-text"],
    "public.html": ["public.text"],
    "public.xml": ["public.text"],
    "public.json": ["public.text"],
    "public.rtf": ["public.text"],
    "public.svg-image": ["public.image"],
    "public.zip-archive": ["public.archive"],
    "org.gnu.gnu-zip-archive": ["public.archive"],
    "com.adobe.pdf": ["public.data", "public.composite-content"],
    "com.microsoft.internet-shortcut": ["public.url"],
    "com.apple.internet-location": ["public.url"],
  ]
}

extension MediaFacts {
  /// Whether this file can stand where a type is asked for.
  ///
  /// A type that no table knows counts as one of its kind.
  ///
  /// - Parameter type: The type asked for, such as `.image`.
  /// - Returns: Whether the file is one.
  public func conforms(to type: UniformType) -> Bool {
    UniformType(uniformType).conforms(to: type)
      || UniformType.abstract(of: kind).conforms(to: type) || type == .data
      || format.supertypes.contains { $0.conforms(to: type) }
  }
}
