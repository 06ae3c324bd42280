import MediaTypes
import Testing

@Suite("Amounts in words", .timeLimit(.minutes(1)))
struct QuantityTextTests {
  @Test(
    "Bytes are told in units of 1024 with two or three digits",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 kB"), (1536, "1.5 kB"),
      (10_137, "9.9 kB"), (10_188, "9.9 kB"), (10_189, "10 kB"), (1_023_487, "999 kB"),
      (1_023_488, "1 MB"), (125_829_120, "120 MB"), (UInt64.max, "16 EB"),
    ] as [(UInt64, String)])
  func byteCounts(bytes: UInt64, text: String) {
    #expect(QuantityText.byteCount(bytes) == text)
  }

  @Test(
    "A play time has tenths below a minute, and hours where there are any",
    arguments: [
      (0, "0 s"), (4.25, "4.3 s"), (59.94, "59.9 s"), (59.96, "1:00"), (187.4, "3:07"),
      (3600, "1:00:00"), (3723, "1:02:03"), (-1, nil), (.nan, nil), (.infinity, nil), (1e300, nil),
    ] as [(Double, String?)])
  func playTimes(seconds: Double, text: String?) {
    #expect(QuantityText.playTime(seconds) == text)
  }

  @Test(
    "Whole numbers are grouped",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func counts(number: Int, text: String) {
    #expect(QuantityText.count(number) == text)
  }

  @Test("A number that has no tenths is told as it is", arguments: [1e300, .infinity, -.infinity])
  func hugeNumbers(number: Double) {
    #expect(QuantityText.tenths(number) == "\(number)")
  }
}
