/// A reader of deflate streams, so that the judge of PNG shares no code with what it judges.
///
/// Source: RFC 1951.
struct Inflate {
  /// Why bytes are not a deflate stream.
  enum Failure: Error {
    case truncated
    case badBlock
    case badCode
  }

  private let bytes: [UInt8]
  private var position = 0
  private var bitBuffer = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Inflates what a zlib stream holds, without checking its sum.
  static func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count > 2 else { throw Failure.truncated }
    var reader = Inflate(bytes, from: 2)
    try reader.readBlocks()
    return reader.output
  }

  private mutating func readBlocks() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try readStored()
      case 1: try readCoded(literals: Code.fixedLiterals, distances: Code.fixedDistances)
      case 2:
        let codes = try readCodes()
        try readCoded(literals: codes.literals, distances: codes.distances)
      default: throw Failure.badBlock
      }
    }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw Failure.truncated }
      bitBuffer |= Int(bytes[position]) << bitCount
      position += 1
      bitCount += 8
    }
    defer {
      bitBuffer >>= count
      bitCount -= count
    }
    return bitBuffer & ((1 << count) - 1)
  }

  private mutating func readStored() throws {
    bitBuffer = 0
    bitCount = 0
    guard position + 4 <= bytes.count else { throw Failure.truncated }
    let count = Int(bytes[position]) | Int(bytes[position + 1]) << 8
    position += 4
    guard position + count <= bytes.count else { throw Failure.truncated }
    output += bytes[position..<(position + count)]
    position += count
  }

  private mutating func symbol(of code: Code) throws -> Int {
    var value = 0
    for length in 1...15 {
      value = value << 1 | (try bits(1))
      if let symbol = code.symbols[Code.Key(length: length, value: value)] { return symbol }
    }
    throw Failure.badCode
  }

  private mutating func readCodes() throws -> (literals: Code, distances: Code) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCount { codeLengths[Code.lengthOrder[index]] = try bits(3) }
    let lengthCode = Code(lengths: codeLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try symbol(of: lengthCode) {
      case 16:
        guard let last = lengths.last else { throw Failure.badCode }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    return (
      Code(lengths: Array(lengths[..<literalCount])), Code(lengths: Array(lengths[literalCount...]))
    )
  }

  private mutating func readCoded(literals: Code, distances: Code) throws {
    while true {
      let symbol = try symbol(of: literals)
      if symbol < 256 {
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Code.lengthBase.count else { throw Failure.badCode }
        let length = Code.lengthBase[symbol - 257] + (try bits(Code.lengthExtra[symbol - 257]))
        let far = try self.symbol(of: distances)
        guard far < Code.distanceBase.count else { throw Failure.badCode }
        let distance = Code.distanceBase[far] + (try bits(far < 2 ? 0 : far / 2 - 1))
        guard distance <= output.count else { throw Failure.badCode }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
  }
}

/// A canonical prefix code.
private struct Code {
  struct Key: Hashable {
    let length: Int
    let value: Int
  }

  let symbols: [Key: Int]

  init(lengths: [Int]) {
    var symbols: [Key: Int] = [:]
    var value = 0
    for length in 1...15 {
      for (symbol, own) in lengths.enumerated() where own == length {
        symbols[Key(length: length, value: value)] = symbol
        value += 1
      }
      value <<= 1
    }
    self.symbols = symbols
  }

  static let fixedLiterals = Code(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))
  static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
}
