import MediaTypes
import SQLite

/// What is said to the database, and how rows are read.
enum StoreText {
  /// A table that gives values numbers.
  enum Names: String {
    /// Paths of directories in which files were met.
    case roots
    /// The text of options.
    case options
  }

  /// How the database is held.
  ///
  /// One process has the file, so that no memory is shared with others; written changes are safe
  /// from the end of this process, and the store from the end of the machine. A megabyte of pages
  /// is held, whatever the number of files.
  static let settings = """
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -1024;
    PRAGMA temp_store = FILE;
    PRAGMA trusted_schema = OFF;
    """

  static func tables(version: Int64, isIncomplete: Bool) -> String {
    """
    BEGIN;
    CREATE TABLE state (isIncomplete INTEGER NOT NULL);
    INSERT INTO state VALUES (\(isIncomplete ? 1 : 0));
    CREATE TABLE roots (number INTEGER PRIMARY KEY, value BLOB NOT NULL UNIQUE);
    CREATE TABLE options (number INTEGER PRIMARY KEY, value BLOB NOT NULL UNIQUE);
    CREATE TABLE files (
      place BLOB PRIMARY KEY, root INTEGER NOT NULL, path BLOB NOT NULL,
      seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL, bytes INTEGER NOT NULL,
      inode INTEGER NOT NULL, birth INTEGER NOT NULL, options INTEGER NOT NULL,
      status TEXT NOT NULL, kind TEXT, mime TEXT, width INTEGER, height INTEGER, source TEXT,
      warnings TEXT, code TEXT, message TEXT, outputs BLOB, placeholder BLOB
    ) WITHOUT ROWID;
    CREATE INDEX filesByInode ON files (inode);
    CREATE INDEX filesByLength ON files (bytes);
    PRAGMA user_version = \(version);
    COMMIT;
    """
  }

  static let isIncomplete = "SELECT isIncomplete FROM state"
  static let complete = "UPDATE state SET isIncomplete = 0"

  private static let columns = """
    root, path, seconds, nanoseconds, bytes, inode, birth, options, status, kind, mime, width, \
    height, source, warnings, code, message, outputs, place, placeholder
    """
  static let placeColumn: Int32 = 18

  static let find = "SELECT \(columns) FROM files WHERE place = ?1"
  static let put = """
    INSERT OR REPLACE INTO files (\(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, \
    ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
    """
  static let list = """
    SELECT \(columns) FROM files WHERE root = ?1 AND place > ?2 ORDER BY place LIMIT ?3
    """
  static let findMoved = """
    SELECT place FROM files WHERE inode = ?1 AND birth = ?2 AND birth <> 0 AND bytes = ?3 \
    AND seconds = ?4 AND nanoseconds = ?5 AND status = 'ok' LIMIT 1
    """
  static let findSame = """
    SELECT place FROM files WHERE bytes = ?1 AND options = ?2 AND status = 'ok' LIMIT ?3
    """

  static func bind(_ file: StoredFile, at place: [UInt8], to statement: borrowing Statement) {
    statement.bind(file.root, at: 1)
    statement.bind(file.path, at: 2)
    statement.bind(file.mark.seconds, at: 3)
    statement.bind(file.mark.nanoseconds, at: 4)
    statement.bind(Int64(clamping: file.mark.byteCount), at: 5)
    statement.bind(Int64(bitPattern: file.inode), at: 6)
    statement.bind(file.birth, at: 7)
    statement.bind(file.options, at: 8)
    statement.bind(file.status.rawValue, at: 9)
    statement.bind(file.kind?.rawValue, at: 10)
    statement.bind(file.mime, at: 11)
    statement.bind(file.displaySize.map { Int64($0.width) }, at: 12)
    statement.bind(file.displaySize.map { Int64($0.height) }, at: 13)
    statement.bind(file.source?.rawValue, at: 14)
    statement.bind(file.warningText, at: 15)
    statement.bind(file.error?.code.rawValue, at: 16)
    statement.bind(file.error?.message, at: 17)
    statement.bind(file.outputBytes, at: 18)
    statement.bind(place, at: 19)
    statement.bind(file.placeholderBytes, at: 20)
  }

  /// The file of a row; what a row says is not trusted to make sense.
  static func file(in row: borrowing Statement) -> StoredFile {
    var file = StoredFile(
      root: row.integer(0) ?? 0, path: row.bytes(1),
      mark: StoredFile.Mark(
        seconds: row.integer(2) ?? 0, nanoseconds: row.integer(3) ?? 0,
        byteCount: UInt64(clamping: row.integer(4) ?? 0)),
      inode: UInt64(bitPattern: row.integer(5) ?? 0), birth: row.integer(6) ?? 0,
      options: row.integer(7) ?? 0,
      status: row.text(8).flatMap(FileRecord.Status.init(rawValue:)) ?? .current)
    file.kind = row.text(9).flatMap(MediaKind.init(rawValue:))
    file.mime = row.text(10)
    if let width = row.integer(11), let height = row.integer(12) {
      file.displaySize = PixelSize(width: Int(width), height: Int(height))
    }
    file.source = row.text(13).flatMap(PreviewSource.init(rawValue:))
    file.warnings = row.text(14).map(StoredFile.warnings) ?? []
    if let code = row.text(15).flatMap(ThumbnailError.Code.init(rawValue:)) {
      file.error = ThumbnailError(code, row.text(16) ?? "")
    }
    file.outputs = StoredFile.outputs(from: row.bytes(17))
    file.placeholder = StoredFile.placeholder(from: row.bytes(19))
    return file
  }
}

extension SQLiteError {
  /// The tables are those of another version of this program.
  static var otherVersion: SQLiteError { SQLiteError(code: 26, "the store is of another version") }
}
