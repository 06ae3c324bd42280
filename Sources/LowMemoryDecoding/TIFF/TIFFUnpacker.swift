import ByteSources
import Inflation
import MediaTypes

/// Unpacks strips and tiles, in pieces of any length.
protocol TIFFUnpacker: AnyObject {
  /// Begins with a part.
  func open(_ part: Range<UInt64>) throws(ThumbnailError)
  /// Unpacks the next bytes of the part.
  ///
  /// - Parameters:
  ///   - target: Where they go; room for `count` bytes.
  ///   - count: How many.
  /// - Returns: How many there were; fewer than asked only where the part ends or is broken.
  /// - Throws: `cancelled`, and what the source throws.
  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int
}

extension TIFFHeader.Packing {
  /// Bytes that unpacking takes.
  var byteCount: Int {
    switch self {
    case .none, .runs: TIFFInput.blockByteCount
    case .lzw: TIFFInput.blockByteCount + TIFFLZWReader.byteCount
    case .deflate: TIFFInput.blockByteCount + DeflateStream.byteCount
    }
  }

  /// What unpacks parts of this kind.
  func unpacker(
    _ source: any ByteSource, isBitReversed: Bool
  ) throws(ThumbnailError) -> any TIFFUnpacker {
    let input = try TIFFInput(source, isBitReversed: isBitReversed)
    switch self {
    case .none: return TIFFPlainReader(input)
    case .runs: return TIFFRunReader(input)
    case .lzw: return try TIFFLZWReader(input)
    case .deflate: return TIFFInflater(input)
    }
  }
}

/// Bytes that are not packed.
final class TIFFPlainReader: TIFFUnpacker {
  private let input: TIFFInput

  init(_ input: TIFFInput) { self.input = input }

  func open(_ part: Range<UInt64>) { input.open(part) }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    var filled = 0
    while filled < count {
      let bytes = unsafe try input.bytes()
      guard unsafe !bytes.isEmpty, let start = bytes.baseAddress else { break }
      let length = min(bytes.count, count - filled)
      // SAFETY: `length` bytes are there, and there is room for them.
      unsafe (target + filled).update(
        from: start.assumingMemoryBound(to: UInt8.self), count: length)
      input.consume(length)
      filled += length
    }
    return filled
  }
}

/// Deflate with zlib's header, one stream a part.
final class TIFFInflater: TIFFUnpacker {
  private let input: TIFFInput
  private var stream = DeflateStream(wrapper: .zlib)
  private var isOpen = false

  init(_ input: TIFFInput) { self.input = input }

  func open(_ part: Range<UInt64>) {
    input.open(part)
    stream = DeflateStream(wrapper: .zlib)
    isOpen = true
  }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    var filled = 0
    while filled < count, isOpen {
      let bytes = unsafe try input.bytes()
      let isAtEnd = unsafe bytes.isEmpty
      // SAFETY: there is room for `count` bytes.
      let room = unsafe UnsafeMutableRawBufferPointer(
        start: target + filled, count: count - filled)
      let progress = unsafe stream.inflate(bytes, into: room)
      input.consume(progress.consumed)
      filled += progress.produced
      isOpen = progress.state == .open && !(isAtEnd && progress.produced == 0)
    }
    return filled
  }
}

/// Runs of bytes as a Macintosh packs them.
///
/// Source: TIFF 6.0 § 9 (PackBits), whose number −128 says nothing.
final class TIFFRunReader: TIFFUnpacker {
  private let input: TIFFInput
  /// Bytes that are still to be copied as they are.
  private var copied = 0
  /// How often a byte is still to be repeated.
  private var repeated = 0
  private var value: UInt8 = 0

  init(_ input: TIFFInput) { self.input = input }

  func open(_ part: Range<UInt64>) {
    input.open(part)
    (copied, repeated) = (0, 0)
  }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    var filled = 0
    // SAFETY: `filled` grows by no more than there is room for.
    while filled < count {
      if repeated > 0 {
        let length = min(repeated, count - filled)
        unsafe (target + filled).update(repeating: value, count: length)
        repeated -= length
        filled += length
        continue
      }
      let bytes = unsafe try input.bytes()
      guard unsafe !bytes.isEmpty, let start = bytes.baseAddress else { break }
      if copied > 0 {
        let length = min(copied, count - filled, bytes.count)
        unsafe (target + filled).update(
          from: start.assumingMemoryBound(to: UInt8.self), count: length)
        input.consume(length)
        copied -= length
        filled += length
        continue
      }
      let number = unsafe Int(Int8(bitPattern: bytes[0]))
      input.consume(1)
      if number >= 0 {
        copied = number + 1
      } else if number > -128 {
        let next = unsafe try input.bytes()
        guard unsafe !next.isEmpty else { break }
        unsafe value = next[0]
        input.consume(1)
        repeated = 1 - number
      }
    }
    return filled
  }
}
