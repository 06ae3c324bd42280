import MediaTypes

/// The code lengths and symbols of a Huffman table, as a file gives them.
///
/// Source: ITU-T T.81 § B.2.4.2.
struct HuffmanSpecification: Hashable {
  /// How many codes there are of 1 to 16 bits.
  let counts: [UInt8]
  /// What they stand for, in the order of their codes.
  let symbols: [UInt8]
}

/// The tables that scans refer to, as far as the file has given them.
///
/// Source: ITU-T T.81 § B.2.4.
struct JPEGTables {
  /// Four quantisation tables of 64 divisors each, in zigzag order.
  private(set) var quantisers: [[UInt16]?] = Array(repeating: nil, count: 4)
  private var dc: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
  private var ac: [HuffmanSpecification?] = Array(repeating: nil, count: 4)
  /// Minimum coded units between restart markers; 0 is none.
  private(set) var restartInterval = 0

  /// The table of a DC coefficient's bit counts; the one of T.81's annex K where a file leaves it
  /// out, as Motion JPEG does.
  func dcTable(_ number: Int) throws(ThumbnailError) -> HuffmanSpecification {
    if let table = dc[number] ?? (number < 2 ? HuffmanSpecification.standardDC[number] : nil) {
      return table
    }
    throw ThumbnailError(.corrupt, "the DC Huffman table \(number) is missing")
  }

  /// The table of AC run lengths and bit counts; annex K's where a file leaves it out.
  func acTable(_ number: Int) throws(ThumbnailError) -> HuffmanSpecification {
    if let table = ac[number] ?? (number < 2 ? HuffmanSpecification.standardAC[number] : nil) {
      return table
    }
    throw ThumbnailError(.corrupt, "the AC Huffman table \(number) is missing")
  }

  /// Takes in a DHT segment, which may define several tables.
  mutating func defineHuffmanTables(_ payload: [UInt8]) throws(ThumbnailError) {
    var rest = payload[...]
    while let selector = rest.popFirst() {
      let counts = Array(rest.prefix(16))
      let total = counts.reduce(0) { $0 + Int($1) }
      guard selector >> 4 < 2, selector & 15 < 4, counts.count == 16, total <= 256,
        rest.count >= 16 + total
      else { throw ThumbnailError(.corrupt, "a Huffman table is malformed") }
      let table = HuffmanSpecification(
        counts: counts, symbols: Array(rest.dropFirst(16).prefix(total)))
      if selector >> 4 == 0 {
        dc[Int(selector & 15)] = table
      } else {
        ac[Int(selector & 15)] = table
      }
      rest = rest.dropFirst(16 + total)
    }
  }

  /// Takes in a DQT segment, which may define several tables of 8 or 16 bits an entry.
  mutating func defineQuantisers(_ payload: [UInt8]) throws(ThumbnailError) {
    var rest = payload[...]
    while let selector = rest.popFirst() {
      let entryByteCount = selector >> 4 == 0 ? 1 : 2
      let entries = Array(rest.prefix(64 * entryByteCount))
      guard selector >> 4 < 2, selector & 15 < 4, entries.count == 64 * entryByteCount else {
        throw ThumbnailError(.corrupt, "a quantisation table is malformed")
      }
      quantisers[Int(selector & 15)] =
        entryByteCount == 1
        ? entries.map(UInt16.init)
        : (0..<64).map { UInt16(entries[2 * $0]) << 8 | UInt16(entries[2 * $0 + 1]) }
      rest = rest.dropFirst(64 * entryByteCount)
    }
  }

  /// Takes in a DRI segment.
  mutating func defineRestartInterval(_ payload: [UInt8]) throws(ThumbnailError) {
    guard payload.count >= 2 else {
      throw ThumbnailError(.corrupt, "the restart interval is malformed")
    }
    restartInterval = Int(payload[0]) << 8 | Int(payload[1])
  }
}

extension HuffmanSpecification {
  /// DC tables for luma and chroma.
  ///
  /// Source: ITU-T T.81 § K.3.3.1, tables K.3 and K.4.
  static let standardDC = [
    HuffmanSpecification(
      counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11)),
    HuffmanSpecification(
      counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11)),
  ]

  /// AC tables for luma and chroma.
  ///
  /// Source: ITU-T T.81 § K.3.3.2, tables K.5 and K.6.
  static let standardAC = [
    HuffmanSpecification(
      counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
      symbols: hexadecimal(
        """
        01020300041105122131410613516107227114328191A1082342B1C11552D1F02433627282090A161718191A25\
        262728292A3435363738393A434445464748494A535455565758595A636465666768696A737475767778797A83\
        8485868788898A92939495969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CAD2D3\
        D4D5D6D7D8D9DAE1E2E3E4E5E6E7E8E9EAF1F2F3F4F5F6F7F8F9FA
        """)),
    HuffmanSpecification(
      counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
      symbols: hexadecimal(
        """
        000102031104052131061241510761711322328108144291A1B1C109233352F0156272D10A162434E125F11718\
        191A262728292A35363738393A434445464748494A535455565758595A636465666768696A737475767778797A\
        82838485868788898A92939495969798999AA2A3A4A5A6A7A8A9AAB2B3B4B5B6B7B8B9BAC2C3C4C5C6C7C8C9CA\
        D2D3D4D5D6D7D8D9DAE2E3E4E5E6E7E8E9EAF2F3F4F5F6F7F8F9FA
        """)),
  ]

  private static func hexadecimal(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count - 1, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }
}
