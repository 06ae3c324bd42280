internal import MediaTypes

/// How a number of bytes is written, the same in every locale.
public enum ByteCountStyle: String, Sendable, CaseIterable {
  /// Powers of 1024 with the short units that file managers use: `4.2 MB` is 4.2 × 2^20.
  case memory
  /// Powers of 1000: `4.2 MB` is 4.2 × 10^6.
  case decimal
  /// Powers of 1024 with the units of IEC 80000-13: `4.2 MiB`.
  case binary

  /// The number in words.
  ///
  /// - Parameter byteCount: A number of bytes.
  /// - Returns: Text such as `812 bytes` or `4.2 MB`: two digits at least, three at most.
  public func text(for byteCount: UInt64) -> String {
    switch self {
    case .memory: QuantityText.byteCount(byteCount)
    case .decimal:
      scaled(byteCount, by: 1000, units: ["kB", "MB", "GB", "TB", "PB", "EB"])
    case .binary:
      scaled(byteCount, by: 1024, units: ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
    }
  }

  private func scaled(_ byteCount: UInt64, by base: Double, units: [String]) -> String {
    guard byteCount >= UInt64(base) else {
      return byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    }
    var amount = Double(byteCount) / base
    var units = units[...]
    while amount >= 999.5, units.count > 1 {
      amount /= base
      units.removeFirst()
    }
    let text = amount < 9.95 ? QuantityText.tenths(amount) : String(Int(amount.rounded()))
    return "\(text) \(units[units.startIndex])"
  }
}
