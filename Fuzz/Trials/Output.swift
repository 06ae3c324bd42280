import SystemCalls

/// What the trials say and keep.
enum Output {
  /// Says a line.
  static func say(_ line: String) { try? Syscalls.write(Array("\(line)\n".utf8), to: 1) }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try Syscalls.replace(Array(path.utf8), in: Syscalls.currentDirectoryNumber)
    try Syscalls.write(bytes, to: file.number)
  }

  /// A number with two decimals.
  static func fixed(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
