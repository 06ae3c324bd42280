import MediaTypes
import PreviewPlanning
import Testing
import WorkerProtocol

/// Whoever has taken over a worker writes what he likes.
@Suite(.timeLimit(.minutes(2)))
struct HostileBytesTests {
  /// Reads everything that bytes hold, as both sides do; gives the messages that were understood.
  private func read(_ bytes: [UInt8], limit: UInt64 = 1 << 16) -> (
    count: Int, error: ProtocolError?
  ) {
    var assembler = FrameAssembler(bodyLimit: limit)
    var rest = bytes[...]
    var count = 0
    do throws(ProtocolError) {
      while let frame = try assembler.take(&rest) {
        if frame.kind == .job {
          _ = try DecodeJob(body: frame.body)
        } else {
          _ = try WorkerMessage(frame)
        }
        count += 1
      }
      return (count, nil)
    } catch {
      return (count, error)
    }
  }

  @Test("No prefix of a message is a message", arguments: Samples.frames)
  func prefixes(_ frame: [UInt8]) {
    #expect(read(frame).count == 1)
    for length in 0..<frame.count {
      let outcome = read(Array(frame[..<length]))
      #expect(outcome.count == 0 && outcome.error == nil)
    }
  }

  @Test("A body that ends early, or goes on, is refused", arguments: Samples.frames)
  func bodies(_ frame: [UInt8]) throws {
    var assembler = FrameAssembler(bodyLimit: 1 << 20)
    var rest = frame[...]
    let whole = try #require(try assembler.take(&rest))
    for length in 0..<whole.body.count {
      let cut = Frame(kind: whole.kind, body: Array(whole.body[..<length]))
      #expect(throws: ProtocolError.self) { try understand(cut) }
    }
    let longer = Frame(kind: whole.kind, body: whole.body + [0])
    #expect(throws: ProtocolError.surplus(byteCount: 1)) { try understand(longer) }
  }

  private func understand(_ frame: Frame) throws(ProtocolError) {
    if frame.kind == .job {
      _ = try DecodeJob(body: frame.body)
    } else {
      _ = try WorkerMessage(frame)
    }
  }

  @Test("Bytes one at a time say the same as all at once", arguments: Samples.frames)
  func oneByOne(_ frame: [UInt8]) throws {
    var assembler = FrameAssembler(bodyLimit: 1 << 20)
    var frames = 0
    for byte in frame + frame {
      var rest = [byte][...]
      if try assembler.take(&rest) != nil { frames += 1 }
    }
    // An empty body is complete with its header's last byte.
    #expect(frames == 2)
  }

  @Test("Changed bytes trap nothing", arguments: Samples.frames)
  func mutations(_ frame: [UInt8]) {
    var generator = SplitMix(state: 42)
    var refused = 0
    for _ in 0..<5_000 {
      var bytes = frame
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] =
          [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      if read(bytes).count != 1 { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test("Random bytes are no message")
  func noise() {
    var generator = SplitMix(state: 7)
    for _ in 0..<2_000 {
      let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(read(bytes).count == 0)
    }
  }

  @Test("The bound on a body is kept exactly")
  func limit() throws {
    let frame = Samples.job.frame
    let byteCount = UInt64(frame.count - 13)
    #expect(read(frame, limit: byteCount).count == 1)
    #expect(
      read(frame, limit: byteCount - 1).error
        == .frameTooLong(byteCount: byteCount, limit: byteCount - 1))
  }

  @Test("Another version is refused by its number")
  func version() {
    var frame = Samples.job.frame
    frame[3] += 1
    #expect(read(frame).error == .otherVersion(frame[3]))
  }

  @Test("What an answer may take follows from what was asked for, without overflow")
  func answerLimit() {
    func limit(_ sizes: [Int]) -> UInt64 {
      DecodeAnswer.bodyLimit(for: ThumbnailOptions(sizes: sizes))
    }
    #expect(limit([256]) == 1 << 20 + 4 * 256 * 256 + 64 << 10)
    #expect(limit([]) == 1 << 20)
    #expect(limit([.max, .max]) == 1 << 30)
    #expect(limit([-5]) == 1 << 20 + 64 << 10)
    #expect(limit(Array(repeating: 16_000, count: 1_000)) == 1 << 30)
  }
}

/// Numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
