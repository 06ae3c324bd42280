/// The formats that are known, in the order in which they are asked.
enum FormatProbes {
  /// Every probe: those with a signature first, the vague ones last.
  static let all: [any FormatProbe.Type] = [
    JPEG.self,
    PNG.self,
  ]

  /// For each value of a first byte, the places in `all` of the probes to be asked.
  private static let table: [[UInt8]] = {
    var table = [[UInt8]](repeating: [], count: 256)
    for (place, probe) in all.enumerated() {
      switch probe.firstBytes {
      case .any:
        for byte in 0..<256 { table[byte].append(UInt8(place)) }
      case .anyOf(let bytes):
        for byte in Set(bytes) { table[Int(byte)].append(UInt8(place)) }
      }
    }
    return table
  }()

  /// The probes to be asked about a file that begins with a byte, as places in `all`.
  static func candidates(for byte: UInt8) -> [UInt8] { table[Int(byte)] }
}
