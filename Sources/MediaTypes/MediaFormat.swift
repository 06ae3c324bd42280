/// A file format: what it is called in each of the naming systems that users meet.
///
/// The set is open: a format that only the sniffer knows is declared beside its probe; those that
/// several rooms speak of are declared in `MediaFormat+Images.swift` and its neighbours.
/// Two formats are equal when their names are.
public struct MediaFormat: Sendable, Hashable, CustomStringConvertible {
  /// A short stable name, lower case, such as `jpeg`.
  public let name: String
  /// The MIME type, as registered with IANA where it is.
  public let mime: String
  /// The uniform type identifier, such as `public.jpeg`.
  public let uniformType: String
  /// What a person would call a file of this format, where its content does not decide otherwise.
  public let kind: MediaKind
  /// File name extensions without the dot, the usual one first.
  public let fileExtensions: [String]
  /// More general types that files of the format conform to, beside that of their kind.
  public let supertypes: [UniformType]

  /// Declares a format.
  ///
  /// - Parameters:
  ///   - name: A short stable name, lower case.
  ///   - mime: The MIME type.
  ///   - uniformType: The uniform type identifier.
  ///   - kind: The kind of most files of the format.
  ///   - fileExtensions: Extensions without the dot, the usual one first.
  ///   - supertypes: More general types, beside that of the kind.
  public init(
    _ name: String, mime: String, uniformType: String, kind: MediaKind, fileExtensions: [String],
    conformsTo supertypes: [UniformType] = []
  ) {
    self.name = name
    self.mime = mime
    self.uniformType = uniformType
    self.kind = kind
    self.fileExtensions = fileExtensions
    self.supertypes = supertypes
  }

  /// Compares names.
  public static func == (a: MediaFormat, b: MediaFormat) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name.
  public var description: String { name }
}

extension MediaFormat {
  /// Bytes that fit no known format.
  public static let unknown = MediaFormat(
    "unknown", mime: "application/octet-stream", uniformType: "public.data", kind: .other,
    fileExtensions: ["bin"])

  /// Every format that rooms other than the sniffer speak of.
  package static let shared: [MediaFormat] = images + videos + audio + documents

  private static let sharedByName = Dictionary(uniqueKeysWithValues: shared.map { ($0.name, $0) })

  /// The format of that name among `shared`.
  ///
  /// - Parameter name: The short name, such as `jpeg`.
  /// - Returns: The format, or `nil` where no shared format has that name.
  package static func named(_ name: String) -> MediaFormat? { sharedByName[name] }
}
