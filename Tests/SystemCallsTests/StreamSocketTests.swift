import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamSocketTests {
  @Test("Bytes arrive in order, and a closed end is seen")
  func bytes() throws {
    try withSockets { a, b in
      #expect(try a.send([1, 2, 3]) == 3)
      #expect(try a.send([4]) == 1)
      var buffer = [UInt8](repeating: 0, count: 16)
      let taken = try take(b, &buffer)
      #expect(taken == .bytes(4))
      #expect(buffer.prefix(4) == [1, 2, 3, 4])
      let rest = try take(b, &buffer)
      #expect(rest == .nothing)
    } afterClosingFirst: { b in
      var buffer = [UInt8](repeating: 0, count: 16)
      let taken = try take(b, &buffer)
      #expect(taken == .end)
      #expect(throws: SystemError.self) { _ = try b.send([1]) }
    }
  }

  @Test("A full socket takes nothing and does not block")
  func full() throws {
    try withSockets { a, b in
      let chunk = [UInt8](repeating: 7, count: 65_536)
      var sent = 0
      while true {
        let taken = try a.send(chunk[...])
        if taken == 0 { break }
        sent += taken
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var received = 0
      while received < sent {
        guard case .bytes(let count) = try take(b, &buffer) else { break }
        received += count
      }
      #expect(received == sent)
      #expect(sent > 0)
    } afterClosingFirst: { _ in
    }
  }

  @Test("A descriptor travels with the bytes and outlives its sender's")
  func descriptor() throws {
    let place = try TemporaryDirectory()
    let file = try place.write(Array("content".utf8), to: "file")
    let path = Array(file.path(percentEncoded: false).utf8)
    try withSockets { a, b in
      let source = try Syscalls.open(readingPath: path)
      #expect(try a.send([9], passing: source.number) == 1)
      var buffer = [UInt8](repeating: 0, count: 16)
      guard case .bytes(1, let passed?) = try b.receive(into: &buffer) else {
        Issue.record("no descriptor came")
        return
      }
      #expect(passed.number != source.number)
      #expect(try Syscalls.status(of: passed.number).byteCount == 7)
    } afterClosingFirst: { _ in
    }
  }

  private func withSockets(
    _ body: (borrowing StreamSocket, borrowing StreamSocket) throws -> Void,
    afterClosingFirst rest: (borrowing StreamSocket) throws -> Void
  ) throws {
    var failure: (any Error)?
    try StreamSocket.withPair { a, b in
      do {
        try body(a, b)
        _ = a.release()
        try rest(b)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private enum Taken: Equatable { case bytes(Int), nothing, end }

  private func take(_ socket: borrowing StreamSocket, _ buffer: inout [UInt8]) throws -> Taken {
    switch try socket.receive(into: &buffer) {
    case .bytes(let count, _): .bytes(count)
    case .nothing: .nothing
    case .end: .end
    }
  }
}
