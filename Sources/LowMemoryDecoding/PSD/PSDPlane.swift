import ByteSources
import Glibc
import MediaTypes

/// Reads rows of the channels of a composite, one channel after the other.
///
/// Holds a row as stored and as unpacked, and the lengths of packed rows.
@safe final class PSDPlaneReader {
  private let source: any ByteSource
  private let header: PSDHeader
  /// The lengths of the rows of the channels that are shown; empty where rows are not packed.
  private let lengths: Scratch<UInt32>
  private let stored: Scratch<UInt8>
  private let row: Scratch<UInt8>
  /// Where the rows of the first channel begin.
  private let start: UInt64
  /// Where the next row begins.
  private var place: UInt64

  /// A packed row may not be longer than this many times its pixels, and some.
  private static func storedByteCount(of header: PSDHeader) -> Int { 2 * header.rowByteCount + 128 }

  /// Bytes that reading takes.
  static func byteCount(rowByteCount: Int, height: Int, channels: Int) -> Int {
    3 * rowByteCount + 128 + 4 * height * channels + 8
  }

  /// Prepares to read; reads the lengths of packed rows.
  ///
  /// - Throws: `overBudget` where there is no memory, `corrupt` where the lengths are cut off, and
  ///   what the source throws.
  init(_ source: any ByteSource, header: PSDHeader) throws(ThumbnailError) {
    self.source = source
    self.header = header
    stored = try Scratch(zeroed: Self.storedByteCount(of: header))
    row = try Scratch(zeroed: header.rowByteCount + 8)
    let isPacked = header.packing == .runs
    let count = isPacked ? header.size.height * header.channelCount : 0
    lengths = try Scratch(zeroed: count)
    let width = header.isLarge ? 4 : 2
    let table = UInt64(header.size.height * header.storedChannelCount * width)
    start = header.dataOffset + (isPacked ? table : 0)
    place = start
    try readLengths(width: width)
  }

  private func readLengths(width: Int) throws(ThumbnailError) {
    let atOnce = 16384
    for first in stride(from: 0, to: lengths.count, by: atOnce) {
      let wanted = min(atOnce, lengths.count - first)
      let bytes = try source.bytes(
        wanted * width, at: header.dataOffset + UInt64(first * width))
      for index in 0..<(bytes.count / width) {
        lengths[first + index] = bytes[(index * width)..<((index + 1) * width)].reduce(0) {
          $0 << 8 | UInt32($1)
        }
      }
      guard bytes.count == wanted * width else {
        throw ThumbnailError(.corrupt, "ends among the lengths of its rows")
      }
    }
  }

  /// Reads the rows of the next channel.
  ///
  /// - Parameters:
  ///   - channel: Which one; those before have been read.
  ///   - body: Is given each row as it is stored but unpacked, and its index.
  /// - Returns: How many rows there were; fewer than the height only where the file ends.
  /// - Throws: `cancelled`, and what the source throws.
  func readRows(
    of channel: Int, _ body: (UnsafePointer<UInt8>, Int) -> Void
  ) throws(ThumbnailError) -> Int {
    place = start + offset(of: channel)
    for index in 0..<header.size.height {
      if index & 63 == 0, Task.isCancelled {
        throw ThumbnailError(.cancelled, "the decode was cancelled")
      }
      guard try readRow(channel * header.size.height + index) else { return index }
      unsafe body(UnsafePointer(row.start), index)
    }
    return header.size.height
  }

  private func offset(of channel: Int) -> UInt64 {
    let rows = channel * header.size.height
    guard header.packing == .runs else { return UInt64(rows) * UInt64(header.rowByteCount) }
    return (0..<rows).reduce(0) { $0 + UInt64(lengths[$1]) }
  }

  /// Reads and unpacks a row; `false` where the file has ended.
  private func readRow(_ number: Int) throws(ThumbnailError) -> Bool {
    let isPacked = header.packing == .runs
    let claimed = isPacked ? Int(lengths[number]) : header.rowByteCount
    let count = min(claimed, stored.count)
    let read = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(start: stored.start, count: count), at: place)
    place += UInt64(claimed)
    if isPacked {
      guard read > 0 || claimed == 0 else { return false }
      unpack(min(read, count))
    } else {
      guard read == count else { return false }
      unsafe row.start.update(from: stored.start, count: count)
    }
    return true
  }

  /// Undoes runs; what is missing of a row is zero.
  ///
  /// Source: TIFF 6.0 § 9 (PackBits), whose number −128 says nothing.
  private func unpack(_ count: Int) {
    let room = header.rowByteCount
    var (read, written) = (0, 0)
    while read < count, written < room {
      let number = Int(Int8(bitPattern: stored[read]))
      read += 1
      if number >= 0 {
        let length = min(number + 1, count - read, room - written)
        // SAFETY: `length` stays inside of both.
        unsafe (row.start + written).update(from: stored.start + read, count: length)
        read += length
        written += length
      } else if number > -128, read < count {
        let length = min(1 - number, room - written)
        unsafe (row.start + written).update(repeating: stored[read], count: length)
        read += 1
        written += length
      }
    }
    unsafe (row.start + written).update(repeating: 0, count: room - written)
  }
}

/// Turns rows of a channel as they are stored into samples of 8 bits, or of 16 in the machine's
/// order.
@safe final class PSDSamples {
  private let header: PSDHeader
  private let turned: Scratch<UInt8>

  /// Bytes a sample: 1 or 2.
  static func sampleByteCount(bitDepth: Int) -> Int { bitDepth > 8 ? 2 : 1 }

  init(_ header: PSDHeader) throws(ThumbnailError) {
    self.header = header
    let pixelBytes =
      header.mode == .indexed ? 3 : Self.sampleByteCount(bitDepth: header.bitDepth)
    turned = try Scratch(zeroed: header.size.width * pixelBytes)
  }

  /// Turns a row, lent until the next one.
  func samples(of row: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    // SAFETY: a row has `rowByteCount` bytes, and `turned` room for every sample.
    let width = header.size.width
    switch (header.mode, header.bitDepth) {
    case (.indexed, _):
      for column in 0..<width {
        let index = unsafe Int(row[column])
        for channel in 0..<3 {
          unsafe turned.start[3 * column + channel] = header.palette[256 * channel + index]
        }
      }
    case (_, 1):
      // Ones are black.
      for column in 0..<width {
        unsafe turned.start[column] = row[column >> 3] << (column & 7) & 0x80 == 0 ? 255 : 0
      }
    case (_, 8): return unsafe row
    case (_, 16):
      eachWide { column in
        unsafe UInt16(row[2 * column]) << 8 | UInt16(row[2 * column + 1])
      }
    default:
      eachWide { column in
        let bits = (0..<4).reduce(UInt32(0)) { unsafe $0 << 8 | UInt32(row[4 * column + $1]) }
        return Self.encoded(Float(bitPattern: bits))
      }
    }
    return unsafe UnsafePointer(turned.start)
  }

  private func eachWide(_ sample: (Int) -> UInt16) {
    let target = unsafe UnsafeMutableRawPointer(turned.start).assumingMemoryBound(to: UInt16.self)
    for column in 0..<header.size.width { unsafe target[column] = sample(column) }
  }

  /// Linear light as sRGB encodes it.
  ///
  /// Source: IEC 61966-2-1 § 5.
  private static func encoded(_ light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    let light = min(light, 1)
    let value = light <= 0.0031308 ? 12.92 * light : 1.055 * powf(light, 1 / 2.4) - 0.055
    return UInt16((value * 65535).rounded())
  }
}
