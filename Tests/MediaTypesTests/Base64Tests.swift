import Foundation
import MediaTypes
import Testing

@Suite("Bytes as text", .timeLimit(.minutes(1)))
struct Base64Tests {
  @Test("Bytes become the signs that Foundation makes of them", arguments: 0..<70)
  func base64(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ count &* 37) }
    #expect(
      String(decoding: Base64.encoded(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
  }
}
