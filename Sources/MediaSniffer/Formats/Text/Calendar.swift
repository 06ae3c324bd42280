import MediaTypes

/// Calendars.
///
/// Source: RFC 5545 § 3.4.
enum Calendar: TextKind {
  static let format = MediaFormat.text(
    "calendar", "text/calendar", "com.apple.ical.ics", "ics")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    head.start.hasPrefix("begin:vcalendar")
  }
}
