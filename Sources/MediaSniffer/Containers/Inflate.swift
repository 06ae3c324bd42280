/// Unpacks the beginning of DEFLATE data.
///
/// Source: RFC 1951 § 3.2.
struct Inflate {
  private let input: ArraySlice<UInt8>
  private let longest: Int
  private var output: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var next: Int

  /// Why unpacking ends before the data do.
  private enum Stop: Error {
    case enough
    case endOfInput
    case damaged
  }

  /// The first bytes of what is packed, at most `longest`; fewer where the input ends or breaks.
  static func prefix(of input: ArraySlice<UInt8>, longest: Int) -> [UInt8] {
    var inflate = Inflate(input, longest: longest)
    do throws(Stop) {
      while try inflate.block() {}
    } catch {
      // What was unpacked so far is the answer.
    }
    return inflate.output
  }

  private init(_ input: ArraySlice<UInt8>, longest: Int) {
    self.input = input
    self.longest = longest
    next = input.startIndex
    output.reserveCapacity(longest)
  }

  /// Unpacks a block; whether more follow.
  private mutating func block() throws(Stop) -> Bool {
    let isLast = try take(1) == 1
    switch try take(2) {
    case 0: try stored()
    case 1:
      var lengths = [UInt8](repeating: 8, count: 288)
      for symbol in 144..<256 { lengths[symbol] = 9 }
      for symbol in 256..<280 { lengths[symbol] = 7 }
      try symbols(Huffman(lengths[...]), Huffman([UInt8](repeating: 5, count: 30)[...]))
    case 2: try dynamic()
    default: throw .damaged
    }
    return !isLast
  }

  private mutating func stored() throws(Stop) {
    bits = 0
    bitCount = 0
    let length = Int(try take(16))
    _ = try take(16)
    for _ in 0..<length { try put(UInt8(try take(8))) }
  }

  private mutating func dynamic() throws(Stop) {
    let literals = Int(try take(5)) + 257
    let distances = Int(try take(5)) + 1
    let codes = Int(try take(4)) + 4
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in 0..<codes { lengths[order[place]] = UInt8(try take(3)) }
    let code = Huffman(lengths[...])
    var all: [UInt8] = []
    while all.count < literals + distances {
      let symbol = try decode(code)
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last else { throw .damaged }
        all += [UInt8](repeating: last, count: 3 + Int(try take(2)))
      case 17: all += [UInt8](repeating: 0, count: 3 + Int(try take(3)))
      default: all += [UInt8](repeating: 0, count: 11 + Int(try take(7)))
      }
    }
    guard all.count == literals + distances else { throw .damaged }
    try symbols(Huffman(all[..<literals]), Huffman(all[literals...]))
  }

  private mutating func symbols(_ literals: Huffman, _ distances: Huffman) throws(Stop) {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        try put(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .damaged }
      let length = try Self.lengths.value(symbol - 257, &self)
      let code = try decode(distances)
      guard code < 30 else { throw .damaged }
      let distance = try Self.distances.value(code, &self)
      guard distance <= output.count else { throw .damaged }
      for _ in 0..<length { try put(output[output.count - distance]) }
    }
  }

  /// What codes of lengths or distances stand for: a base and a number of further bits.
  private struct Codes {
    let bases: [Int]
    let extraBits: [UInt32]

    func value(_ code: Int, _ input: inout Inflate) throws(Stop) -> Int {
      bases[code] + Int(try input.take(extraBits[code]))
    }
  }

  private static let lengths = Codes(
    bases: [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
      131, 163, 195, 227, 258,
    ],
    extraBits: [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ])

  private static let distances = Codes(
    bases: [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
      2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ],
    extraBits: [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
      13,
    ])

  private mutating func put(_ byte: UInt8) throws(Stop) {
    guard output.count < longest else { throw .enough }
    output.append(byte)
  }

  private mutating func take(_ count: UInt32) throws(Stop) -> UInt32 {
    while bitCount < count {
      guard next < input.endIndex else { throw .endOfInput }
      bits |= UInt32(input[next]) << bitCount
      next += 1
      bitCount += 8
    }
    let value = bits & ((1 << count) - 1)
    bits >>= count
    bitCount -= count
    return value
  }

  private mutating func decode(_ code: Huffman) throws(Stop) -> Int {
    var word = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      word |= Int(try take(1))
      let count = code.counts[length]
      if word - count < first { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw .damaged
  }

  /// A canonical code: how many words each length has, and their symbols in order.
  private struct Huffman {
    private(set) var counts = [Int](repeating: 0, count: 16)
    private(set) var symbols: [Int] = []

    init(_ lengths: ArraySlice<UInt8>) {
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      for length in 1...15 where counts[length] > 0 {
        for (symbol, own) in lengths.enumerated() where Int(own) == length {
          symbols.append(symbol)
        }
      }
    }
  }
}
