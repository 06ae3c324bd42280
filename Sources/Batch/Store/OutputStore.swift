import MediaTypes
import SQLite

/// What runs remember of an output directory, in a database in it.
///
/// One run at a time has it, which the lock of the output directory sees to. Changes are kept
/// together and written a few times a second: a run that is killed loses those of the last moment,
/// and the files that they were about are done again.
final class OutputStore {
  /// Raised when the tables change; a store of another version is made anew.
  static let version: Int64 = 2
  /// Changes that are written at once at the latest.
  private static let changesAtOnce = 2000

  private let database: Database
  private let find: Statement
  private let put: Statement
  private let drop: Statement
  private let findMoved: Statement
  private let findSame: Statement
  private let list: Statement
  private let setRoot: Statement
  private var changes = 0
  /// Whether the rows are not yet those of all thumbnails that are there.
  private(set) var isIncomplete: Bool
  /// Whether there were rows when the store was opened.
  let hasRows: Bool

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - path: The path of its file.
  ///   - thumbnailsMayExist: Whether an empty store is to be filled from the thumbnails.
  /// - Throws: `SQLiteError` where it cannot be opened, is damaged or of another version.
  init(path: [UInt8], thumbnailsMayExist: Bool) throws(SQLiteError) {
    database = try Database(path: path)
    try database.execute(StoreText.settings)
    let version = try OutputStore.number(database, "PRAGMA user_version")
    if version == 0 {
      try database.execute(
        StoreText.tables(version: OutputStore.version, isIncomplete: thumbnailsMayExist))
    } else if version != OutputStore.version {
      throw .otherVersion
    }
    isIncomplete = try OutputStore.number(database, StoreText.isIncomplete) == 1
    hasRows = try OutputStore.number(database, "SELECT EXISTS (SELECT 1 FROM files)") == 1
    find = try database.prepare(StoreText.find)
    put = try database.prepare(StoreText.put)
    drop = try database.prepare("DELETE FROM files WHERE place = ?1")
    findMoved = try database.prepare(StoreText.findMoved)
    findSame = try database.prepare(StoreText.findSame)
    list = try database.prepare(StoreText.list)
    setRoot = try database.prepare("UPDATE files SET root = ?2, path = ?3 WHERE place = ?1")
    try database.execute("BEGIN")
  }

  private static func number(
    _ database: borrowing Database, _ text: String
  ) throws(SQLiteError) -> Int64 {
    let statement = try database.prepare(text)
    return try statement.step() ? statement.integer(0) ?? 0 : 0
  }

  /// The row of a root directory or of options, made where it is missing.
  func number(of value: [UInt8], in table: StoreText.Names) throws(SQLiteError) -> Int64 {
    let insert = try database.prepare("INSERT OR IGNORE INTO \(table.rawValue) (value) VALUES (?1)")
    insert.bind(value, at: 1)
    try insert.run()
    let select = try database.prepare("SELECT number FROM \(table.rawValue) WHERE value = ?1")
    select.bind(value, at: 1)
    return try select.step() ? select.integer(0) ?? 0 : 0
  }

  /// The root directory or the options that a row is of; `nil` where there is no such row.
  func value(of number: Int64, in table: StoreText.Names) throws(SQLiteError) -> [UInt8]? {
    let select = try database.prepare("SELECT value FROM \(table.rawValue) WHERE number = ?1")
    select.bind(number, at: 1)
    return try select.step() ? select.bytes(0) : nil
  }

  /// What is remembered of the file whose thumbnails have a place.
  func file(at place: [UInt8]) throws(SQLiteError) -> StoredFile? {
    defer { find.reset() }
    find.bind(place, at: 1)
    return try find.step() ? StoreText.file(in: find) : nil
  }

  /// Another place of the same file, which it had before it got another name.
  func place(ofMoved inode: UInt64, birth: Int64, _ mark: StoredFile.Mark) throws(SQLiteError)
    -> [UInt8]?
  {
    defer { findMoved.reset() }
    findMoved.bind(Int64(bitPattern: inode), at: 1)
    findMoved.bind(birth, at: 2)
    findMoved.bind(Int64(clamping: mark.byteCount), at: 3)
    findMoved.bind(mark.seconds, at: 4)
    findMoved.bind(mark.nanoseconds, at: 5)
    return try findMoved.step() ? findMoved.bytes(0) : nil
  }

  /// Places of files of a length whose thumbnails were made with the same options, a few at most.
  func places(ofLength byteCount: UInt64, options: Int64, limit: Int) throws(SQLiteError)
    -> [[UInt8]]
  {
    defer { findSame.reset() }
    findSame.bind(Int64(clamping: byteCount), at: 1)
    findSame.bind(options, at: 2)
    findSame.bind(Int64(limit), at: 3)
    var places: [[UInt8]] = []
    while try findSame.step() { places.append(findSame.bytes(0)) }
    return places
  }

  /// Remembers a file.
  func set(_ file: StoredFile, at place: [UInt8]) throws(SQLiteError) {
    StoreText.bind(file, at: place, to: put)
    try put.run()
    try noteChange()
  }

  /// Notes that a file whose thumbnails are as they were was met elsewhere.
  func setRoot(_ root: Int64, _ path: [UInt8], of place: [UInt8]) throws(SQLiteError) {
    setRoot.bind(place, at: 1)
    setRoot.bind(root, at: 2)
    setRoot.bind(path, at: 3)
    try setRoot.run()
    try noteChange()
  }

  /// Forgets a file.
  func remove(_ place: [UInt8]) throws(SQLiteError) {
    drop.bind(place, at: 1)
    try drop.run()
    try noteChange()
  }

  /// Some files of a root, in the order of their places.
  ///
  /// - Parameters:
  ///   - root: The row of the root.
  ///   - place: The place after which they begin.
  ///   - limit: How many at most.
  /// - Returns: The files.
  /// - Throws: `SQLiteError` where the database cannot be read.
  func files(
    of root: Int64, after place: [UInt8], limit: Int
  ) throws(SQLiteError) -> [(place: [UInt8], file: StoredFile)] {
    defer { list.reset() }
    list.bind(root, at: 1)
    list.bind(place, at: 2)
    list.bind(Int64(limit), at: 3)
    var files: [(place: [UInt8], file: StoredFile)] = []
    while try list.step() {
      files.append((list.bytes(StoreText.placeColumn), StoreText.file(in: list)))
    }
    return files
  }

  /// Writes the changes that wait.
  func commit() throws(SQLiteError) {
    guard changes > 0 else { return }
    changes = 0
    try database.execute("COMMIT")
    try database.execute("BEGIN")
  }

  /// Writes the changes that wait, for the last time.
  ///
  /// - Parameter isComplete: Whether every file was met.
  /// - Throws: `SQLiteError` where the database cannot be written.
  func close(isComplete: Bool) throws(SQLiteError) {
    if isComplete, isIncomplete { try database.execute(StoreText.complete) }
    try database.execute("COMMIT")
    // What was written beside the file goes into it, so that one file is all there is.
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func noteChange() throws(SQLiteError) {
    changes += 1
    if changes >= OutputStore.changesAtOnce { try commit() }
  }
}
