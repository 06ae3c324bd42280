import MediaTypes

/// A tag of ID3v2: its frames are passed one by one, and pictures among them noted.
///
/// Source: id3v2-00 § 3 and § 4.15; id3v2.3.0 § 3 and § 4.15; id3v2.4.0-structure § 3 to § 6.
struct ID3Tag: Sendable {
  private static let mostFrames = 512
  /// The bytes of a picture's frame in which the picture must begin.
  private static let longestLabel = 512

  /// Where the tag ends.
  let end: UInt64
  /// The pictures met so far.
  private(set) var covers = CoverList()
  private let version: UInt8
  private let isUnsynchronised: Bool
  private var next: UInt64
  private var framesLeft = mostFrames

  /// Reads the header of a tag; `nil` where there is none.
  init?(_ input: ByteWindow, at start: UInt64) throws(Shortage) {
    guard try input.has("ID3", at: start) else { return nil }
    try input.require(10, at: start)
    version = try input.u8(at: start + 3)
    let flags = try input.u8(at: start + 5)
    let raw = try input.u32(at: start + 6)
    guard 2...4 ~= version, raw & 0x8080_8080 == 0 else { return nil }
    next = start + 10
    end = next + UInt64(Self.synchsafe(raw)) + (flags & 0x10 != 0 && version == 4 ? 10 : 0)
    isUnsynchronised = flags & 0x80 != 0
    if flags & 0x40 != 0, version > 2 {
      let length = try input.u32(at: next)
      next += version == 4 ? UInt64(Self.synchsafe(length)) : 4 + UInt64(length)
    }
  }

  /// Passes a frame.
  mutating func step(_ input: ByteWindow) throws(Shortage) -> Progress {
    let headerLength: UInt64 = version == 2 ? 6 : 10
    guard framesLeft > 0, next < end, end - next > headerLength else { return .done }
    try input.require(Int(headerLength), at: next)
    // Padding follows the last frame.
    guard try input.u8(at: next) != 0 else { return .done }
    let content = next + headerLength
    let count = try frameLength(input)
    guard count <= end - content else { return .done }
    let name = try input.fourCC(at: next)
    if version == 2 ? name.raw >> 8 == 0x50_4943 : name == "APIC" {
      try takePicture(at: content, end: content + count, input)
    }
    next = content + count
    framesLeft -= 1
    return .more
  }

  private func frameLength(_ input: ByteWindow) throws(Shortage) -> UInt64 {
    if version == 2 { return UInt64(try input.u32(at: next + 2) & 0xFF_FFFF) }
    let raw = try input.u32(at: next + 4)
    // Some writers of version 4 give plain numbers.
    return UInt64(version == 4 && raw & 0x8080_8080 == 0 ? Self.synchsafe(raw) : raw)
  }

  private mutating func takePicture(
    at content: UInt64, end: UInt64, _ input: ByteWindow
  ) throws(Shortage) {
    var start = content
    var isEscaped = isUnsynchronised
    if version > 2 {
      let flags = try input.u8(at: content - 1)
      let isPacked = version == 3 ? flags & 0xC0 != 0 : flags & 0x0C != 0
      guard !isPacked else { return }
      if version == 3, flags & 0x20 != 0 { start += 1 }
      if version == 4 {
        if flags & 0x40 != 0 { start += 1 }
        if flags & 0x01 != 0 { start += 4 }
        isEscaped = isEscaped || flags & 0x02 != 0
      }
    }
    guard start < end else { return }
    let label = try input.prefix(Int(min(end - start, UInt64(Self.longestLabel))), at: start)
    guard let picture = Self.pictureStart(Array(label), isShort: version == 2) else { return }
    let place = start + UInt64(picture.offset)
    guard place < end else { return }
    try covers.add(
      at: place, count: end - place, type: picture.type, isEscaped: isEscaped, input)
  }

  /// Where the picture begins behind its encoding, type and description.
  private static func pictureStart(
    _ label: [UInt8], isShort: Bool
  ) -> (offset: Int, type: UInt32)? {
    var place = 1
    if isShort {
      place += 3
    } else {
      guard let zero = label.dropFirst().firstIndex(of: 0) else { return nil }
      place = zero + 1
    }
    guard place < label.count else { return nil }
    let type = UInt32(label[place])
    place += 1
    let isWide = label[0] == 1 || label[0] == 2
    while place < label.count {
      if label[place] == 0 {
        if !isWide { return (place + 1, type) }
        if place + 1 < label.count, label[place + 1] == 0 { return (place + 2, type) }
      }
      place += isWide ? 2 : 1
    }
    return nil
  }

  private static func synchsafe(_ raw: UInt32) -> UInt32 {
    raw >> 3 & 0xFE0_0000 | raw >> 2 & 0x1F_C000 | raw >> 1 & 0x3F80 | raw & 0x7F
  }
}
