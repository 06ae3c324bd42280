import MediaTypes

/// Microsoft's cabinets.
///
/// Source: Microsoft, [MS-CAB] § 2.1.
enum Cabinet: SignatureProbe {
  static let signatures = [Signature(.cabinet, "MSCF\0\0\0\0")]
}

extension MediaFormat {
  static let cabinet = MediaFormat(
    "cab", mime: "application/vnd.ms-cab-compressed",
    uniformType: "com.microsoft.cab", kind: .other, fileExtensions: ["cab"],
    conformsTo: [.archive])
}
