import MediaTypes

/// What the configuration of a codec says about the samples of its pictures.
struct CodecConfiguration: Sendable {
  /// Bits a channel.
  var bitDepth: Int?
  /// Luma samples a chroma sample; `nil` without chroma, or where it is not said.
  var chroma: PixelSize?
  /// Whether there is no chroma.
  var isGrey = false

  /// The most bytes of a parameter set that are read.
  private static let longestSet = 512

  /// Reads an HEVC configuration.
  ///
  /// Source: ISO/IEC 14496-15:2022 § 8.3.2.1.
  init(hevc at: UInt64, _ input: ByteWindow) throws(Shortage) {
    let format = try input.u8(at: at + 16) & 3
    bitDepth = 8 + Int(try input.u8(at: at + 17) & 7)
    chroma = SequenceParameters.subsampling(Int(format))
    isGrey = format == 0
  }

  /// Reads an AV1 configuration.
  ///
  /// Source: AV1 Codec ISO Media File Format Binding 1.2 § 2.3.3.
  init(av1 at: UInt64, _ input: ByteWindow) throws(Shortage) {
    let flags = try input.u8(at: at + 2)
    bitDepth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
    isGrey = flags & 0x10 != 0
    let samples = PixelSize(width: flags & 0x08 != 0 ? 2 : 1, height: flags & 0x04 != 0 ? 2 : 1)
    chroma = isGrey ? nil : samples
  }

  /// Reads a VP8 or VP9 configuration, behind its version.
  ///
  /// Source: WebM Project, "VP Codec ISO Media File Format Binding" 1.0.
  init(vp9 at: UInt64, _ input: ByteWindow) throws(Shortage) {
    let flags = try input.u8(at: at + 2)
    bitDepth = Int(flags >> 4)
    let format = flags >> 1 & 7
    chroma = SequenceParameters.subsampling(format < 2 ? 1 : Int(format))
  }

  /// Reads an H.264 configuration: its first parameter set, else the profile.
  ///
  /// Source: ISO/IEC 14496-15:2022 § 5.3.3.1; ITU-T H.264 § A.2.
  init(h264 at: UInt64, _ input: ByteWindow) throws(Shortage) {
    let profile = try input.u8(at: at + 1)
    // High 10, High 4:2:2 and High 4:4:4 Predictive, and the last one's intra profile.
    bitDepth = [110, 122, 244, 44].contains(profile) ? 10 : 8
    let hasSet = try input.u8(at: at + 5) & 31 > 0
    let length = hasSet ? Int(try input.u16(at: at + 6)) : 0
    guard 4...Self.longestSet ~= length else { return }
    let set = try input.prefix(length, at: at + 8)
    guard let parameters = SequenceParameters(h264: set.dropFirst()) else { return }
    bitDepth = parameters.bitDepth
    chroma = parameters.chroma
    isGrey = parameters.chroma == nil
  }
}
