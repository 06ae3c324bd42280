import MediaTypes

/// Executable and Linkable Format.
///
/// Source: System V ABI, chapter 4, "ELF Header"; the names are those of shared-mime-info.
enum ELF: FormatProbe {
  static let formats: [MediaFormat] = [.elf]
  static let firstBytes = FirstBytes.anyOf([0x7F])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("\u{7F}ELF", at: 0) else { return nil }
    return Recognition(.elf, isCertain: false) { input, found throws(Shortage) in
      let order: ByteOrder = try input.u8(at: 5) == 2 ? .big : .little
      switch try input.u16(at: 16, order) {
      case 1: found.settle(on: .elf, mime: "application/x-object")
      case 3: found.settle(on: .elf, mime: "application/x-sharedlib")
      case 4: found.settle(on: .elf, mime: "application/x-core")
      default: found.settle(on: .elf)
      }
    }
  }
}

extension MediaFormat {
  static let elf = MediaFormat(
    "elf", mime: "application/x-executable", uniformType: "org.elf.binary", kind: .other,
    fileExtensions: ["elf", "so", "o"], conformsTo: [.executable])
}
