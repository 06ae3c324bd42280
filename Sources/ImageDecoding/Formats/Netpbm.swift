internal import ByteSources
internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// Netpbm by libvips itself.
enum Netpbm: VipsFormat {
  static let formats: [MediaFormat] = [.pnm]
  static let loader = VipsLoader.ppm

  /// The rows of a floating-point map go from bottom to top, and libvips leaves them so.
  ///
  /// Source: the manual page pfm(5) of Netpbm.
  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation {
    image.format == .float32 ? .downMirrored : plan.orientation
  }

  /// The floating-point map holds linear light, which libvips does not say; of the others it leaves
  /// samples as they are, whatever the largest one is.
  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage {
    guard image.format == .float32 else { return try inFull(image, of: source) }
    let colour = image.bandCount < 3 ? try image.joined(with: image.joined(with: image)) : image
    return try colour.reinterpreted(as: .linearRGB)
  }

  /// Scales samples whose largest is less than what their type holds.
  private static func inFull(
    _ image: VipsImage, of source: any ByteSource
  ) throws(VipsError) -> VipsImage {
    guard let format = image.format, let meaning = image.interpretation,
      let largest = NetpbmHeader.largestSample(in: source)
    else { return image }
    let full = format == .uint16 ? 65535 : 255
    guard largest < full else { return image }
    return try image.scaled(by: Double(full) / Double(largest), adding: 0.5)
      .cast(to: format).reinterpreted(as: meaning)
  }
}

/// The header of a Netpbm file with words separated by white space and comments.
///
/// Source: Netpbm, pgm(5), ppm(5).
private enum NetpbmHeader {
  /// Comments beyond this many bytes are not read to their end.
  private static let byteLimit = 4096

  /// The largest sample that the header states; `nil` where it states none.
  static func largestSample(in source: any ByteSource) -> Int? {
    guard let bytes = try? source.bytes(byteLimit, at: 0), bytes.count > 2,
      bytes[0] == UInt8(ascii: "P"),
      [UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "5"), UInt8(ascii: "6")]
        .contains(bytes[1])
    else { return nil }
    var words: [Int] = []
    var rest = bytes[2...]
    while words.count < 3 {
      rest = rest.drop { $0 <= UInt8(ascii: " ") }
      guard let first = rest.first else { return nil }
      if first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        continue
      }
      let digits = rest.prefix { $0 > UInt8(ascii: " ") }
      guard let word = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      words.append(word)
      rest = rest.dropFirst(digits.count)
    }
    return words[2] > 0 ? words[2] : nil
  }
}
