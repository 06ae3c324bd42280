import TestSupport
import Testing

@Suite("Pictures") struct PictureTests {
  @Test("A PPM with comments is read")
  func ppm() throws {
    let bytes = Array("P6 # size\n2 # wide\n1\n255\n".utf8) + [1, 2, 3, 10, 20, 30]
    let picture = try Picture(portableMap: bytes)
    #expect(picture.width == 2 && picture.height == 1 && picture.channels == 3)
    #expect(picture.colour(x: 1, y: 0) == RGB(red: 10, green: 20, blue: 30))
    #expect(picture.alpha(x: 1, y: 0) == 255)
    #expect(picture.meanColour(x: 0..<2, y: 0..<1) == RGB(red: 6, green: 11, blue: 17))
  }

  @Test("What is written as PAM is read back", arguments: 1...4)
  func pam(channels: Int) throws {
    let samples = (0..<(3 * 2 * channels)).map { UInt8($0 * 7) }
    let picture = Picture(width: 3, height: 2, channels: channels, samples: samples)
    #expect(try Picture(portableMap: picture.portableMap) == picture)
    if channels == 4 { #expect(picture.alpha(x: 2, y: 1) == 23 * 7) }
    if channels == 1 {
      #expect(picture.colour(x: 1, y: 0) == RGB(red: 7, green: 7, blue: 7))
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let error: PortableMapError
    var testDescription: String { text.debugDescription }
  }

  static let broken: [Case] = [
    Case(text: "", error: .unknownSignature),
    Case(text: "GIF89a", error: .unknownSignature),
    Case(text: "P3 1 1 255 1 2 3", error: .unknownSignature),
    Case(text: "P6 1", error: .badHeader),
    Case(text: "P6 0 1 255\n", error: .badHeader),
    Case(text: "P6 99999999 99999999 255\n", error: .badHeader),
    Case(text: "P6 1 1 65535\n......", error: .unsupportedDepth(maximum: 65535)),
    Case(text: "P6 1 1 255\n..", error: .tooShort),
    Case(text: "P7\nWIDTH 1\nENDHDR\n", error: .badHeader),
  ]

  @Test("What is no portable map says which rule it breaks", arguments: broken)
  func errors(_ sample: Case) {
    #expect(throws: sample.error) { try Picture(portableMap: Array(sample.text.utf8)) }
  }
}
