package import MediaTypes

/// What decoding one frame of a video takes, for the planner before and the decoder while it works.
///
/// The sum of what the codec holds whatever the size, a frame of samples, the codec's tables, the
/// coded packet and its unescaped copy, and the container's index. All but the size were measured
/// as growth of the peak of anonymous memory, over pictures of 640×360 to 7680×4320.
package struct VideoCost: Sendable, Hashable {
  /// Bytes that do not depend on the size.
  package var fixedBytes: UInt64
  /// Hundredths of a byte a pixel for the samples of a frame of unknown form.
  package var frameCentibytes: UInt64
  /// Hundredths of a byte a pixel for the codec's tables.
  private var tableCentibytes: UInt64
  /// Hundredths of a byte a pixel for a coded key picture, and its copy.
  package var packetCentibytes: UInt64

  private var codec = ""

  init(fixed: UInt64, frame: UInt64, tables: UInt64, packet: UInt64) {
    fixedBytes = fixed << 10
    frameCentibytes = frame
    tableCentibytes = tables
    packetCentibytes = packet
  }

  /// The cost of a codec.
  ///
  /// - Parameters:
  ///   - codec: Its short name, such as `hevc`; `nil` or unknown is charged as the common ones.
  ///   - bitDepth: Bits a channel, where known.
  ///   - chromaSubsampling: Luma samples a chroma sample, across and down, where known.
  package init(codec: String?, bitDepth: Int?, chromaSubsampling: PixelSize? = nil) {
    let isDeep = (bitDepth ?? 8) > 8
    // Where it is not known, deep pictures are charged as 4:2:2, which cameras make; others as
    // 4:2:0.
    let known = VideoCost.frameCentibytes(chromaSubsampling, isDeep: isDeep)
    let frame: UInt64 = known ?? (isDeep ? 400 : 150)
    switch codec ?? "" {
    case "h264": self.init(fixed: 2600, frame: frame, tables: 120, packet: 40)
    case "hevc": self.init(fixed: 2000, frame: frame, tables: 150, packet: 30)
    case "av1", "vp8", "vp9":
      self.init(fixed: 1600, frame: known ?? (isDeep ? 300 : 150), tables: 35, packet: 15)
    case "mpeg1video", "mpeg2video":
      self.init(fixed: 1800, frame: 200, tables: 60, packet: 20)
    case "mjpeg": self.init(fixed: 1200, frame: 200, tables: 15, packet: 40)
    case "prores":
      // Above 10 bits there are all chroma samples, and alpha.
      self.init(fixed: 1600, frame: (bitDepth ?? 12) > 10 ? 800 : 400, tables: 40, packet: 80)
    case "dnxhd", "avdn", "avdh": self.init(fixed: 1600, frame: 400, tables: 30, packet: 100)
    case "theora", "vp3", "vp4": self.init(fixed: 2000, frame: 150, tables: 400, packet: 20)
    case "cfhd": self.init(fixed: 3200, frame: 400, tables: 960, packet: 80)
    case "jpeg2000": self.init(fixed: 2000, frame: 300, tables: 800, packet: 80)
    case "png", "apng", "qtrle", "rle", "rawvideo", "raw", "gif", "flic":
      self.init(fixed: 1200, frame: 400, tables: 30, packet: 60)
    case "ffv1", "huffyuv", "ffvhuff", "utvideo", "magicyuv", "lagarith":
      self.init(fixed: 1600, frame: 400, tables: 30, packet: 200)
    case "dvvideo", "dvc", "dvcp", "dvsd":
      self.init(fixed: 1600, frame: 200, tables: 20, packet: 40)
    default:
      // The family of MPEG-4, of which most other codecs are descendants.
      self.init(fixed: 3800, frame: isDeep ? 400 : 150, tables: 175, packet: 20)
    }
    self.codec = codec ?? ""
  }

  /// Hundredths of a byte a pixel for three planes, of which two have fewer samples.
  private static func frameCentibytes(_ subsampling: PixelSize?, isDeep: Bool) -> UInt64? {
    guard let subsampling, let area = subsampling.area, area > 0 else { return nil }
    return (100 + 200 / UInt64(area)) * (isDeep ? 2 : 1)
  }

  /// The peak of a decode, in bytes; `nil` where it does not fit in 64 bits.
  ///
  /// - Parameters:
  ///   - size: Width and height as coded, in pixels; `nil` is charged as 1920×1088.
  ///   - duration: Play time in seconds, which the container's index grows with.
  ///   - frameRate: Frames a second.
  ///   - bandReduction: By how much the frame is reduced while it decodes.
  ///   - fileByteCount: Length of the file, which a coded picture does not exceed.
  /// - Returns: A bound in bytes.
  package func peakBytes(
    size: PixelSize?, duration: Double?, frameRate: Double?, bandReduction: Int = 1,
    fileByteCount: UInt64? = nil
  ) -> UInt64? {
    let size = size ?? PixelSize(width: 1920, height: 1088)
    guard let area = size.area,
      let frame = VideoCost.bytes(area, frameCentibytes),
      let tables = VideoCost.bytes(area, tableCentibytes(bandReduction: bandReduction)),
      let packet = VideoCost.bytes(area, packetCentibytes)
    else { return nil }
    var sum = ByteSum(fixedBytes)
    sum.add(VideoCost.indexBytes(duration: duration, frameRate: frameRate))
    sum.add(tables)
    // As stored, and with its escapes taken out.
    sum.add(min(packet, fileByteCount.map { $0.multipliedClamped(by: 2) } ?? .max))
    if bandReduction > 1 {
      let rows = UInt64(min(size.height, bandRowCount))
      sum.add(frame / UInt64(max(1, size.height)), rows)
      sum.add(frame / UInt64(bandReduction * bandReduction))
    } else {
      sum.add(frame)
    }
    return sum.total
  }

  /// Hundredths of a byte a pixel for the codec's tables: less where the picture is large, as it is
  /// where frames are reduced while they decode.
  package func tableCentibytes(bandReduction: Int) -> UInt64 {
    bandReduction > 1 ? tableCentibytes * 4 / 5 : tableCentibytes
  }

  /// Rows of a frame that are in memory where it is reduced while it decodes; see `BandedFrame`.
  var bandRowCount: Int { codec == "h264" ? 128 : 320 }

  private static func bytes(_ area: Int, _ centibytes: UInt64) -> UInt64? {
    let (product, overflows) = UInt64(area).multipliedReportingOverflow(by: centibytes)
    return overflows ? nil : product / 100
  }

  /// Codecs of which it can be known which rows are done, so that a frame can be reduced meanwhile.
  package static let bandedCodecs: Set<String> = ["h264", "hevc"]

  /// By how much a frame may be reduced while it decodes; 1 where that leaves nothing.
  ///
  /// A power of two, as most sizes are multiples of; at least twice what is wanted is left to the
  /// scaler.
  static func bandReduction(of size: PixelSize?, wantedSide: Int) -> Int {
    guard let size, size.isValid else { return 1 }
    let most = size.longerSide / (2 * max(1, wantedSide))
    return [8, 4, 2].first { $0 <= most } ?? 1
  }

  /// What a container's index takes: 40 bytes a sample of pictures, and of some 50 of sound a
  /// second.
  static func indexBytes(duration: Double?, frameRate: Double?) -> UInt64 {
    guard let duration, duration > 0 else { return 0 }
    let rate = min(max(frameRate ?? 30, 1), 1000)
    return UInt64(min(duration * (rate + 50) * 40, 1e15))
  }
}

extension UInt64 {
  fileprivate func multipliedClamped(by factor: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: factor)
    return overflows ? .max : product
  }
}
