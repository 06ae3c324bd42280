import MediaTypes

/// RED's raw video.
///
/// Source: the names of the first block, as RED's software writes them.
enum R3D: FormatProbe {
  static let formats: [MediaFormat] = [.r3d]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has(oneOf: "RED1", "RED2", at: 4) ? Recognition(.r3d) : nil
  }
}

extension MediaFormat {
  static let r3d = MediaFormat(
    "r3d", mime: "video/x-red-r3d", uniformType: "com.red.r3d", kind: .video,
    fileExtensions: ["r3d"])
}
