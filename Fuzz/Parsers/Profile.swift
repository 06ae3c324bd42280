// Rooms: CLCMS ColourProfiles
// Packages: lcms2
// Sanitizers: address

import ColourProfiles

/// Embedded colour profiles as Little CMS reads and applies them.
enum Profile: ParserUnderTest {
  static let rarity = 10

  static var ownSeeds: [[UInt8]] {
    [true, false].compactMap { ColourProfile.sRGBBytes(isGrey: $0) }
  }

  /// The profile of a JPEG of one segment, or a file that is one: `acsp` stands at byte 36.
  ///
  /// Source: ICC.1:2022 § 7.2, the length at byte 0 and the signature at byte 36.
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    let mark = Array("acsp".utf8)
    guard fixture.count > 200,
      let place = fixture.indices.first(where: { fixture[$0...].starts(with: mark) }), place >= 36
    else { return nil }
    let start = place - 36
    let count = fixture[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard (128...fixture.count - start).contains(count) else { return nil }
    return Array(fixture[start..<(start + count)])
  }

  private static let pixelCount = 64

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    guard let profile = try? ColourProfile(bytes) else { return .refused }
    var isMade = false
    for bitDepth in [8, 16] {
      for hasAlpha in [false, true] {
        let samples = ColourProfile.Samples(bitDepth: bitDepth, hasAlpha: hasAlpha)
        if convert(by: profile, samples) { isMade = true }
      }
    }
    return isMade ? .made : .refused
  }

  private static func convert(
    by profile: borrowing ColourProfile, _ samples: ColourProfile.Samples
  ) -> Bool {
    let colours = profile.space == .grey ? 1 : profile.space == .rgb ? 3 : 4
    let pixelBytes = (colours + (samples.hasAlpha ? 1 : 0)) * samples.bitDepth / 8
    let pixels = (0..<(pixelCount * pixelBytes)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    return unsafe pixels.withUnsafeBytes { buffer in
      unsafe (try? profile.sRGB(from: buffer, samples: samples, pixelCount: pixelCount)) != nil
    }
  }
}
