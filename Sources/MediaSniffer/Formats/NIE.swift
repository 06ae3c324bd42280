import MediaTypes

/// Naive images and naive image indexes of Wuffs.
///
/// Source: Wuffs, doc/spec/nie-spec.md.
enum NIE: FormatProbe {
  static let formats: [MediaFormat] = [.nie, .nii]
  static let firstBytes = FirstBytes.anyOf([0x6E])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    switch try input.u32(at: 0) {
    case 0x6EC3_AF45: Recognition(.nie, widthAt: 8, heightAt: 12)
    case 0x6EC3_AF49: Recognition(.nii, widthAt: 8, heightAt: 12)
    default: nil
    }
  }
}

extension MediaFormat {
  static let nie = MediaFormat(
    "nie", mime: "image/nie", uniformType: "org.wuffs.nie", kind: .image,
    fileExtensions: ["nie"])
  static let nii = MediaFormat(
    "nii", mime: "image/nii", uniformType: "org.wuffs.nii", kind: .image,
    fileExtensions: ["nii"])
}
