import MediaTypes

/// YUV4MPEG2.
///
/// Source: the manual page yuv4mpeg(5) of mjpegtools.
enum Y4M: FormatProbe {
  static let firstBytes = FirstBytes.of("YUV4MPEG2 ")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("YUV4MPEG2 ", at: 0) else { return nil }
    return Recognition(.y4m) { input, found throws(Shortage) in
      let line = try input.prefix(256, at: 10).prefix { $0 != 0x0A }
      var size = (width: 0, height: 0)
      var aspect: Double?
      for word in String(decoding: line, as: UTF8.self).split(separator: " ") {
        let value = word.dropFirst()
        switch word.first {
        case "W": size.width = Int(value) ?? 0
        case "H": size.height = Int(value) ?? 0
        case "A": aspect = ratio(value)
        case "C": setSamples(String(value), &found)
        case "F": found.facts.tracks.frameRate = ratio(value)
        default: break
        }
      }
      found.setSize(size.width, size.height)
      found.facts.tracks.hasVideo = true
      found.facts.tracks.videoCodec = "rawvideo"
      found.facts.codec = "rawvideo"
      guard var shown = found.facts.size else { return }
      if let aspect, aspect != 1, 0.1...10 ~= aspect, shown.width < 1 << 20 {
        found.facts.tracks.pixelAspectRatio = aspect
        shown.width = max(1, Int((Double(shown.width) * aspect).rounded()))
      }
      found.facts.displaySize = shown
    }
  }

  /// Notes chroma and depth by the name of the sample form; the usual one is 4:2:0.
  private static func setSamples(_ name: String, _ found: inout Findings) {
    let forms = [
      "420": PixelSize(width: 2, height: 2), "422": PixelSize(width: 2, height: 1),
      "444": PixelSize(width: 1, height: 1), "411": PixelSize(width: 4, height: 1),
    ]
    found.facts.image.chromaSubsampling = forms.first { name.hasPrefix($0.key) }?.value
    let depth = name.split(separator: "p").last.flatMap { Int($0) } ?? 8
    found.facts.tracks.bitDepth = name.contains("p") && 9...16 ~= depth ? depth : 8
  }

  private static func ratio(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":").compactMap { Double($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    return parts[0] / parts[1]
  }
}
