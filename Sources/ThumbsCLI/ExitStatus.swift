/// What the command tells whoever started it.
package struct ExitStatus: RawRepresentable, Sendable, Hashable {
  /// The number, 0 to 255.
  package let rawValue: Int32

  /// Creates a status from its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// All done.
  static let done = ExitStatus(rawValue: 0)
  /// Some files failed; the others are done.
  static let someFailed = ExitStatus(rawValue: 1)
  /// The command line is wrong, or there is nothing to read.
  static let wrongUsage = ExitStatus(rawValue: 2)

  /// A signal ended the work.
  static func interrupted(bySignal number: Int32) -> ExitStatus {
    ExitStatus(rawValue: 128 + number)
  }
}
