import ByteSources
import MediaTypes
import SystemCalls
import Testing

@Suite("Sources that are no file of the user's", .timeLimit(.minutes(1)))
struct SourceTests {
  static let generated = GeneratedSource(
    head: [1, 2, 3], pieceCount: 5, pieceByteCount: 4, tail: [9, 9],
    make: { index in (0..<4).map { UInt8(10 * (index + 1) + $0) } })

  @Test("Pieces are read as one file, from anywhere and in any length")
  func generated() throws {
    let source = Self.generated
    let whole = try source.bytes(100, at: 0)
    let pieces: [[UInt8]] = (1...5).map { index in (0..<4).map { UInt8(10 * index + $0) } }
    let expected: [UInt8] = [1, 2, 3] + Array(pieces.joined()) + [9, 9]
    #expect(whole == expected)
    #expect(source.byteCount == UInt64(whole.count))
    for start in 0...(whole.count + 1) {
      for count in 0...whole.count {
        let part = try source.bytes(count, at: UInt64(start))
        #expect(part == Array(whole.dropFirst(start).prefix(count)))
      }
    }
  }

  @Test("What is spooled is read back, and has no name")
  func spool() throws {
    var spool = try SpoolFile(limit: 10)
    try spool.append([1, 2, 3])
    try spool.append([])
    try spool.append([4])
    #expect(spool.byteCount == 4)
    let source = try spool.finish()
    #expect(try source.bytes(9, at: 1) == [2, 3, 4])
    let number = source.descriptorNumber
    let place = try Syscalls.destination(ofLink: Array("/proc/self/fd/\(number)".utf8))
    #expect(String(decoding: place, as: UTF8.self).hasSuffix("(deleted)"))
  }

  @Test("A spool takes as much as it may and not a byte more")
  func spoolLimit() throws {
    var spool = try SpoolFile(limit: 4)
    try spool.append([1, 2, 3, 4])
    var code: ThumbnailError.Code?
    do throws(ThumbnailError) { try spool.append([5]) } catch { code = error.code }
    #expect(code == .overLimit)
    #expect(spool.byteCount == 4)
  }

  @Test(
    "A disk that refuses is an error of its own",
    arguments: [("open", SyscallFaults.Number.noPermission), ("write", .noSpace)])
  func spoolFaults(call: String, number: SyscallFaults.Number) {
    var error: ThumbnailError?
    Syscalls.$faults.withValue(SyscallFaults(call, number, isLasting: true)) {
      do throws(ThumbnailError) {
        var spool = try SpoolFile(limit: 9)
        try spool.append([1])
      } catch let failure {
        error = failure
      }
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("temporary file") == true)
  }

  @Test("A source that was stopped fails at the next read")
  func stopped() throws {
    let source = StoppableSource(MemorySource([1, 2, 3]))
    #expect(try source.bytes(2, at: 1) == [2, 3])
    source.stop()
    let error = #expect(throws: ThumbnailError.self) { try source.bytes(2, at: 1) }
    #expect(error?.code == .cancelled)
  }
}
