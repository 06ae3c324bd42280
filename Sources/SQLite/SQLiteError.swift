internal import CSQLite

/// Why a database did not do what it was asked.
package struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code (sqlite.org/rescode.html).
  package let code: Int32
  /// The library's words.
  package let description: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The result code.
  ///   - description: What happened.
  package init(code: Int32, _ description: String) {
    self.code = code & 0xFF
    self.description = description
  }

  /// Whether the file is no database, or a damaged one.
  package var isDamaged: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}
