import Synchronization
import SystemCalls
import Testing

@Suite("Memory that tells where it is touched", .timeLimit(.minutes(1)))
struct DemandMemoryTests {
  static let page = DemandMemory.pageByteCount

  /// The pages whose touches are told when the first byte of each of eight is written.
  private static func toldPages(bytesAtOnce: Int) throws -> [Int] {
    let memory = try DemandMemory(byteCount: 8 * page)
    let told = Mutex<[Int]>([])
    do {
      try memory.watchTouches { place in
        told.withLock { $0.append(place / page) }
        return bytesAtOnce
      }
    } catch {
      withKnownIssue("This system has no userfaultfd") { throw error }
      return []
    }
    for index in 0..<8 {
      memory.start.storeBytes(of: 7, toByteOffset: index * page, as: UInt8.self)
    }
    memory.endWatch()
    return told.withLock { $0 }
  }

  @Test(
    "As many pages come at a touch as are asked for, one at least, none beyond the end",
    arguments: [
      (0, [0, 1, 2, 3, 4, 5, 6, 7]), (page, [0, 1, 2, 3, 4, 5, 6, 7]),
      (2 * page + 1, [0, 2, 4, 6]), (3 * page, [0, 3, 6]), (1 << 30, [0]),
    ])
  func batches(bytesAtOnce: Int, pages: [Int]) throws {
    let told = try Self.toldPages(bytesAtOnce: bytesAtOnce)
    #expect(told.isEmpty || told == pages)
  }

  @Test("Pages that were given back hold zeros, others what they held")
  func release() throws {
    let memory = try DemandMemory(byteCount: 4 * Self.page)
    memory.start.storeBytes(of: 7, as: UInt8.self)
    memory.start.storeBytes(of: 9, toByteOffset: 2 * Self.page, as: UInt8.self)
    memory.release(0..<(2 * Self.page))
    #expect(memory.start.load(as: UInt8.self) == 0)
    #expect(memory.start.load(fromByteOffset: 2 * Self.page, as: UInt8.self) == 9)
  }
}
