import ByteSources
import Glibc
import MediaTypes

/// Reads a JPEG file from start to end: markers, their payloads, and entropy-coded bytes.
///
/// Holds `blockByteCount` bytes.
final class JPEGInput {
  /// How many bytes are read at a time.
  static let blockByteCount = 65536

  private let source: any ByteSource
  private let block: Scratch<UInt8>
  private var position = 0
  private var end = 0
  /// Where the next block begins in the source.
  private var offset: UInt64 = 0
  /// A marker that has been read and not been asked for yet.
  private var pendingMarker: UInt8?

  /// Starts at the first byte of a source.
  ///
  /// - Throws: `overBudget` where there is no memory for the block.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    block = try Scratch(zeroed: Self.blockByteCount)
  }

  /// Reads the next block; `false` at the end of the source.
  ///
  /// The one place where cancelling the task takes hold.
  private func load() throws(ThumbnailError) -> Bool {
    if Task.isCancelled { throw ThumbnailError(.cancelled, "the decode was cancelled") }
    position = 0
    end = 0
    guard offset < source.byteCount else { return false }
    end = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(start: block.start, count: block.count), at: offset)
    offset += UInt64(end)
    return end > 0
  }

  /// The next byte; `nil` at the end of the source.
  private func byte() throws(ThumbnailError) -> UInt8? {
    if position == end {
      guard try load() else { return nil }
    }
    defer { position += 1 }
    return block[position]
  }

  /// The byte behind a marker's prefix 0xFF and its fill bytes; `nil` at the end.
  ///
  /// Source: ITU-T T.81 § B.1.1.2 (any number of fill bytes 0xFF).
  private func code() throws(ThumbnailError) -> UInt8? {
    while true {
      guard let code = try byte() else { return nil }
      if code != 0xFF { return code }
    }
  }

  /// Reads the first two bytes; whether they are the marker that starts a picture.
  func startsWithPicture() throws(ThumbnailError) -> Bool {
    guard let prefix = try byte(), let code = try byte() else { return false }
    return prefix == 0xFF && code == JPEGMarker.startOfImage
  }

  /// The code of the next marker, past whatever lies before it; `nil` at the end of the source.
  func nextMarker() throws(ThumbnailError) -> UInt8? {
    if let marker = pendingMarker {
      pendingMarker = nil
      return marker
    }
    while true {
      if position == end {
        guard try load() else { return nil }
      }
      guard let prefix = prefixIndex(within: end - position) else {
        position = end
        continue
      }
      position = prefix + 1
      guard let code = try code() else { return nil }
      if code != 0 { return code }
    }
  }

  /// Lets `nextMarker` return a marker again.
  func putBack(_ marker: UInt8) { pendingMarker = marker }

  /// The length of a payload that follows; `nil` where the source ends or the length is below 2.
  private func payloadByteCount() throws(ThumbnailError) -> Int? {
    guard let high = try byte(), let low = try byte() else { return nil }
    let length = Int(high) << 8 | Int(low)
    return length >= 2 ? length - 2 : nil
  }

  /// The payload of the marker just read, at most 65,533 bytes; `nil` where it is cut off.
  func payload() throws(ThumbnailError) -> [UInt8]? {
    guard let count = try payloadByteCount() else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let byte = try byte() else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Passes over the payload of the marker just read, without reading what is not in the block.
  func skipPayload() throws(ThumbnailError) {
    guard let count = try payloadByteCount() else { return }
    let held = min(count, end - position)
    position += held
    offset += UInt64(count - held)
  }

  /// Copies entropy-coded bytes without their stuffing, up to the next marker.
  ///
  /// Source: ITU-T T.81 § F.1.2.3 (a zero byte after each 0xFF).
  ///
  /// - Parameter destination: Where the bytes go.
  /// - Returns: How many were copied: fewer than there is room for only where a marker, which
  ///   then waits, or the end of the source was met.
  /// - Throws: `cancelled`, and what the source throws.
  func copyEntropyCodedBytes(
    to destination: UnsafeMutableBufferPointer<UInt8>
  ) throws(ThumbnailError) -> Int {
    // SAFETY: `written + run` never exceeds the destination's count, nor `position + run` the
    // block's; a stuffed 0xFF takes the place that its own prefix had in `run`.
    guard let target = destination.baseAddress else { return 0 }
    var written = 0
    while written < destination.count, pendingMarker == nil {
      if position == end {
        guard try load() else { break }
      }
      let run = min(end - position, destination.count - written)
      let prefix = prefixIndex(within: run)
      let plain = (prefix ?? position + run) - position
      unsafe _ = memcpy(target + written, block.start + position, plain)
      written += plain
      position += plain
      guard prefix != nil else { continue }
      position += 1
      guard let code = try code() else { break }
      if code == 0 {
        unsafe target[written] = 0xFF
        written += 1
      } else {
        pendingMarker = code
      }
    }
    return written
  }

  /// Whether the last bytes of the source are the marker that ends a picture.
  func endsWithEndOfImage() throws(ThumbnailError) -> Bool {
    guard source.byteCount >= 2 else { return false }
    return try source.bytes(2, at: source.byteCount - 2) == [0xFF, JPEGMarker.endOfImage]
  }

  /// Where in the block the next 0xFF is, among the next `count` bytes.
  private func prefixIndex(within count: Int) -> Int? {
    // SAFETY: `position + count` is at most `end`, which is at most the block's length.
    guard let found = unsafe memchr(block.start + position, 0xFF, count) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(block.start)
  }
}
