internal import CLCMS
internal import Synchronization

extension ColourProfile {
  /// The last profile of a file that was found to be sRGB: most files that have one have the same.
  private static let lastSRGB = Mutex<[UInt8]?>(nil)
  /// Larger profiles are not kept in mind, in bytes.
  private static let keptByteLimit = 16 << 10

  /// Whether pixels of 8 bits a channel are the same in sRGB as they are.
  ///
  /// Asked of samples all over the cube and along its grey diagonal: none may change by more than 1
  /// of 255, which is what rounding does.
  ///
  /// - Parameter bytes: A profile as it lay in a file.
  /// - Returns: Whether converting is needless; false for a profile that is broken or not for RGB.
  package static func isSRGB(_ bytes: [UInt8]) -> Bool {
    if lastSRGB.withLock({ $0 == bytes }) { return true }
    guard let profile = try? ColourProfile(bytes), profile.space == .rgb, profile.keepsAll else {
      return false
    }
    if bytes.count <= keptByteLimit { lastSRGB.withLock { $0 = bytes } }
    return true
  }

  private var keepsAll: Bool {
    let probes = ColourProfile.probes
    let converted = unsafe probes.withUnsafeBytes { pixels in
      unsafe try? sRGB(
        from: pixels, samples: Samples(bitDepth: 8, hasAlpha: false),
        pixelCount: probes.count / 3)
    }
    guard let converted else { return false }
    return zip(probes, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Pixels of a grid of 6 × 6 × 6, and every fifth grey.
  private static let probes: [UInt8] = {
    let steps = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    let greys = stride(from: 0, through: 255, by: 5).map { UInt8($0) }
    return steps.flatMap { red in
      steps.flatMap { green in steps.flatMap { [red, green, $0] } }
    } + greys.flatMap { [$0, $0, $0] }
  }()
}
