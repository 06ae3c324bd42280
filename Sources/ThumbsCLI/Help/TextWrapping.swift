/// Breaking text into lines.
enum TextWrapping {
  /// Breaks a paragraph between words.
  ///
  /// - Parameters:
  ///   - text: Words with single spaces between them.
  ///   - columns: How many signs a line has, the indentation included.
  ///   - indentation: How many spaces each line begins with.
  /// - Returns: The lines; a word that is too long has one of its own.
  static func lines(_ text: String, columns: Int, indentation: Int = 0) -> [String] {
    let width = max(20, columns - indentation)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    if !line.isEmpty { lines.append(line) }
    let margin = String(repeating: " ", count: indentation)
    return lines.map { margin + $0 }
  }
}

extension String {
  /// The text with spaces after it, up to a number of signs.
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
