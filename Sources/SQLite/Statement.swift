internal import CSQLite

/// A prepared statement: values are bound by place from 1 on, columns read by place from 0 on.
@safe
package struct Statement: ~Copyable {
  private let handle: OpaquePointer

  init(takingOwnershipOf handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Makes the statement ready for other values.
  ///
  /// The corresponding C function is `sqlite3_reset`.
  package borrowing func reset() {
    // It repeats the error of the last step, which has been thrown.
    _ = unsafe sqlite3_reset(handle)
  }

  /// Goes on to the next row.
  ///
  /// The corresponding C function is `sqlite3_step`.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: `SQLiteError` where the database cannot be read or written.
  package borrowing func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw unsafe Database.error(code, of: sqlite3_db_handle(handle))
    }
  }

  /// Does it once and makes it ready for other values.
  package borrowing func run() throws(SQLiteError) {
    defer { reset() }
    _ = try step()
  }

  /// Binds a whole number, or nothing.
  package borrowing func bind(_ value: Int64?, at place: Int32) {
    if let value {
      _ = unsafe sqlite3_bind_int64(handle, place, value)
    } else {
      _ = unsafe sqlite3_bind_null(handle, place)
    }
  }

  /// Binds text, or nothing.
  package borrowing func bind(_ value: String?, at place: Int32) {
    guard var value else { return bind(Int64?.none, at: place) }
    // SAFETY: the library makes a copy before it returns.
    value.withUTF8 { bytes in
      let text = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      _ = unsafe csqlite_bind_text(
        handle, place, text ?? UnsafePointer(bitPattern: 1), Int32(clamping: bytes.count))
    }
  }

  /// Binds bytes.
  package borrowing func bind(_ value: [UInt8], at place: Int32) {
    // SAFETY: the library makes a copy before it returns.
    unsafe value.withUnsafeBytes { bytes in
      _ = unsafe csqlite_bind_blob(
        handle, place, bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1),
        Int32(clamping: bytes.count))
    }
  }

  /// A whole number of the row; `nil` where the column is empty.
  package borrowing func integer(_ column: Int32) -> Int64? {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
      ? nil : sqlite3_column_int64(handle, column)
  }

  /// Text of the row; `nil` where the column is empty.
  package borrowing func text(_ column: Int32) -> String? {
    guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
    return unsafe String(cString: text)
  }

  /// Bytes of the row; none where the column is empty.
  package borrowing func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    // SAFETY: the library keeps the bytes until the next step; they are copied here.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
