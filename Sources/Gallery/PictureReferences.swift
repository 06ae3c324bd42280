import MediaTypes
import SystemCalls

/// Puts the addresses of pictures where the paths of thumbnails stand between marks.
struct PictureReferences: Sendable {
  private static let pieceByteCount = 64 << 10

  /// The directory in which paths of thumbnails begin.
  let directory: [UInt8]
  let address: RelativeAddress
  /// Whether the address of a picture is the picture itself.
  let holdsPictures: Bool

  /// The path that has begun, between two marks.
  private var path: [UInt8]?

  init(directory: [UInt8], address: RelativeAddress, holdsPictures: Bool) {
    self.directory = directory
    self.address = address
    self.holdsPictures = holdsPictures
  }

  /// Copies the next piece of markup; a path may begin in one and end in another.
  mutating func resolve(_ piece: [UInt8], into page: inout NewFile) throws(SystemError) {
    var rest = piece[...]
    while !rest.isEmpty {
      let part = rest.prefix { $0 != EntryMarkup.pathMark }
      rest = rest.dropFirst(part.count)
      let endsAtMark = rest.popFirst() != nil
      if let begun = path {
        path = endsAtMark ? nil : begun + part
        if endsAtMark { try page.append(reference(to: begun + part)) }
      } else {
        try page.append(part)
        if endsAtMark { path = [] }
      }
    }
  }

  /// The address of a picture: its bytes as text, or the way to its file.
  ///
  /// Source: RFC 2397.
  private func reference(to thumbnail: [UInt8]) -> [UInt8] {
    let path = directory + [UInt8(ascii: "/")] + thumbnail
    guard holdsPictures, let mime = Self.mime(ofFile: thumbnail),
      let bytes = try? Self.contents(ofFile: path)
    else { return Array(address.text(for: path).utf8) }
    return Array("data:\(mime);base64,".utf8) + Base64.encoded(bytes)
  }

  private static func contents(ofFile path: [UInt8]) throws(SystemError) -> [UInt8] {
    let descriptor = try Syscalls.open(readingPath: path)
    var bytes: [UInt8] = []
    while true {
      let piece = try Syscalls.readNext(descriptor.number, atMost: pieceByteCount)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  /// The type of a thumbnail by its ending, which is ours.
  private static func mime(ofFile path: [UInt8]) -> String? {
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = String(decoding: path[(dot + 1)...], as: UTF8.self)
    let format = OutputFormat.allCases.first { $0.fileExtension == ending }
    return format.map { "image/\($0.rawValue)" }
  }
}
