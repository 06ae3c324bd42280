import MediaTypes

/// Lzip members.
///
/// Source: A. Diaz Diaz, "Lzip manual", file format.
enum Lzip: SignatureProbe {
  static let signatures = [Signature(.lzip, "LZIP")]
}

extension MediaFormat {
  static let lzip = MediaFormat(
    "lzip", mime: "application/x-lzip",
    uniformType: "org.gnu.lzip", kind: .other, fileExtensions: ["lz"],
    conformsTo: [.archive])
}
