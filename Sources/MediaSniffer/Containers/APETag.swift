import MediaTypes

/// A tag of APE, version 2: its items are passed one by one, and covers among them noted.
///
/// Source: Hydrogenaudio, "APEv2 specification": tag header and item.
struct APETag: Sendable {
  private static let mostItems = 64
  private static let longestKey = 255
  private static let headerLength: UInt64 = 32

  /// Where the tag ends.
  let end: UInt64
  /// The covers met so far.
  private(set) var covers = CoverList()
  private var next: UInt64
  private var itemsLeft: Int

  /// Reads a header, which stands before the items.
  init?(_ input: ByteWindow, header start: UInt64) throws(Shortage) {
    guard let (length, items) = try Self.read(input, at: start) else { return nil }
    next = start + Self.headerLength
    end = next + length
    itemsLeft = items
  }

  /// Reads a footer, which stands behind the items, at the end of a file or before the 128 bytes
  /// of ID3v1.
  init?(lastOf input: ByteWindow) throws(Shortage) {
    guard !input.isForwardOnly, let byteCount = input.byteCount else { return nil }
    for trailer: UInt64 in [0, 128] where byteCount > trailer + Self.headerLength {
      let footer = byteCount - trailer - Self.headerLength
      guard let (length, items) = try Self.read(input, at: footer) else { continue }
      guard length <= footer + Self.headerLength, length >= Self.headerLength else { return nil }
      next = footer + Self.headerLength - length
      end = footer
      itemsLeft = items
      return
    }
    return nil
  }

  private static func read(
    _ input: ByteWindow, at start: UInt64
  ) throws(Shortage) -> (length: UInt64, items: Int)? {
    guard try input.has("APETAGEX", at: start) else { return nil }
    try input.require(32, at: start)
    let length = UInt64(try input.u32(at: start + 12, .little))
    return (length, min(mostItems, Int(try input.u32(at: start + 16, .little))))
  }

  /// Passes an item.
  mutating func step(_ input: ByteWindow) throws(Shortage) -> Progress {
    guard itemsLeft > 0, next < end, end - next > 8 else { return .done }
    try input.require(8, at: next)
    let count = UInt64(try input.u32(at: next, .little))
    let key = try input.prefix(Self.longestKey + 1, at: next + 8).prefix { $0 != 0 }
    let value = next + 8 + UInt64(key.count) + 1
    guard key.count <= Self.longestKey, value < end, count <= end - value else { return .done }
    let name = String(decoding: key, as: UTF8.self).lowercased()
    if name.hasPrefix("cover art") {
      let label = try input.prefix(Int(min(count, 256)), at: value).prefix { $0 != 0 }
      let picture = value + UInt64(label.count) + 1
      if picture < value + count {
        try covers.add(
          at: picture, count: value + count - picture, type: name.contains("front") ? 3 : 0, input)
      }
    }
    next = value + count
    itemsLeft -= 1
    return .more
  }
}

/// A parser of formats with all facts in the header, and covers in an APE tag at the end.
struct APETailParser: FormatParser {
  /// Reads the header; it may run again.
  let header: @Sendable (ByteWindow, inout Findings) throws(Shortage) -> Void
  private var isHeaderRead = false
  private var tag: APETag?

  init(header: @escaping @Sendable (ByteWindow, inout Findings) throws(Shortage) -> Void) {
    self.header = header
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard isHeaderRead else {
      try header(input, &found)
      isHeaderRead = true
      return .more
    }
    guard tag != nil else {
      tag = try APETag(lastOf: input)
      return tag == nil ? .done : .more
    }
    return try tag?.step(input) ?? .done
  }

  func conclude(_ found: inout Findings) { tag?.covers.emit(to: &found) }
}

extension Findings {
  /// Notes that the file holds sound of one codec and nothing else.
  mutating func setSound(_ codec: String?, seconds: Double? = nil) {
    facts.tracks.hasAudio = true
    facts.tracks.hasVideo = false
    facts.tracks.audioCodec = codec
    facts.codec = codec
    if let seconds, seconds > 0, seconds.isFinite { facts.duration = seconds }
  }
}
