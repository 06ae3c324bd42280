import Glibc

/// The trial of one parser, in a process that the first trap ends.
struct ParserTrial {
  private static let pixelLimit = 1 << 22
  /// One input in so many may claim this many pixels.
  private static let (largeEvery, largePixelLimit) = (1000, 1 << 26)
  /// How many inputs share one alarm.
  private static let alarmEvery = 64

  let parser: any ParserUnderTest.Type
  let inputs: Inputs
  let descriptor: Int32

  /// Tries all inputs from a number on.
  func run(from first: Int) {
    var record = TrialRecord(from: descriptor)
    for index in first..<max(first, inputs.count) {
      if index % Self.alarmEvery == 0 { alarm(TimeBound.hangSeconds) }
      record.index = index
      record.save(to: descriptor)
      let bytes = inputs[index]
      let isLarge = index % Self.largeEvery == 0
      let start = Self.processorTime()
      let verdict = parser.read(
        bytes, pixelLimit: isLarge ? Self.largePixelLimit : Self.pixelLimit)
      record.count(verdict, byteCount: bytes.count, nanoseconds: Self.processorTime() - start)
    }
    record.index = inputs.count
    record.save(to: descriptor)
  }

  /// Processor time of the process, in nanoseconds.
  private static func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
