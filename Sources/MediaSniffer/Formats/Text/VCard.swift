import MediaTypes

/// Visiting cards.
///
/// Source: RFC 6350 § 6.1.1.
enum VCard: TextKind {
  static let format = MediaFormat.text("vcard", "text/vcard", "public.vcard", "vcf")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    head.start.hasPrefix("begin:vcard")
  }
}
