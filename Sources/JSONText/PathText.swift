/// A path as text: itself where it is UTF-8, else with its bad bytes percent-encoded.
///
/// Where bytes had to be encoded, `%` is encoded too, so that the bytes can be had back.
package struct PathText: Sendable, Hashable {
  /// The path as text.
  package let text: String
  /// Whether bytes are percent-encoded.
  package let isPercentEncoded: Bool

  /// Makes text of the bytes of a path.
  ///
  /// - Parameter path: The bytes, in whatever encoding the file system has them.
  package init(_ path: [UInt8]) {
    if let text = String(validating: path, as: UTF8.self) {
      self.text = text
      isPercentEncoded = false
    } else {
      text = PathText.percentEncoded(path)
      isPercentEncoded = true
    }
  }

  private static func percentEncoded(_ path: [UInt8]) -> String {
    var text = ""
    var rest = path.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar == "%" { text += "%25" } else { text.unicodeScalars.append(scalar) }
        position += encoded.count
      case .error(let length):
        for byte in path[position..<(position + length)] { text += percentEncoded(byte) }
        position += length
      case .emptyInput:
        return text
      }
    }
  }

  private static func percentEncoded(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "%0" + digits : "%" + digits
  }
}
