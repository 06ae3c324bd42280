import MediaTypes

/// SQLite databases.
///
/// Source: SQLite, "Database File Format" § 1.3.1.
enum SQLite: SignatureProbe {
  static let signatures = [Signature(.sqlite, "SQLite format 3\0")]
}

extension MediaFormat {
  static let sqlite = MediaFormat(
    "sqlite", mime: "application/vnd.sqlite3",
    uniformType: "org.sqlite.sqlite3", kind: .other, fileExtensions: ["sqlite", "db"])
}
