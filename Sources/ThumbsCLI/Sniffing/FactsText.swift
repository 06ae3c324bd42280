import MediaTypes

/// The facts of a file as the line that `thumbs sniff` prints.
enum FactsText {
  /// What the file is, in one line without its name.
  static func line(for facts: MediaFacts) -> String {
    var parts = [facts.mime]
    parts += sizes(facts)
    if let time = facts.duration.flatMap(QuantityText.playTime) { parts.append(time) }
    parts += coding(facts)
    parts += samples(facts)
    parts += previews(facts.previews)
    if let encoding = facts.textEncoding { parts.append(encoding) }
    if let byteCount = facts.byteCount { parts.append(QuantityText.byteCount(byteCount)) }
    let warnings = facts.warnings.map { " [\(PrintableText.escaped($0.description))]" }
    return parts.joined(separator: ", ") + warnings.joined()
  }

  /// The usual words for a chroma subsampling, such as `4:2:0`, or `nil` where there are none.
  static func subsampling(_ samples: PixelSize) -> String? {
    switch (samples.width, samples.height) {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (4, 1): "4:1:1"
    case (1, 2): "4:4:0"
    case (4, 2): "4:1:0"
    default: nil
    }
  }

  private static func sizes(_ facts: MediaFacts) -> [String] {
    guard let size = facts.size else {
      return facts.displaySize.map { ["shown as \($0)"] } ?? []
    }
    guard let shown = facts.displaySize, shown != size || facts.orientation != .up else {
      return ["\(size)"]
    }
    let turn = facts.orientation == .up ? "" : " (orientation \(facts.orientation.rawValue))"
    return ["\(size)", "shown as \(shown)\(turn)"]
  }

  private static func coding(_ facts: MediaFacts) -> [String] {
    let codecs = [facts.tracks.videoCodec, facts.tracks.audioCodec].compactMap(\.self)
    var parts: [String] = []
    if !codecs.isEmpty {
      parts.append(codecs.joined(separator: " + "))
    } else if let codec = facts.codec ?? facts.image.compression, !isUsual(codec, in: facts) {
      parts.append(codec)
    }
    if let rate = facts.tracks.frameRate { parts.append("\(QuantityText.tenths(rate)) fps") }
    if facts.image.isProgressive { parts.append("progressive") }
    if facts.image.isMultiScan { parts.append("multi-scan") }
    if facts.image.isInterlaced { parts.append("interlaced") }
    if facts.image.isLossless, facts.format == .webp || facts.format == .jpeg {
      parts.append("lossless")
    }
    if let frames = facts.image.frameCount, frames > 1 { parts.append("\(frames) frames") }
    if let pages = facts.image.pageCount, pages > 1 { parts.append("\(pages) pages") }
    return parts
  }

  /// Whether a coding is what everybody expects of the format, so that it need not be said.
  private static func isUsual(_ codec: String, in facts: MediaFacts) -> Bool {
    codec == facts.format.name || codec == "huffman" || codec == "deflate"
  }

  private static func samples(_ facts: MediaFacts) -> [String] {
    var words: [String] = []
    if let depth = facts.image.bitDepth ?? facts.tracks.bitDepth { words.append("\(depth)-bit") }
    if let format = facts.image.sampleFormat, format != .unsigned { words.append(format.rawValue) }
    if let model = facts.image.colourModel { words.append(model.rawValue) }
    if facts.image.hasAlpha { words.append("with alpha") }
    if let chroma = facts.image.chromaSubsampling.flatMap(subsampling) { words.append(chroma) }
    if facts.colour.hasICCProfile { words.append("with profile") }
    if facts.colour.isHDR { words.append("HDR") }
    return words.isEmpty ? [] : [words.joined(separator: " ")]
  }

  private static func previews(_ previews: [EmbeddedPreview]) -> [String] {
    guard !previews.isEmpty else { return [] }
    let sizes = previews.compactMap(\.size).map { " \($0)" }
    return [
      (previews.count == 1 ? "preview" : "\(previews.count) previews")
        + sizes.joined(separator: ",")
    ]
  }
}
