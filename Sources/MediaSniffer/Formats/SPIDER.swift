import MediaTypes

/// SPIDER images of electron microscopy.
///
/// There is no signature: the numbers of the header must fit each other.
/// Source: SPIDER documentation, "Format of image file".
enum SPIDER: FormatProbe {
  static let formats: [MediaFormat] = [.spider]
  static let firstBytes = FirstBytes.anyOf([0, 0x3F, 0x40, 0x41, 0x42])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    for order in [ByteOrder.big, .little] {
      // Word n of the documentation stands at 4 (n - 1).
      func word(_ n: UInt64) throws(Shortage) -> Int? {
        Int(exactly: Float(bitPattern: try input.u32(at: 4 * (n - 1), order)))
      }
      guard let slices = try word(1), slices > 0, let rows = try word(2), rows > 0 else { continue }
      guard let kind = try word(5), [1, 3, -11, -12, -21, -22].contains(kind) else { continue }
      guard let width = try word(12), width > 0, let records = try word(13),
        let headerLength = try word(22), let recordLength = try word(23), recordLength > 0,
        headerLength / recordLength == records, headerLength % recordLength == 0
      else { continue }
      return Recognition(.spider) { _, found throws(Shortage) in found.setSize(width, rows) }
    }
    return nil
  }
}

extension MediaFormat {
  static let spider = MediaFormat(
    "spider", mime: "image/x-spider", uniformType: "org.wadsworth.spider", kind: .image,
    fileExtensions: ["spi", "spider"])
}
