import MediaTypes

/// Archives of ar, packages of Debian among them.
///
/// Source: ar(5).
enum UnixArchive: SignatureProbe {
  static let signatures = [Signature(.unixArchive, "!<arch>\n")]
}

extension MediaFormat {
  static let unixArchive = MediaFormat(
    "ar", mime: "application/x-archive",
    uniformType: "public.archive.ar", kind: .other, fileExtensions: ["a", "deb"],
    conformsTo: [.archive])
}
