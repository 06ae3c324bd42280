import MediaSniffer
import MediaTypes

/// Compares the extension of a name with the content.
enum ExtensionCheck {
  /// Extensions that other files than media have as often.
  private static let ambiguous: Set<String> = ["ts", "mts", "mod", "pic", "map", "dat"]

  private static let formats: [String: [MediaFormat]] = {
    var formats: [String: [MediaFormat]] = [:]
    for format in MediaSniffer.knownFormats {
      for name in format.fileExtensions { formats[name, default: []].append(format) }
    }
    return formats
  }()

  /// The warning about an extension that another format has; `nil` where there is none.
  static func warning(of claimed: String, on facts: MediaFacts) -> MediaWarning? {
    if facts.format.fileExtensions.contains(claimed) { return nil }
    let name = claimed.lowercased()
    if facts.format.fileExtensions.contains(name) { return nil }
    guard let usual = formats[name] else { return nil }
    if ambiguous.contains(name), facts.kind == .document || facts.kind == .other { return nil }
    let fits = usual.contains { $0.mime == facts.mime || $0.uniformType == facts.uniformType }
    guard !fits, let claim = usual.first else { return nil }
    let content =
      facts.format == .unknown ? "the content fits no known format" : "the content is \(facts.mime)"
    return MediaWarning(.extensionMismatch, "the name says .\(name) (\(claim.mime)), \(content)")
  }
}
