import MediaTypes

/// Statements in RDF, as in the side files of photos (XMP).
///
/// Source: W3C, "RDF 1.1 XML Syntax" § 7.2.9; ISO 16684-1 § 7.3 and § 7.6.
enum RDF: TextKind {
  static let format = MediaFormat.text(
    "rdf", "application/rdf+xml", "org.w3.rdf", "rdf", "xmp", conformsTo: UniformType("public.xml"))

  static func fits(_ head: TextHead, _ input: ByteWindow) throws(Shortage) -> Bool {
    guard head.start.hasPrefix("<") else { return false }
    // The packet's first words are the same in any encoding.
    if head.start.hasPrefix("<?xpacket begin=") { return true }
    guard head.isNarrow, let root = try XMLHead.read(input) else { return false }
    return root.localName == "RDF" || root.localName == "xmpmeta"
  }
}
