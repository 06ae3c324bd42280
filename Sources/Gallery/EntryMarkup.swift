import MediaTypes

/// One file of the page.
struct EntryMarkup: Sendable {
  let address: RelativeAddress

  /// What stands on both sides of a thumbnail's path, which becomes its address in the end: no
  /// path and no text of a page has it.
  static let pathMark: UInt8 = 0

  /// The markup, with the thumbnail's path between two marks.
  func bytes(for entry: GalleryEntry) -> [UInt8] {
    let name = HTMLText.escaped(entry.name)
    let link = HTMLText.escaped(address.text(for: entry.path))
    var bytes = Array("<li\(attributes(of: entry))>".utf8)
    switch entry.outcome {
    case .shown(let thumbnail):
      bytes += "<a class=box href=\"\(link)\"><img loading=lazy decoding=async".utf8
      if let size = thumbnail.size { bytes += " width=\(size.width) height=\(size.height)".utf8 }
      bytes += " alt=\"Preview of \(name)\" src=\"".utf8
      bytes += [Self.pathMark] + thumbnail.path + [Self.pathMark]
      bytes += "\">\(badge(of: entry))</a>".utf8
    case .failed(let error):
      bytes += "<a class=\"box why\" href=\"\(link)\"><b>\(error.code.rawValue)</b>".utf8
      bytes += "<span>\(HTMLText.escaped(error.message))</span></a>".utf8
    }
    return bytes + Array("\(caption(of: entry))</li>\n".utf8)
  }

  private func attributes(of entry: GalleryEntry) -> String {
    var text = " data-kind=\(entry.kind?.rawValue ?? "unknown")"
    if case .failed(let error) = entry.outcome { text += " data-code=\(error.code.rawValue)" }
    if let byteCount = entry.byteCount { text += " data-bytes=\(byteCount)" }
    return text
  }

  /// The kind, where a picture alone would not tell.
  private func badge(of entry: GalleryEntry) -> String {
    switch entry.kind {
    case .video: "<i>▶ video</i>"
    case .audio: "<i>♪ audio</i>"
    default: ""
    }
  }

  /// Name, what is odd, directory, and what is known of the file, a line each.
  private func caption(of entry: GalleryEntry) -> String {
    let name = HTMLText.escaped(entry.name)
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.dropLast().joined(separator: "/")
    let measures = [entry.displaySize?.description, entry.byteCount.map(QuantityText.byteCount)]
    let lines = [
      directory, HTMLText.escaped(measures.compactMap(\.self).joined(separator: " · ")),
      HTMLText.escaped(entry.mime ?? ""),
    ]
    let warnings = entry.warnings.map { warning in
      let text = HTMLText.escaped(warning)
      return "<p class=odd title=\"\(text)\">\(text)</p>"
    }
    return "<h2 title=\"\(name)\">\(parts.last ?? "")</h2>" + warnings.joined()
      + lines.filter { !$0.isEmpty }.map { "<p>\($0)</p>" }.joined()
  }
}

/// Text inside markup.
///
/// Source: WHATWG HTML, "Escaping a string".
enum HTMLText {
  /// The text such that it means itself between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
