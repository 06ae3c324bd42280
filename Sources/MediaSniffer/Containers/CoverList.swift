import MediaTypes

/// The pictures of a sound file's tags, the front cover first.
struct CoverList: Sendable {
  private static let most = 8

  private var covers: [EmbeddedPreview] = []
  private var others: [EmbeddedPreview] = []

  /// Notes a picture that lies in the file as it is.
  ///
  /// The type is that of ID3 and FLAC: 3 is the front cover. Escaped are bytes where others may have
  /// been put in after each 0xFF (ID3 unsynchronisation).
  mutating func add(
    at start: UInt64, count: UInt64, type: UInt32, isEscaped: Bool = false, _ input: ByteWindow
  ) throws(Shortage) {
    guard count > 12, covers.count + others.count < Self.most else { return }
    guard let format = try Self.format(at: start, isEscaped: isEscaped, input) else { return }
    let cover = EmbeddedPreview(role: .cover, format: format, offset: start, byteCount: count)
    if type == 3 { covers.append(cover) } else { others.append(cover) }
  }

  /// Whether nothing was noted.
  var isEmpty: Bool { covers.isEmpty && others.isEmpty }

  /// Hands over what was noted.
  func emit(to found: inout Findings) {
    for cover in covers + others { found.add(cover) }
  }

  /// What the bytes of a picture say, because its label is often wrong.
  private static func format(
    at start: UInt64, isEscaped: Bool, _ input: ByteWindow
  ) throws(Shortage) -> MediaFormat? {
    let head: [UInt8]
    do throws(Shortage) {
      head = Array(try input.prefix(12, at: start))
    } catch .unavailable {
      return nil
    }
    guard head.count == 12 else { return nil }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      // Where bytes were put in, no such pair is left: then they were not, whatever the flag says.
      return isEscaped && head[3] < 0xE0 ? nil : .jpeg
    }
    guard !isEscaped else { return nil }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if head.starts(with: "RIFF".utf8), head[8...].starts(with: "WEBP".utf8) { return .webp }
    if head.starts(with: "GIF8".utf8) { return .gif }
    return head.starts(with: "BM".utf8) ? .bmp : nil
  }
}
