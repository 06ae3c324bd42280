internal import Glibc

/// A date and a time of the day, as people write them.
package struct CalendarTime: Sendable, Hashable {
  private let numbers: [Int32]
  private let isUniversal: Bool

  /// Names a time.
  ///
  /// - Parameters:
  ///   - year: The year, as 2025.
  ///   - month: The month, 1 to 12.
  ///   - day: The day of the month, 1 to 31.
  ///   - hour: The hour, 0 to 23.
  ///   - minute: The minute, 0 to 59.
  ///   - second: The second, 0 to 60.
  ///   - isUniversal: Whether it is universal time, not that of this machine's place.
  package init(
    year: Int32, month: Int32, day: Int32, hour: Int32, minute: Int32, second: Int32,
    isUniversal: Bool
  ) {
    numbers = [year, month, day, hour, minute, second]
    self.isUniversal = isUniversal
  }

  fileprivate var seconds: Int64? {
    var parts = unsafe tm()
    unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      numbers[0] - 1900, numbers[1] - 1, numbers[2]
    )
    unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    unsafe parts.tm_isdst = -1
    let seconds = unsafe isUniversal ? timegm(&parts) : mktime(&parts)
    // A day that its month does not have becomes one of the next.
    guard unsafe parts.tm_mday == numbers[2], unsafe parts.tm_mon == numbers[1] - 1 else {
      return nil
    }
    return Int64(seconds)
  }
}

extension Syscalls {
  /// The seconds since 1970 of a date; `nil` where the calendar has no such day.
  ///
  /// The corresponding C functions are `mktime` and `timegm`.
  package static func seconds(of time: CalendarTime) -> Int64? { time.seconds }
}
