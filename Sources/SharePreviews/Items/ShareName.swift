internal import MediaTypes

/// Names of items, for people and for file systems.
enum ShareName {
  /// What most file systems allow, in bytes.
  private static let longest = 255

  /// What a person would call an item.
  ///
  /// - Parameters:
  ///   - suggested: What somebody calls it.
  ///   - path: Where it is, in case it is a file.
  /// - Returns: One line of text; `nil` where nothing is known.
  static func title(suggested: String?, path: String?) -> String? {
    let name = suggested.map { $0[...] } ?? path?.split(separator: "/").last
    guard let name else { return nil }
    let title = String(String.UnicodeScalarView(name.unicodeScalars.filter(isVisible)))
    let trimmed = trimmed(title[...], of: " ")
    return trimmed.isEmpty ? nil : trimmed
  }

  /// A name that every usual file system takes, and that leads into no other directory.
  ///
  /// What a name cannot hold becomes `_`. An extension that contradicts the content stays, and the
  /// right one follows it; so nobody takes the file for what it is not. Text has more extensions
  /// than anybody knows, and keeps any that no other format has.
  ///
  /// - Parameters:
  ///   - title: What a person calls it.
  ///   - facts: What the content is, where it says something.
  /// - Returns: At most 255 bytes of UTF-8.
  static func fileName(for title: String, facts: MediaFacts?) -> String {
    let scalars = title.unicodeScalars.map { isAllowed($0) ? $0 : "_" }
    let visible = scalars.filter(isVisible)
    var name = trimmed(String(String.UnicodeScalarView(visible))[...], of: " .")
    if name.isEmpty { name = "file" }
    if isReserved(name) { name = "_" + name }
    return shortened(name, ending: facts.map { ending(for: name, $0) } ?? "")
  }

  /// What must follow a name so that it tells the content; empty where nothing must.
  private static func ending(for name: String, _ facts: MediaFacts) -> String {
    guard facts.format != .unknown, let usual = facts.format.fileExtensions.first else { return "" }
    guard let own = fileExtension(of: name)?.lowercased() else { return "." + usual }
    let isOfText =
      facts.conforms(to: .text) && !facts.warnings.contains { $0.code == .extensionMismatch }
    let isUsual = facts.format.fileExtensions.contains { $0.lowercased() == own }
    return isUsual || isOfText ? "" : "." + usual
  }

  private static func fileExtension(of name: String) -> Substring? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[name.index(after: dot)...]
  }

  /// Cuts from the middle: the end tells what it is.
  private static func shortened(_ name: String, ending: String) -> String {
    guard name.utf8.count + ending.utf8.count > longest else { return name + ending }
    let own = ending.isEmpty ? fileExtension(of: name).map { ".\($0)" } ?? "" : ""
    let kept = own.utf8.count <= 20 ? own : ""
    var stem = name.dropLast(kept.count)
    while stem.utf8.count + kept.utf8.count + ending.utf8.count > longest { stem.removeLast() }
    return stem + kept + ending
  }

  private static func trimmed(_ text: Substring, of signs: String) -> String {
    var text = text.drop(while: signs.contains)
    while let last = text.last, signs.contains(last) { text.removeLast() }
    return String(text)
  }

  /// Whether a scalar shows; control codes do not, and marks of direction make a name lie.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default:
      !(0x200E...0x200F ~= scalar.value || 0x202A...0x202E ~= scalar.value
        || 0x2066...0x2069 ~= scalar.value)
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
  }

  /// Names that Windows keeps for devices, whatever extension follows.
  ///
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    return stem.utf8.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
      && stem.last.map("123456789".contains) == true
  }
}
