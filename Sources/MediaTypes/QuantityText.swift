/// Amounts in words for people, the same in every locale.
package enum QuantityText {
  /// A number of bytes, such as `812 bytes`, `4.2 MB`, `37 GB`; units are powers of 1024.
  package static func byteCount(_ byteCount: UInt64) -> String {
    guard byteCount >= 1024 else { return byteCount == 1 ? "1 byte" : "\(byteCount) bytes" }
    var amount = Double(byteCount) / 1024
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while amount >= 999.5, units.count > 1 {
      amount /= 1024
      units.removeFirst()
    }
    return "\(threeDigits(amount)) \(units[units.startIndex])"
  }

  /// A play time, such as `4.2 s`, `3:07`, `1:02:03`.
  ///
  /// - Parameter seconds: The time; what is negative or not finite has no words.
  /// - Returns: The words, or `nil`.
  package static func playTime(_ seconds: Double) -> String? {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return nil }
    guard seconds >= 59.95 else { return "\(tenths(seconds)) s" }
    let whole = Int(seconds.rounded())
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
  }

  /// A number with one digit after the point, which is left out where it is zero.
  package static func tenths(_ number: Double) -> String {
    guard let tenths = Int(exactly: (number * 10).rounded()) else { return "\(number)" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// A whole number with a comma before each group of three digits.
  package static func count(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  private static func threeDigits(_ amount: Double) -> String {
    amount < 9.95 ? tenths(amount) : String(Int(amount.rounded()))
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
