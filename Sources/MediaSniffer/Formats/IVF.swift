import MediaTypes

/// IVF, the container of the VP8 test vectors.
///
/// Source: libvpx, the comment on the file header in its writer.
enum IVF: FormatProbe {
  static let firstBytes = FirstBytes.of("DKIF")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("DKIF", at: 0) else { return nil }
    return Recognition(.ivf) { input, found throws(Shortage) in
      found.setSize(try input.u16(at: 12, .little), try input.u16(at: 14, .little))
      found.facts.displaySize = found.facts.size
      found.facts.tracks.hasVideo = true
      let names = ["VP80": "vp8", "VP90": "vp9", "AV01": "av1", "H264": "h264"]
      let code = try input.fourCC(at: 8).description
      found.facts.tracks.videoCodec = names[code] ?? code.lowercased()
      found.facts.codec = found.facts.tracks.videoCodec
    }
  }
}
