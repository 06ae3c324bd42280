import Batch
import SystemCalls

/// A time as it is written: passed since then, a date, or that of a file.
enum Moment: Sendable, Hashable {
  /// Seconds before now.
  case ago(Int64)
  /// A date and, where it is given, a time of the day.
  case date(CalendarTime)
  /// When a file was last modified.
  case file(Word)

  /// Reads a time; what is neither a time that has passed nor a date is the path of a file.
  init(_ word: Word) {
    if let seconds = Moment.seconds(word.text) {
      self = .ago(seconds)
    } else if let date = Moment.date(word.text) {
      self = .date(date)
    } else {
      self = .file(word)
    }
  }

  /// The time.
  ///
  /// - Throws: `UsageError` where there is no such file or date.
  func time() throws(UsageError) -> FileSelection.Time {
    switch self {
    case .ago(let seconds):
      let now = Syscalls.fileClock()
      return FileSelection.Time(seconds: now.seconds - seconds, nanoseconds: now.nanoseconds)
    case .date(let date):
      guard let seconds = Syscalls.seconds(of: date) else {
        throw UsageError("--newer-than: there is no such date")
      }
      return FileSelection.Time(seconds: seconds)
    case .file(let word):
      do throws(SystemError) {
        let status = try Syscalls.status(
          of: word.bytes, in: Syscalls.currentDirectoryNumber, followsLinks: true)
        return FileSelection.Time(
          seconds: status.modificationSeconds, nanoseconds: status.modificationNanoseconds)
      } catch {
        throw UsageError(
          "--newer-than: '\(word.printable)' is no time, no date and no file; write it as 7d or"
            + " 2025-12-31")
      }
    }
  }

  private static func seconds(_ text: String) -> Int64? {
    guard let unit = text.last, let number = Int64(text.dropLast()), (0...100_000).contains(number)
    else { return nil }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
    return units[unit].map { $0 * number }
  }

  private static func date(_ text: String) -> CalendarTime? {
    let isUniversal = text.hasSuffix("Z")
    let halves = (isUniversal ? text.dropLast() : text[...]).split(
      separator: "T", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    let days = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int32($0) }
    let times =
      halves.count < 2
      ? [] : halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
    guard days.count == 3, [0, 2, 3].contains(times.count),
      let year = days[0], let month = days[1], let day = days[2], (1...12).contains(month),
      (1...31).contains(day), (1900...9999).contains(year), !times.contains(nil)
    else { return nil }
    let rest = times.compactMap(\.self) + [0, 0, 0]
    guard (0...23).contains(rest[0]), (0...59).contains(rest[1]), (0...60).contains(rest[2]) else {
      return nil
    }
    return CalendarTime(
      year: year, month: month, day: day, hour: rest[0], minute: rest[1], second: rest[2],
      isUniversal: isUniversal)
  }
}
