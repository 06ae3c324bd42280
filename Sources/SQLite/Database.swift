internal import CSQLite

/// An open database in a file.
///
/// It is used by one thread at a time; nothing here locks.
@safe
package struct Database: ~Copyable {
  private let handle: OpaquePointer

  /// Opens a database, and makes an empty one where there is none.
  ///
  /// The corresponding C function is `sqlite3_open_v2`.
  ///
  /// - Parameter path: The path of the file, without a zero byte.
  /// - Throws: `SQLiteError` where it cannot be opened; that it is damaged shows at its first use.
  package init(path: [UInt8]) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let terminated = path + [0]
    let code = unsafe terminated.withUnsafeBytes { bytes -> Int32 in
      guard let path = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return SQLITE_MISUSE
      }
      return unsafe sqlite3_open_v2(path, &opened, flags, nil)
    }
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let error = unsafe Database.error(code, of: opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = opened
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Does what has no result and no values.
  ///
  /// The corresponding C function is `sqlite3_exec`.
  package borrowing func execute(_ text: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe Database.error(code, of: handle) }
  }

  /// Prepares something that is done many times.
  ///
  /// The database stays open as long as the statement does.
  /// The corresponding C function is `sqlite3_prepare_v3`.
  package borrowing func prepare(_ text: String) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw unsafe Database.error(code, of: handle)
    }
    return unsafe Statement(takingOwnershipOf: prepared)
  }

  static func error(_ code: Int32, of handle: OpaquePointer?) -> SQLiteError {
    let text = unsafe handle.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    return SQLiteError(
      code: code, unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)")
  }
}
