package import ByteSources
package import MediaTypes

/// The ICC profile of a JPEG file, put together from its segments.
///
/// Source: ICC.1:2022 § B.4 (APP2 segments with a sequence number and a count).
package enum JPEGColourProfile {
  private static let signature = Array("ICC_PROFILE\0".utf8)
  /// Segments before the first scan that are looked at.
  private static let segmentLimit = 1024

  /// Reads the profile.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - byteLimit: The largest profile that is read, in bytes.
  /// - Returns: The profile's bytes, or `nil` where there is none, or parts of it are missing.
  /// - Throws: What the source throws.
  package static func bytes(
    in source: any ByteSource, byteLimit: Int
  ) throws(ThumbnailError) -> [UInt8]? {
    var parts: [Int: [UInt8]] = [:]
    var count = 0
    var total = 0
    var offset: UInt64 = 2
    for _ in 0..<segmentLimit {
      let head = try source.bytes(4 + signature.count + 2, at: offset)
      guard head.count >= 4, head[0] == 0xFF else { break }
      // Fill bytes may stand before a marker.
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      if head[1] == JPEGMarker.startOfScan || length < 2 { break }
      if head[1] == 0xE2, head.count == 18, head[4..<16].elementsEqual(signature) {
        count = Int(head[17])
        let payload = try source.bytes(max(0, length - 16), at: offset + 18)
        total += payload.count
        guard total <= byteLimit else { return nil }
        parts[Int(head[16])] = payload
      }
      offset += 2 + UInt64(length)
    }
    guard count > 0, parts.count == count else { return nil }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number] else { return nil }
      profile += part
    }
    return profile
  }
}
