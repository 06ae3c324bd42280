/// The marker codes that a decoder acts on: the byte after 0xFF.
///
/// Source: ITU-T T.81 § B.1.1.3, table B.1.
enum JPEGMarker {
  /// The codes below are reserved, but for TEM, which arithmetic coding alone uses.
  static let firstAssigned: UInt8 = 0xC0
  static let startOfFrameBaseline: UInt8 = 0xC0
  static let startOfFrameExtended: UInt8 = 0xC1
  static let startOfFrameProgressive: UInt8 = 0xC2
  static let defineHuffmanTables: UInt8 = 0xC4
  static let extensionOfJPEG: UInt8 = 0xC8
  static let defineArithmeticConditioning: UInt8 = 0xCC
  static let firstRestart: UInt8 = 0xD0
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let defineQuantisers: UInt8 = 0xDB
  static let defineRestartInterval: UInt8 = 0xDD
  static let application0: UInt8 = 0xE0
  static let application14: UInt8 = 0xEE

  /// Whether a code is one of RST0 to RST7.
  static func isRestart(_ code: UInt8) -> Bool { code & 0xF8 == firstRestart }

  /// Whether a code stands alone, without a length and a payload: SOI, EOI, RST and TEM.
  static func isAlone(_ code: UInt8) -> Bool {
    isRestart(code) || code == startOfImage || code == endOfImage || code == 0x01
  }

  /// Whether a code starts a frame of any process: SOF0 to SOF15 without DHT, JPG and DAC, and the
  /// SOF55 of JPEG-LS (ITU-T T.87 § C.1.1).
  static func isStartOfFrame(_ code: UInt8) -> Bool {
    code == 0xF7
      || code & 0xF0 == 0xC0 && code != defineHuffmanTables && code != extensionOfJPEG
        && code != defineArithmeticConditioning
  }
}
