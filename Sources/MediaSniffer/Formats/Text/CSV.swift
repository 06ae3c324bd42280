import MediaTypes

/// Tables whose lines have the same number of fields, between commas.
///
/// Prose has commas too: three lines must agree, and where there are but two fields, no space may
/// stand outside quotation marks.
/// Source: RFC 4180 § 2.
enum CSV: TextKind {
  static let format = MediaFormat.text(
    "csv", "text/csv", "public.comma-separated-values-text", "csv")

  private static let fewestLines = 3

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    var lines = 0
    var fields = 1
    var fieldsOfAll: Int?
    var isQuoted = false
    var hasSpace = false
    var last: UInt8 = 0x0A
    for byte in head.bytes {
      switch byte {
      case 0x22: isQuoted.toggle()
      // A space behind a comma is prose.
      case 0x20 where !isQuoted:
        guard last != 0x2C else { return false }
        hasSpace = true
      case 0x2C where !isQuoted: fields += 1
      case 0x0A where !isQuoted:
        guard fields > 1, fields == fieldsOfAll ?? fields else { return false }
        fieldsOfAll = fields
        fields = 1
        lines += 1
      default: break
      }
      last = byte
    }
    return lines >= fewestLines && (fieldsOfAll ?? 0 > 2 || !hasSpace)
  }
}
