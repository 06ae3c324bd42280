/// Writes entropy-coded data.
///
/// Source: ITU-T T.81 § F.1.2 (sequential), § G.1.2 (progressive), § F.1.2.3 (byte stuffing).
struct BitWriter {
  private let codeWidth: Int
  private var bytes: [UInt8] = []
  private var bits = 0
  private var count = 0
  private var restarts: UInt8 = 0
  /// Blocks whose band has ended, and the correction bits that follow their code.
  private var emptyBlocks = 0
  private var corrections: [Int] = []

  init(codeWidth: Int) { self.codeWidth = codeWidth }

  mutating func write(_ value: Int, width: Int) {
    for shift in (0..<width).reversed() {
      bits = bits << 1 | value >> shift & 1
      count += 1
      if count == 8 {
        bytes.append(UInt8(bits))
        if bits == 0xFF { bytes.append(0) }
        (bits, count) = (0, 0)
      }
    }
  }

  mutating func writeSymbol(_ symbol: Int) { write(symbol, width: codeWidth) }

  /// A DC difference: its bit count, then its bits.
  mutating func writeDifference(_ difference: Int) {
    writeSymbol(Self.width(difference))
    writeBits(of: difference)
  }

  /// An AC coefficient after a run of zeros.
  mutating func writeValue(_ value: Int, run: Int) {
    writeSymbol(run << 4 | Self.width(value))
    writeBits(of: value)
  }

  /// The first scan of a band.
  mutating func writeBand(_ values: ArraySlice<Int>, after shift: Int) {
    var run = 0
    for value in values {
      let coded = Self.shifted(value, by: shift)
      if coded == 0 {
        run += 1
        continue
      }
      endRun()
      while run > 15 {
        writeSymbol(0xF0)
        run -= 16
      }
      writeValue(coded, run: run)
      run = 0
    }
    if run > 0 { endBlock() }
  }

  /// A later scan of a band.
  mutating func refineBand(_ values: ArraySlice<Int>, after shift: Int) {
    let coded = values.map { Self.shifted($0, by: shift) }
    let lastNew = coded.lastIndex { abs($0) == 1 } ?? -1
    var run = 0
    var pending: [Int] = []
    for (index, value) in coded.enumerated() {
      if value == 0 {
        run += 1
        continue
      }
      while run > 15, index <= lastNew {
        endRun()
        writeSymbol(0xF0)
        writeCorrections(pending)
        pending = []
        run -= 16
      }
      if abs(value) > 1 {
        pending.append(abs(value) & 1)
        continue
      }
      endRun()
      writeSymbol(run << 4 | 1)
      write(value < 0 ? 0 : 1, width: 1)
      writeCorrections(pending)
      pending = []
      run = 0
    }
    if run > 0 || !pending.isEmpty {
      corrections += pending
      endBlock()
    }
  }

  private mutating func writeCorrections(_ bits: [Int]) {
    for bit in bits { write(bit, width: 1) }
  }

  private mutating func endBlock() {
    emptyBlocks += 1
    if emptyBlocks == 0x7FFF { endRun() }
  }

  /// Writes the run over blocks that has been counted so far.
  mutating func endRun() {
    guard emptyBlocks > 0 else { return }
    let width = Self.width(emptyBlocks) - 1
    writeSymbol(width << 4)
    write(emptyBlocks & (1 << width - 1), width: width)
    writeCorrections(corrections)
    corrections = []
    emptyBlocks = 0
  }

  mutating func restart() {
    pad()
    bytes += [0xFF, 0xD0 + restarts % 8]
    restarts += 1
  }

  mutating func finish() -> [UInt8] {
    pad()
    return bytes
  }

  private mutating func pad() {
    while count > 0 { write(1, width: 1) }
  }

  private mutating func writeBits(of value: Int) {
    let width = Self.width(value)
    write(value < 0 ? value - 1 : value, width: width)
  }

  private static func width(_ value: Int) -> Int { Int.bitWidth - abs(value).leadingZeroBitCount }

  /// The point transform of AC coefficients: a division that rounds towards zero.
  private static func shifted(_ value: Int, by shift: Int) -> Int {
    value < 0 ? -(-value >> shift) : value >> shift
  }
}
