import MediaTypes

/// WebAssembly modules.
///
/// Source: W3C, "WebAssembly Core Specification" § 5.5.16.
enum WebAssembly: SignatureProbe {
  static let signatures = [Signature(.wasm, "\0asm")]
}

extension MediaFormat {
  static let wasm = MediaFormat(
    "wasm", mime: "application/wasm",
    uniformType: "org.webassembly.wasm", kind: .other, fileExtensions: ["wasm"],
    conformsTo: [.executable])
}
