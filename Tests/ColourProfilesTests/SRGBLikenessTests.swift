import ColourProfiles
import TestSupport
import Testing

@Suite("Profiles that change nothing")
struct SRGBLikenessTests {
  /// The only profile segment of a JPEG file.
  private static func profile(of name: String) throws -> [UInt8] {
    let file = try Fixture.at(name).bytes()
    let label = Array("ICC_PROFILE\0".utf8)
    let start = try #require(
      file.indices.first { file[$0...].starts(with: label) }, "\(name) has no profile")
    let length = Int(file[start - 2]) << 8 | Int(file[start - 1])
    return Array(file[(start + label.count + 2)..<(start - 2 + length)])
  }

  @Test("sRGB is told from others, again and again")
  func likeness() throws {
    let own = try #require(ColourProfile.sRGBBytes(isGrey: false))
    let grey = try #require(ColourProfile.sRGBBytes(isGrey: true))
    let wide = try Self.profile(of: "same-picture/colour-p3.jpg")
    #expect(try ColourProfile(wide).space == .rgb)
    for _ in 0..<2 {
      #expect(ColourProfile.isSRGB(own))
      #expect(!ColourProfile.isSRGB(wide))
      #expect(!ColourProfile.isSRGB(grey))
      #expect(!ColourProfile.isSRGB([]))
      #expect(!ColourProfile.isSRGB(Array(own.dropLast(own.count / 2))))
    }
  }
}
