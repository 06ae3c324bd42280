import MediaTypes

/// A format of which there is nothing to say but its name, told by bytes at fixed places.
protocol SignatureProbe: FormatProbe {
  /// What such a file begins with; one of them is enough.
  static var signatures: [Signature] { get }
}

/// Bytes at the front of a file, and perhaps more further on.
struct Signature: Sendable {
  let format: MediaFormat
  let bytes: [UInt8]
  let more: (offset: UInt64, bytes: [UInt8])?

  /// Names a format by bytes at the front, and by others at an offset.
  init(_ format: MediaFormat, _ bytes: [UInt8], at offset: UInt64? = nil, _ more: [UInt8] = []) {
    self.format = format
    self.bytes = bytes
    self.more = offset.map { ($0, more) }
  }

  /// Names a format by the bytes of a text.
  init(_ format: MediaFormat, _ text: String, at offset: UInt64? = nil, _ more: String = "") {
    self.init(format, Array(text.utf8), at: offset, Array(more.utf8))
  }

  /// Whether a file has all of these bytes; those that it does not have match nothing.
  func matches(_ input: ByteWindow) throws(Shortage) -> Bool {
    guard try input.has(bytes, at: 0) else { return false }
    guard let more else { return true }
    return try input.has(more.bytes, at: more.offset)
  }
}

extension SignatureProbe {
  static var formats: [MediaFormat] {
    signatures.reduce(into: []) { formats, signature in
      let isDeclaredElsewhere = MediaFormat.named(signature.format.name) != nil
      guard !isDeclaredElsewhere, !formats.contains(signature.format) else { return }
      formats.append(signature.format)
    }
  }

  static var firstBytes: FirstBytes { .anyOf(signatures.compactMap(\.bytes.first)) }

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    for signature in signatures where try signature.matches(input) {
      guard signature.format.kind == .audio else { return Recognition(signature.format) }
      return Recognition(signature.format) { _, found throws(Shortage) in found.setSound(nil) }
    }
    return nil
  }
}
