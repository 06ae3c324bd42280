import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DatabaseTests {
  let place: TemporaryDirectory
  var path: [UInt8] { Array((place.path + "/store").utf8) }

  init() throws { place = try TemporaryDirectory() }

  @Test("Values come back as they were bound, also empty ones and none")
  func values() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (number INTEGER, text TEXT, bytes BLOB)")
    let insert = try database.prepare("INSERT INTO t VALUES (?1, ?2, ?3)")
    let rows: [(Int64?, String?, [UInt8])] = [
      (.min, "Gruß 🎈", [0, 0xFF, 0]), (0, "", []), (nil, nil, [0x2F]),
    ]
    for row in rows {
      insert.bind(row.0, at: 1)
      insert.bind(row.1, at: 2)
      insert.bind(row.2, at: 3)
      try insert.run()
    }
    let select = try database.prepare("SELECT * FROM t ORDER BY rowid")
    for row in rows {
      #expect(try select.step())
      #expect(select.integer(0) == row.0)
      #expect(select.text(1) == row.1)
      #expect(select.bytes(2) == row.2)
    }
    #expect(try !select.step())
  }

  @Test("What was committed is there when the file is opened again")
  func lasting() throws {
    do {
      let database = try Database(path: path)
      try database.execute("CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (7); COMMIT; BEGIN")
      try database.execute("INSERT INTO t VALUES (8)")
    }
    let select = try Database(path: path).prepare("SELECT sum(a) FROM t")
    #expect(try select.step())
    #expect(select.integer(0) == 7)
  }

  @Test("A file that is no database says so at its first use")
  func damaged() throws {
    try place.write(Array("this is not a database at all, but it is long".utf8), to: "store")
    let error = #expect(throws: SQLiteError.self) {
      try Database(path: path).execute("CREATE TABLE t (a)")
    }
    #expect(error?.isDamaged == true)
  }

  @Test("What cannot be opened or understood is an error with words")
  func errors() throws {
    let missing = Array((place.path + "/none/store").utf8)
    let error = #expect(throws: SQLiteError.self) { _ = try Database(path: missing) }
    #expect(error?.description.isEmpty == false)
    #expect(throws: SQLiteError.self) { try Database(path: path).execute("SELECT nonsense") }
  }
}
