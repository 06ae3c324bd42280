import MediaTypes

/// Medical images.
///
/// Source: DICOM PS3.10 § 7.1, PS3.5 § 7.1, PS3.6 § 6.
enum DICOM: FormatProbe {
  static let formats: [MediaFormat] = [.dicom]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("DICM", at: 128) else { return nil }
    return Recognition(.dicom, DICOMParser())
  }
}

/// Walks the data elements up to rows and columns.
private struct DICOMParser: FormatParser {
  private var next: UInt64 = 132
  private var isImplicit = false
  private var order = ByteOrder.little
  private var rows: UInt16 = 0
  /// How the groups after the first are written; this one where the first does not say.
  private var transferSyntax: String? = "1.2.840.10008.1.2"

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    var group = try input.u16(at: next, .little)
    // The first group is always explicit and little-endian.
    if group != 2, let syntax = transferSyntax {
      isImplicit = syntax == "1.2.840.10008.1.2"
      order = syntax == "1.2.840.10008.1.2.2" ? .big : .little
      transferSyntax = nil
    }
    group = try input.u16(at: next, order)
    let element = try input.u16(at: next + 2, order)
    guard group <= 0x0028 else { return .done }
    let representation = try input.u16(at: next + 4)
    var data = next + 8
    let length: UInt64
    if isImplicit {
      length = UInt64(try input.u32(at: next + 4, order))
    } else if Self.hasLongLength(representation) {
      length = UInt64(try input.u32(at: next + 8, order))
      data = next + 12
    } else {
      length = UInt64(try input.u16(at: next + 6, order))
    }
    // Sequences of unknown length are not looked into.
    guard length < 0xFFFF_FFFF else { return .done }
    switch (group, element) {
    case (2, 0x10):
      let text = try input.prefix(Int(min(length, 64)), at: data)
      transferSyntax = String(decoding: text.filter { $0 > 32 }, as: UTF8.self)
    case (0x28, 0x02): found.facts.image.channels = Int(try input.u16(at: data, order))
    case (0x28, 0x10): rows = try input.u16(at: data, order)
    case (0x28, 0x11): found.setSize(try input.u16(at: data, order), rows)
    case (0x28, 0x100):
      found.facts.image.bitDepth = Int(try input.u16(at: data, order))
      return .done
    default: break
    }
    next = data + length
    return .more
  }

  /// Whether a value representation (two letters) has a length of 32 bits.
  private static func hasLongLength(_ representation: UInt16) -> Bool {
    switch representation {
    case 0x4F42, 0x4F44, 0x4F46, 0x4F4C, 0x4F56, 0x4F57: true  // OB OD OF OL OV OW
    case 0x5351, 0x5356, 0x5543, 0x554E, 0x5552, 0x5554, 0x5556: true  // SQ SV UC UN UR UT UV
    default: false
    }
  }
}

extension MediaFormat {
  static let dicom = MediaFormat(
    "dicom", mime: "application/dicom", uniformType: "org.nema.dicom", kind: .image,
    fileExtensions: ["dcm", "dicom"])
}
