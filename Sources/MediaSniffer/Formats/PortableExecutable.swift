import MediaTypes

/// Programs of DOS and Windows.
///
/// Source: Microsoft, "PE Format", MS-DOS stub.
enum PortableExecutable: SignatureProbe {
  static let signatures = [Signature(.portableExecutable, "MZ")]
}

extension MediaFormat {
  static let portableExecutable = MediaFormat(
    "exe", mime: "application/vnd.microsoft.portable-executable",
    uniformType: "com.microsoft.windows-executable", kind: .other, fileExtensions: ["exe", "dll"],
    conformsTo: [.executable])
}
