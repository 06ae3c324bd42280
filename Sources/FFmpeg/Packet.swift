package import ByteSources
import CFFmpeg
import MediaTypes

/// A packet: coded bytes of one stream.
@safe package struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Makes an empty packet.
  package init() throws(FFmpegError) {
    try FFmpegRuntime.start()
    guard let packet = unsafe av_packet_alloc() else {
      throw .outOfMemory(call: "av_packet_alloc")
    }
    unsafe pointer = packet
  }

  /// Makes a key packet of bytes that are written by a closure.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes; the caller has bounded it.
  ///   - fill: Writes the bytes, and returns how many it wrote.
  /// - Returns: The packet, with as many bytes as were written.
  /// - Throws: `outOfMemory`, and what the closure throws.
  package static func filled(
    byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(FFmpegError) -> Int
  ) throws(FFmpegError) -> Packet {
    let packet = try Packet()
    guard let count = Int32(exactly: byteCount), count > 0 else {
      throw .refused(number: CFFMPEG_ERROR_INVALID_DATA, call: "av_new_packet")
    }
    let status = unsafe av_new_packet(packet.pointer, count)
    guard status >= 0 else { throw FFmpegError(status, in: "av_new_packet") }
    let written = unsafe try fill(
      UnsafeMutableRawBufferPointer(start: packet.pointer.pointee.data, count: byteCount))
    unsafe av_shrink_packet(packet.pointer, Int32(clamping: min(written, byteCount)))
    unsafe packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    return packet
  }

  /// Makes a key packet of a part of a source, whose length the caller has bounded.
  ///
  /// - Throws: `outOfMemory`, `source`.
  package static func reading(
    _ byteCount: Int, of source: any ByteSource, at offset: UInt64 = 0
  ) throws(FFmpegError) -> Packet {
    unsafe try filled(byteCount: byteCount) { buffer throws(FFmpegError) in
      do throws(ThumbnailError) {
        return unsafe try source.read(into: buffer, at: offset)
      } catch {
        throw .source(error)
      }
    }
  }

  /// Makes a key packet of a copy of bytes.
  ///
  /// - Throws: `outOfMemory`.
  package static func copying(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError) -> Packet {
    unsafe try filled(byteCount: bytes.count) { buffer in
      unsafe buffer.copyMemory(from: bytes)
      return bytes.count
    }
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&packet)
  }

  /// The number of the stream it belongs to.
  package var streamIndex: Int { unsafe Int(pointer.pointee.stream_index) }
  /// Whether decoding can begin with it.
  package var isKey: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether the container says that it is damaged.
  package var isDamaged: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Whether the container says that it is not to be shown.
  package var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  /// Whether the container says how to decrypt it, which nothing here does.
  package var isEncrypted: Bool {
    unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
  }
  /// When its picture is shown, else when it is decoded, in units of its stream; `nil` where neither
  /// is known.
  package var timestamp: Int64? {
    let (shown, decoded) = unsafe (pointer.pointee.pts, pointer.pointee.dts)
    if shown != CFFMPEG_NO_TIMESTAMP { return shown }
    return decoded == CFFMPEG_NO_TIMESTAMP ? nil : decoded
  }
  /// How many coded bytes it has.
  package var byteCount: Int { unsafe max(0, Int(pointer.pointee.size)) }

  /// Makes the last unit of a picture end where the bytes do, since decoders refuse all of a
  /// picture of which a unit claims more than there is.
  ///
  /// Source: ISO/IEC 14496-15:2022 § 5.3.3 (AVC), § 8.3.2 (HEVC).
  ///
  /// - Parameter prefixWidth: Bytes of the number before each unit that says how long it is.
  func shortenLastUnit(prefixWidth: Int) {
    guard prefixWidth > 0, unsafe av_packet_make_writable(pointer) >= 0,
      let bytes = unsafe pointer.pointee.data
    else { return }
    // SAFETY: `start + prefixWidth` is at most the packet's length.
    var start = 0
    while byteCount - start > prefixWidth {
      let claimed = (0..<prefixWidth).reduce(0) { unsafe $0 << 8 | Int(bytes[start + $1]) }
      let left = byteCount - start - prefixWidth
      guard claimed <= left else {
        for index in 0..<prefixWidth {
          unsafe bytes[start + index] = UInt8(
            truncatingIfNeeded: left >> (8 * (prefixWidth - 1 - index)))
        }
        return
      }
      start += prefixWidth + claimed
    }
  }

  /// Gives up the bytes.
  mutating func clear() { unsafe av_packet_unref(pointer) }

  /// Lends the coded bytes for reading.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: byteCount))
  }
}
