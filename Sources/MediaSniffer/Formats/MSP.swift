import MediaTypes

/// Microsoft Paint, versions 1 and 2.
///
/// Source: Microsoft Windows 1.0 and 2.0 SDK, MSP file format.
enum MSP: FormatProbe {
  static let firstBytes = FirstBytes.of("D", "L")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has(oneOf: "DanM", "LinS", at: 0) else { return nil }
    return Recognition(.msp) { input, found throws(Shortage) in
      found.setSize(try input.u16(at: 4, .little), try input.u16(at: 6, .little))
      found.setChannels(1, .grey, bits: 1)
    }
  }
}
