import MediaTypes

/// Classes of Java.
///
/// Source: The Java Virtual Machine Specification § 4.1.
enum JavaClass: SignatureProbe {
  static let signatures = [Signature(.javaClass, [0xCA, 0xFE, 0xBA, 0xBE, 0x00, 0x00, 0x00])]
}

extension MediaFormat {
  static let javaClass = MediaFormat(
    "java-class", mime: "application/java-vm",
    uniformType: "com.sun.java-class", kind: .other, fileExtensions: ["class"],
    conformsTo: [.executable])
}
