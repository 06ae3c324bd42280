import MediaTypes

/// Tape archives, also those without a signature, by the check sum of the first header.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format".
enum Tar: FormatProbe {
  static let formats: [MediaFormat] = [.tar]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let field = try input.prefix(8, at: 148)
    let digits = field.drop { $0 == 0x20 }.prefix { 0x30...0x37 ~= $0 }
    guard digits.count >= 3 else { return nil }
    let header = try input.prefix(512, at: 0)
    guard header.count == 512 else { return nil }
    let sum = header.reduce(0) { $0 + Int($1) } - field.reduce(0) { $0 + Int($1) } + 8 * 0x20
    return digits.reduce(0) { $0 * 8 + Int($1 - 0x30) } == sum ? Recognition(.tar) : nil
  }
}

extension MediaFormat {
  static let tar = MediaFormat(
    "tar", mime: "application/x-tar", uniformType: "public.tar-archive", kind: .other,
    fileExtensions: ["tar"],
    conformsTo: [.archive])
}
