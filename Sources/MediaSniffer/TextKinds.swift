import MediaTypes

/// How one kind of text is recognised.
///
/// To add one: a file of its name in `Formats/Text` with a type that conforms, and a line in
/// `TextKinds.all`.
protocol TextKind: SendableMetatype {
  /// The format, declared beside the kind.
  static var format: MediaFormat { get }

  /// Whether a text is of the kind.
  static func fits(_ head: TextHead, _ input: ByteWindow) throws(Shortage) -> Bool
}

/// The kinds of text that are known, in the order in which they are asked.
enum TextKinds {
  static let all: [any TextKind.Type] = [
    RTF.self,
    VCard.self,
    Calendar.self,
    WebVTT.self,
    InternetShortcut.self,
    Script.self,
    RDF.self,
    HTML.self,
    XML.self,
    JSON.self,
    Mail.self,
    CSV.self,
  ]
}

extension MediaFormat {
  /// Declares a format of text.
  static func text(
    _ name: String, _ mime: String, _ uniformType: String, _ extensions: String...,
    conformsTo supertype: UniformType = .text
  ) -> MediaFormat {
    MediaFormat(
      name, mime: mime, uniformType: uniformType, kind: .document, fileExtensions: extensions,
      conformsTo: [supertype])
  }
}
