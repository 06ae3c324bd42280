/// Why bytes are not a portable map that can be read here.
package enum PortableMapError: Error, Hashable {
  /// Neither P5, P6 nor P7.
  case unknownSignature
  /// A number or a line of the header is missing or not as the format says.
  case badHeader
  /// Only 8 bits a sample are read.
  case unsupportedDepth(maximum: Int)
  /// There are fewer samples than the header says.
  case tooShort
}

extension Picture {
  /// Reads a picture from a binary portable map: P5 (grey), P6 (RGB) or P7 (PAM), 8 bits a sample.
  ///
  /// Source: the manual pages ppm(5) and pam(5) of Netpbm.
  package init(portableMap bytes: [UInt8]) throws(PortableMapError) {
    var rest = bytes[...]
    guard rest.popFirst() == UInt8(ascii: "P"), let kind = rest.popFirst() else {
      throw .unknownSignature
    }
    let (width, height, channels, maximum): (Int, Int, Int, Int)
    switch kind {
    case UInt8(ascii: "5"), UInt8(ascii: "6"):
      guard let numbers = Self.plainHeader(&rest) else { throw .badHeader }
      (width, height, maximum) = numbers
      channels = kind == UInt8(ascii: "5") ? 1 : 3
    case UInt8(ascii: "7"):
      guard let numbers = Self.arbitraryHeader(&rest) else { throw .badHeader }
      (width, height, channels, maximum) = numbers
    default: throw .unknownSignature
    }
    guard (1...16384).contains(width), (1...16384).contains(height), (1...4).contains(channels)
    else { throw .badHeader }
    guard maximum == 255 else { throw .unsupportedDepth(maximum: maximum) }
    let count = width * height * channels
    guard rest.count >= count else { throw .tooShort }
    self.init(
      width: width, height: height, channels: channels, samples: Array(rest.prefix(count)))
  }

  /// The picture as a PAM (P7).
  package var portableMap: [UInt8] {
    let type = ["GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"][channels - 1]
    let header = """
      P7
      WIDTH \(width)
      HEIGHT \(height)
      DEPTH \(channels)
      MAXVAL 255
      TUPLTYPE \(type)
      ENDHDR

      """
    return Array(header.utf8) + samples
  }

  /// Width, height and maximum, with comments between them; one white sign ends the header.
  private static func plainHeader(
    _ rest: inout ArraySlice<UInt8>
  ) -> (width: Int, height: Int, maximum: Int)? {
    var numbers: [Int] = []
    var digits = ""
    while numbers.count < 3 {
      guard let byte = rest.popFirst() else { return nil }
      switch byte {
      case UInt8(ascii: "#"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(Character(Unicode.Scalar(byte)))
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        guard !digits.isEmpty else { continue }
        guard let number = Int(digits) else { return nil }
        numbers.append(number)
        digits = ""
      default: return nil
      }
    }
    return (numbers[0], numbers[1], numbers[2])
  }

  /// Lines of a key and a value up to `ENDHDR`.
  private static func arbitraryHeader(
    _ rest: inout ArraySlice<UInt8>
  ) -> (width: Int, height: Int, channels: Int, maximum: Int)? {
    var values: [String: Int] = [:]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      let words = line.split(separator: " ")
      if words.first == "ENDHDR" { break }
      guard words.count == 2, let number = Int(words[1]) else { continue }
      values[String(words[0])] = number
    }
    guard let width = values["WIDTH"], let height = values["HEIGHT"],
      let channels = values["DEPTH"], let maximum = values["MAXVAL"]
    else { return nil }
    return (width, height, channels, maximum)
  }
}
