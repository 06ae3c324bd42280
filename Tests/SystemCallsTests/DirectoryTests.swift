import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DirectoryTests {
  private let place: TemporaryDirectory
  private let directory: Int32
  private let owner: DirectoryOwner

  /// Keeps the open directory; a test suite's own values can be copied.
  private final class DirectoryOwner {
    let descriptor: FileDescriptor
    init(_ path: String) throws {
      descriptor = try Syscalls.open(
        directory: Array(path.utf8), in: Syscalls.currentDirectoryNumber)
    }
  }

  init() throws {
    place = try TemporaryDirectory()
    owner = try DirectoryOwner(place.path)
    directory = owner.descriptor.number
  }

  private func names() throws -> Set<[UInt8]> {
    let descriptor = try Syscalls.open(directory: Array(".".utf8), in: directory)
    var reader = DirectoryReader(takingOwnershipOf: descriptor)
    var names: Set<[UInt8]> = []
    while let entry = try reader.next() {
      #expect(names.insert(entry.name).inserted)
    }
    return names
  }

  @Test("A directory that exceeds the buffer is read whole, each name once")
  func manyNames() throws {
    var expected: Set<[UInt8]> = []
    for number in 0..<1_500 {
      let name = Array("a rather long name of a file \(number)".utf8)
      _ = try Syscalls.create(name, in: directory)
      expected.insert(name)
    }
    #expect(try names() == expected)
  }

  @Test("Names are bytes: line breaks and what is not UTF-8 come through")
  func oddNames() throws {
    let odd: Set<[UInt8]> = [[0x0A], [0xFF, 0xFE], Array("ü\n".utf8), Array(" ".utf8)]
    for name in odd { _ = try Syscalls.create(name, in: directory) }
    #expect(try names() == odd)
    for name in odd { try Syscalls.remove(name, in: directory) }
    #expect(try names().isEmpty)
  }

  @Test("Entries tell what lies behind them")
  func kinds() throws {
    _ = try Syscalls.create(Array("file".utf8), in: directory)
    #expect(try Syscalls.makeDirectory(Array("directory".utf8), in: directory))
    #expect(try !Syscalls.makeDirectory(Array("directory".utf8), in: directory))
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: "file")
    #expect(mkfifo(place.path + "/pipe", 0o600) == 0)
    let expected: [String: FileStatus.Kind] = [
      "file": .regular, "directory": .directory, "link": .symbolicLink, "pipe": .special,
    ]
    for (name, kind) in expected {
      #expect(try Syscalls.status(of: Array(name.utf8), in: directory).kind == kind)
    }
    let followed = try Syscalls.status(of: Array("link".utf8), in: directory, followsLinks: true)
    #expect(followed.kind == .regular)
    let descriptor = try Syscalls.open(directory: Array(".".utf8), in: directory)
    var reader = DirectoryReader(takingOwnershipOf: descriptor)
    var met = 0
    while let entry = try reader.next() {
      let name = String(decoding: entry.name, as: UTF8.self)
      #expect(entry.kind == nil || entry.kind == expected[name])
      met += 1
    }
    #expect(met == expected.count)
  }

  @Test("A link is not followed unless asked, and a pipe does not block")
  func links() throws {
    _ = try Syscalls.create(Array("file".utf8), in: directory)
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: "file")
    #expect(mkfifo(place.path + "/pipe", 0o600) == 0)
    #expect(throws: SystemError.self) {
      _ = try Syscalls.open(reading: Array("link".utf8), in: directory)
    }
    _ = try Syscalls.open(reading: Array("link".utf8), in: directory, followsLinks: true)
    let pipe = try Syscalls.open(reading: Array("pipe".utf8), in: directory)
    #expect(try Syscalls.status(of: pipe.number).kind == .special)
  }

  @Test("A file is replaced under its name, with the time that was set")
  func replacement() throws {
    _ = try Syscalls.create(Array("target".utf8), in: directory)
    let part = try Syscalls.create(Array("part".utf8), in: directory)
    try Syscalls.write(Array("content".utf8), to: part.number)
    try Syscalls.setModificationTime(
      of: part.number, seconds: 1_234_567_890, nanoseconds: 123_456_789)
    try Syscalls.rename(Array("part".utf8), to: Array("target".utf8), in: directory)
    let status = try Syscalls.status(of: Array("target".utf8), in: directory)
    #expect(status.byteCount == 7)
    #expect(status.modificationSeconds == 1_234_567_890)
    #expect(status.modificationNanoseconds == 123_456_789)
    #expect(try names() == [Array("target".utf8)])
    #expect(throws: SystemError.self) {
      _ = try Syscalls.create(Array("target".utf8), in: directory)
    }
  }

  @Test("A name with a zero byte is refused, not cut")
  func zeroByte() throws {
    _ = try Syscalls.create(Array("a".utf8), in: directory)
    #expect(throws: SystemError.self) {
      _ = try Syscalls.open(reading: [0x61, 0x00, 0x62], in: directory)
    }
  }

  @Test("A planned fault is met once, or from then on, and only inside")
  func faults() throws {
    let name = Array("a".utf8)
    let once = SyscallFaults("mkdirat", .noSpace, after: 1)
    try Syscalls.$faults.withValue(once) { () throws -> Void in
      #expect(try Syscalls.makeDirectory(name, in: directory))
      let error = #expect(throws: SystemError.self) {
        _ = try Syscalls.makeDirectory(name, in: directory)
      }
      #expect(error?.number == ENOSPC && error?.call == "mkdirat")
      #expect(try !Syscalls.makeDirectory(name, in: directory))
      #expect(once.callCount == 3)
    }
    let lasting = SyscallFaults("mkdirat", .inputOutput, isLasting: true)
    Syscalls.$faults.withValue(lasting) { () -> Void in
      for _ in 0..<3 {
        #expect(throws: SystemError.self) {
          _ = try Syscalls.makeDirectory(name, in: directory)
        }
      }
    }
    #expect(try !Syscalls.makeDirectory(name, in: directory))
  }
}
