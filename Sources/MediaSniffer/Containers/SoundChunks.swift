import MediaTypes

/// Walks the chunks of WAVE and AIFF, and finds the ID3 tag that may be among them.
struct SoundChunksParser: FormatParser {
  /// What a chunk is passed to: its name, where its content begins, and its length.
  typealias Take =
    @Sendable (FourCC, UInt64, UInt64, ByteWindow, inout SoundNotes) throws(Shortage) -> Void

  private static let mostChunks = 128

  let order: ByteOrder
  let take: Take
  private var next: UInt64 = 12
  private var chunksLeft = mostChunks
  private var tag: ID3Tag?
  private var notes = SoundNotes()

  init(_ order: ByteOrder, _ take: @escaping Take) {
    self.order = order
    self.take = take
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if tag != nil { return try tag?.step(input) ?? .done }
    guard chunksLeft > 0, !input.ends(before: next + 8) else { return .done }
    try input.require(8, at: next)
    let name = try input.fourCC(at: next)
    let count = UInt64(try input.u32(at: next + 4, order))
    if name == "ID3 " || name == "id3 " {
      tag = try ID3Tag(input, at: next + 8)
      if tag != nil { return .more }
    }
    try take(name, next + 8, count, input, &notes)
    // A stream does not wait for what may follow the sound.
    if notes.isSoundReached, input.isForwardOnly { return .done }
    let length = notes.longLength ?? count
    notes.longLength = nil
    let (end, overflows) = (next + 8).addingReportingOverflow(length)
    guard !overflows, end < .max - 16 else { return .done }
    next = end + end % 2
    chunksLeft -= 1
    return .more
  }

  func conclude(_ found: inout Findings) {
    found.setSound(notes.codec, seconds: notes.seconds)
    tag?.covers.emit(to: &found)
  }
}

/// What chunks have told about a sound.
struct SoundNotes: Sendable {
  /// The codec.
  var codec: String?
  /// The play time.
  var seconds: Double?
  /// Bytes a second.
  var bytesPerSecond: UInt32 = 0
  /// The length of the sound in bytes, where 32 bits do not hold it.
  var soundLength: UInt64?
  /// The length of this chunk, where its own field does not hold it.
  var longLength: UInt64?
  /// Whether the sound itself was met.
  var isSoundReached = false
}
