import ByteSources
import Glibc
import SystemCalls

/// What a process of one parser writes down before and after each input, where it is still found
/// when the process has ended.
struct TrialRecord {
  /// The number of the input that is or was in work.
  var index = 0
  var inputCount = 0
  var madeCount = 0
  var refusedCount = 0
  var failedCount = 0
  var tooLargeCount = 0
  /// Inputs that took longer than allowed, and the number of the first.
  var slowCount = 0
  var firstSlow = 0
  /// The input that took longest: its number, its time in nanoseconds, its bytes and its pixels.
  var longestIndex = 0
  var longest = 0
  var longestBytes = 0
  var longestPixels = 0
  /// The most time a byte, of inputs of some length and few pixels, in picoseconds.
  var worstPerByte = 0
  /// Processor time of all, in nanoseconds.
  var total = 0

  /// Writes the record to an open file.
  func save(to descriptor: Int32) {
    var record = self
    // SAFETY: a record is integers only, lent for the length of the call.
    unsafe withUnsafeBytes(of: &record) { bytes in
      unsafe _ = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
    }
  }

  /// Reads the record of an open file; a new one where it has none.
  init(from descriptor: Int32) {
    var record = TrialRecord()
    // SAFETY: as above; all integers are valid ones.
    unsafe withUnsafeMutableBytes(of: &record) { bytes in
      unsafe _ = pread(descriptor, bytes.baseAddress, bytes.count, 0)
    }
    self = record
  }

  init() {}

  /// Counts an input.
  mutating func count(_ verdict: Verdict, byteCount: Int, nanoseconds: Int) {
    inputCount += 1
    total += nanoseconds
    var pixels = 0
    switch verdict {
    case .made: madeCount += 1
    case .refused: refusedCount += 1
    case .tooLarge: tooLargeCount += 1
    case .picture(let count): (madeCount, pixels) = (madeCount + 1, count)
    case .failed(let count): (failedCount, pixels) = (failedCount + 1, count)
    }
    if nanoseconds > longest {
      (longestIndex, longest) = (index, nanoseconds)
      (longestBytes, longestPixels) = (byteCount, pixels)
    }
    if byteCount >= 1024 { worstPerByte = max(worstPerByte, 1000 * nanoseconds / byteCount) }
    if nanoseconds > TimeBound.nanoseconds(byteCount: byteCount, pixelCount: pixels) {
      if slowCount == 0 { firstSlow = index }
      slowCount += 1
    }
  }
}

/// How long an input may take.
enum TimeBound {
  /// Processor time, under the address sanitizer: what setting up costs, and then some for each byte
  /// and for each pixel that its header claims.
  static func nanoseconds(byteCount: Int, pixelCount: Int) -> Int {
    250_000_000 + 10_000 * byteCount + 500 * pixelCount
  }

  static let text = "0.25 s, 10 µs a byte and 0.5 µs a pixel"

  /// An input that takes so many seconds ends its process.
  static let hangSeconds: UInt32 = 120
}
