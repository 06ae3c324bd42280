/// The header of a frame of MPEG audio.
///
/// Source: ISO/IEC 11172-3 § 2.4.2.3; ISO/IEC 13818-3 § 2.4.2.3; MPEG-2.5 as in LAME.
struct MPEGAudioFrame: Sendable, Hashable {
  /// The bits of the header that stay the same in a stream: version, layer and sampling rate.
  let identity: UInt32
  /// 1 to 3.
  let layer: Int
  /// Whether the sampling rate is one of MPEG-1's.
  let isFirstVersion: Bool
  /// Bits a second.
  let bitRate: Int
  /// Samples a second.
  let sampleRate: Int
  /// Whether there is one channel.
  let isMono: Bool
  /// Whether the last slot is there.
  private let isPadded: Bool

  /// Reads four bytes; `nil` where they are no header, or one that does not tell its length.
  init?(_ header: UInt32) {
    let version = header >> 19 & 3
    let layerCode = Int(header >> 17 & 3)
    let rateCode = Int(header >> 12 & 15)
    let samplingCode = Int(header >> 10 & 3)
    guard header >> 21 == 0x7FF, version != 1, layerCode != 0, 1...14 ~= rateCode,
      samplingCode != 3, header & 3 != 2
    else { return nil }
    layer = 4 - layerCode
    isFirstVersion = version == 3
    let rates = Self.rates(isFirstVersion, layer)
    bitRate = rates[rateCode - 1] * 1000
    sampleRate = [44100, 48000, 32000][samplingCode] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    isMono = header >> 6 & 3 == 3
    isPadded = header >> 9 & 1 == 1
    identity = header & 0xFFFE_0C00
  }

  /// Samples a frame and channel.
  var samples: Int { layer == 1 ? 384 : layer == 3 && !isFirstVersion ? 576 : 1152 }

  /// Bytes, the header included.
  var byteCount: Int {
    layer == 1
      ? (12 * bitRate / sampleRate + (isPadded ? 1 : 0)) * 4
      : samples / 8 * bitRate / sampleRate + (isPadded ? 1 : 0)
  }

  /// Kilobits a second for the codes 1 to 14.
  private static func rates(_ isFirstVersion: Bool, _ layer: Int) -> [Int] {
    switch (isFirstVersion, layer) {
    case (true, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (false, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
  }
}
