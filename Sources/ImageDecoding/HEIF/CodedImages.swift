internal import ByteSources
internal import FFmpeg
internal import HEIFItems
internal import MediaTypes

/// Decodes the coded images of a file one after the other.
///
/// Holds one image's bytes and one frame; one decoder serves images of the same configuration.
struct CodedImages: ~Copyable {
  /// What a decoder was made for.
  private struct Setup: Equatable {
    var codec: PacketDecoder.Codec
    var configuration: [UInt8]
    var frameByteLimit: UInt64
  }

  private let source: any ByteSource
  /// Bytes that the samples of one frame may take, whatever the file says.
  private let byteLimit: UInt64
  private let skipsLoopFilter: Bool
  /// By how much images are reduced while they are decoded; 1 is not at all.
  private let bandReduction: Int
  private var decoder: PacketDecoder?
  private var setup: Setup?
  /// What may still be decoded, in bytes; a file that names one image again and again would
  /// otherwise keep the decoder busy for as long as it likes.
  private var bytesLeft: UInt64

  /// Whether bytes were missing at the end of the file.
  private(set) var isTruncated = false
  /// Whether an image could not be decoded, or not wholly.
  private(set) var isDamaged = false
  /// Why an image could not be decoded, where it is more than damage: `unsupported`, `overBudget`,
  /// or `corrupt` for one that is far larger than the file says.
  private(set) var failure: ThumbnailError?

  init(
    of source: any ByteSource, byteLimit: UInt64, skipsLoopFilter: Bool, bandReduction: Int
  ) {
    self.bandReduction = bandReduction
    self.source = source
    self.byteLimit = byteLimit
    self.skipsLoopFilter = skipsLoopFilter
    let (bytes, overflows) = source.byteCount.multipliedReportingOverflow(by: Self.repetitions)
    bytesLeft = overflows ? .max : bytes.addingSaturated(Self.bytesBeyond)
  }

  /// Every byte of a file may be decoded so often, and so many beyond.
  private static let (repetitions, bytesBeyond): (UInt64, UInt64) = (16, 16 << 20)
  /// What an image costs beside its bytes, in bytes that could be decoded meanwhile.
  private static let imageCost: UInt64 = 1024

  /// Decodes an image.
  ///
  /// - Returns: The image, or `nil` where nothing of it can be shown; `failure` may say why.
  /// - Throws: `cancelled`, `unreadable`.
  mutating func frame(of image: CodedImage) throws(ThumbnailError) -> Frame? {
    guard !Task.isCancelled else {
      throw ThumbnailError(.cancelled, "the task was cancelled while it decoded")
    }
    if image.location.isTruncated { isTruncated = true }
    let cost = image.location.byteCount.addingSaturated(Self.imageCost)
    guard cost <= bytesLeft else {
      isDamaged = true
      return nil
    }
    bytesLeft -= cost
    do throws(FFmpegError) {
      try prepare(for: image)
      let packet = try packet(of: image)
      guard let frame = try decoder?.frame(of: packet) else {
        isDamaged = true
        return nil
      }
      if frame.isDamaged { isDamaged = true }
      return frame
    } catch {
      isDamaged = true
      switch error {
      case .source, .stopped: throw error.thumbnailError
      case .refused: break
      // Some decoders only say that a frame could not be had.
      case .frameTooLarge where isBoundByStatement, .outOfMemory where isBoundByStatement:
        failure = ThumbnailError(
          .corrupt, "a coded picture is larger than the \(stated(image)) pixels that are stated")
      default: failure = error.thumbnailError
      }
      return nil
    }
  }

  /// Whether the bound of a frame comes from its stated size, not from what may be held.
  private var isBoundByStatement: Bool { (setup?.frameByteLimit ?? byteLimit) < byteLimit }

  private func stated(_ image: CodedImage) -> String { image.size?.description ?? "unknown" }

  private mutating func prepare(for image: CodedImage) throws(FFmpegError) {
    guard let codec = PacketDecoder.Codec(image.codec) else {
      throw .noDecoder(image.codec.description)
    }
    let wanted = Setup(
      codec: codec, configuration: image.configuration ?? [],
      frameByteLimit: min(byteLimit, image.size.map(Self.largestFrame(of:)) ?? .max))
    guard setup != wanted else { return }
    var options = Decoder.Options(frameByteLimit: wanted.frameByteLimit)
    options.skipsLoopFilter = skipsLoopFilter
    options.bandReduction = bandReduction
    // Where few rows are held, what the codec's tables take is bounded by the pixels.
    if bandReduction > 1, let area = image.size.flatMap({ Self.padded($0).area }) {
      options.pixelLimit = UInt64(area)
    }
    // The old decoder's memory goes before the new one's comes.
    decoder = nil
    setup = nil
    decoder = try PacketDecoder(codec, configuration: wanted.configuration, options: options)
    setup = wanted
  }

  /// Bytes of a frame of a stated size: three channels of 16 bits, with what block sizes of up to
  /// 64 pixels add.
  private static func largestFrame(of size: PixelSize) -> UInt64 {
    let (bytes, overflows) = UInt64(padded(size).area ?? Int.max)
      .multipliedReportingOverflow(by: 6)
    return overflows ? .max : bytes
  }

  private static func padded(_ size: PixelSize) -> PixelSize {
    PixelSize(width: size.width.addingSaturated(64), height: size.height.addingSaturated(64))
  }

  /// Reads the image's bytes; no codec needs more of them than of the samples.
  private func packet(of image: CodedImage) throws(FFmpegError) -> Packet {
    let limit = (setup?.frameByteLimit ?? 0).addingSaturated(1 << 16)
    guard image.location.byteCount <= limit else {
      throw .frameTooLarge(neededBytes: image.location.byteCount, grantedBytes: limit)
    }
    return unsafe try Packet.filled(
      byteCount: Int(image.location.byteCount)
    ) { buffer throws(FFmpegError) in
      var filled = 0
      for stretch in image.location.stretches {
        let end = filled + stretch.count
        do throws(ThumbnailError) {
          filled += unsafe try source.read(
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<end]),
            at: stretch.lowerBound)
        } catch {
          throw .source(error)
        }
        guard filled == end else { break }
      }
      if image.location.isTruncated {
        unsafe LengthPrefixes(of: image).shortenLast(
          in: UnsafeMutableRawBufferPointer(rebasing: buffer[..<filled]))
      }
      return filled
    }
  }
}

extension PacketDecoder.Codec {
  /// The codec of an item type or sample entry.
  init?(_ type: FourCC) {
    switch type {
    case FourCC("hvc1"), FourCC("hev1"), FourCC("hvt1"): self = .hevc
    case FourCC("av01"): self = .av1
    case FourCC("avc1"): self = .h264
    case FourCC("jpeg"): self = .jpeg
    default: return nil
    }
  }
}

extension FixedWidthInteger {
  func addingSaturated(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
