import CFFmpeg
package import MediaTypes

/// What a container says about one of its streams.
package struct StreamFacts: Sendable, Hashable {
  /// What a stream holds.
  package enum Kind: Sendable, Hashable {
    /// Moving pictures.
    case video
    /// A picture that is shown for the file, such as a cover.
    case attachedPicture
    /// Sound.
    case audio
    /// A file of its own.
    case attachment
    /// Subtitles, data and what else there is.
    case other
  }

  /// The number of the stream.
  package var index: Int
  /// What it holds.
  package var kind: Kind
  /// The library's short name of its codec, such as `hevc`.
  package var codec: String
  /// Whether a decoder for it is allowed and built in.
  package var isDecodable: Bool
  /// Whether the container calls it the one to play first.
  package var isDefault: Bool
  /// Whether it is made for those who see or hear badly, or is a thumbnail track.
  package var isAuxiliary: Bool
  /// Width and height of coded pictures, in pixels, where known.
  package var size: PixelSize?
  /// Width of a pixel by its height, where stated.
  package var pixelAspect: Ratio?
  /// How the picture must be turned, by the container's display matrix.
  package var orientation: Orientation?
  /// The name of the samples' form, where known, such as `yuv420p10le`.
  package var samples: SampleFormat?
  /// The code points, where stated; 2 is unspecified.
  package var codePoints: ColourFacts.CodePoints
  /// Whether pictures consist of two fields, as far as the container says.
  package var isInterlaced: Bool
  /// The Dolby Vision profile, where there is such a layer.
  package var dolbyVisionProfile: Int?
  /// Whether the base layer of Dolby Vision can be shown by itself; `true` without such a layer.
  package var isBaseLayerCompatible: Bool
  /// Whether the container says that pictures carry alpha beside the coded ones (WebM).
  package var hasAlphaMode: Bool
  /// The play time in seconds, where known.
  package var duration: Double?
  /// Frames a second, where known.
  package var frameRate: Double?
  /// The name of an attached file.
  package var fileName: String?
  /// What an attached picture shows, in the words of ID3v2, such as `Cover (front)`.
  package var pictureType: String?
  /// Whether samples are encrypted.
  package var isEncrypted: Bool
  /// The MIME type of an attached file.
  package var mime: String?
  /// Bytes of an attached file or picture.
  package var attachmentByteCount: Int
}

/// A ratio of two positive whole numbers.
package struct Ratio: Sendable, Hashable {
  /// What is divided.
  package var numerator: Int
  /// What divides it.
  package var denominator: Int

  /// A ratio of positive numbers, or `nil` where one is not.
  package init?(_ numerator: Int, _ denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }

  init?(_ rational: AVRational) {
    self.init(Int(rational.num), Int(rational.den))
  }

  /// The quotient.
  package var value: Double { Double(numerator) / Double(denominator) }
}

extension StreamFacts {
  init(_ stream: UnsafePointer<AVStream>, index: Int) {
    let stream = unsafe stream.pointee
    let parameters = unsafe stream.codecpar.pointee
    let disposition = unsafe stream.disposition
    self.index = index
    kind = unsafe StreamFacts.kind(of: parameters, disposition: disposition)
    codec = unsafe StreamFacts.codecName(of: parameters)
    isDecodable = unsafe DecoderNames.decoder(for: parameters.codec_id) != nil
    isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
    isAuxiliary =
      disposition
      & (AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_HEARING_IMPAIRED
        | AV_DISPOSITION_TIMED_THUMBNAILS | AV_DISPOSITION_STILL_IMAGE
        | AV_DISPOSITION_DEPENDENT) != 0
    let codedSize = unsafe PixelSize(
      width: Int(parameters.width), height: Int(parameters.height))
    size = codedSize.isValid ? codedSize : nil
    pixelAspect =
      unsafe Ratio(stream.sample_aspect_ratio) ?? Ratio(parameters.sample_aspect_ratio)
    samples = unsafe SampleFormat(AVPixelFormat(rawValue: parameters.format))
    codePoints = unsafe ColourFacts.CodePoints(
      primaries: Int(parameters.color_primaries.rawValue),
      transfer: Int(parameters.color_trc.rawValue),
      matrix: Int(parameters.color_space.rawValue),
      isFullRange: parameters.color_range == AVCOL_RANGE_JPEG)
    isInterlaced = unsafe ![AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE].contains(
      parameters.field_order)
    duration = unsafe StreamFacts.seconds(stream.duration, in: stream.time_base)
    frameRate = unsafe Ratio(stream.avg_frame_rate)?.value
    attachmentByteCount = unsafe StreamFacts.attachmentByteCount(of: stream, parameters)
    fileName = nil
    mime = nil
    pictureType = nil
    isEncrypted = false
    orientation = nil
    dolbyVisionProfile = nil
    isBaseLayerCompatible = true
    hasAlphaMode = false
    unsafe readSideData(of: stream)
    unsafe readTags(of: stream)
  }

  private static func kind(of parameters: AVCodecParameters, disposition: Int32) -> Kind {
    switch unsafe parameters.codec_type {
    case AVMEDIA_TYPE_VIDEO:
      disposition & AV_DISPOSITION_ATTACHED_PIC != 0 ? .attachedPicture : .video
    case AVMEDIA_TYPE_AUDIO: .audio
    case AVMEDIA_TYPE_ATTACHMENT: .attachment
    default: .other
    }
  }

  /// The library's name of the codec, or the four signs that the container has for it.
  private static func codecName(of parameters: AVCodecParameters) -> String {
    let tag = unsafe parameters.codec_tag
    guard unsafe parameters.codec_id == AV_CODEC_ID_NONE, tag != 0 else {
      return unsafe String(cString: avcodec_get_name(parameters.codec_id))
    }
    let signs = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    return String(decoding: signs.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
  }

  private static func seconds(_ duration: Int64, in base: AVRational) -> Double? {
    guard duration != CFFMPEG_NO_TIMESTAMP, duration > 0, let unit = Ratio(base) else { return nil }
    return Double(duration) * unit.value
  }

  private static func attachmentByteCount(
    of stream: AVStream, _ parameters: AVCodecParameters
  ) -> Int {
    unsafe parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT
      ? max(0, Int(parameters.extradata_size)) : max(0, Int(stream.attached_pic.size))
  }

  private mutating func readSideData(of stream: AVStream) {
    guard let all = unsafe stream.side_data else { return }
    for index in unsafe 0..<max(0, Int(stream.nb_side_data)) {
      let data = unsafe all[index]
      switch unsafe data.type {
      case AV_PKT_DATA_DISPLAYMATRIX:
        orientation = unsafe Orientation(displayMatrix: data.data, byteCount: data.size)
      case AV_PKT_DATA_ENCRYPTION_INIT_INFO: isEncrypted = true
      case AV_PKT_DATA_DOVI_CONF:
        guard unsafe data.size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size else { break }
        let record = unsafe UnsafeRawPointer(data.data).loadUnaligned(
          as: AVDOVIDecoderConfigurationRecord.self)
        dolbyVisionProfile = Int(record.dv_profile)
        isBaseLayerCompatible = record.dv_bl_signal_compatibility_id != 0
      default: break
      }
    }
  }

  private mutating func readTags(of stream: AVStream) {
    fileName = unsafe StreamFacts.tag("filename", in: stream.metadata)
    pictureType = unsafe StreamFacts.tag("comment", in: stream.metadata)
    mime = unsafe StreamFacts.tag("mimetype", in: stream.metadata)
    hasAlphaMode = unsafe StreamFacts.tag("alpha_mode", in: stream.metadata) == "1"
  }

  private static func tag(_ name: String, in tags: OpaquePointer?) -> String? {
    guard let entry = unsafe av_dict_get(tags, name, nil, 0), let value = unsafe entry.pointee.value
    else { return nil }
    return unsafe String(cString: value)
  }
}

extension Orientation {
  /// The orientation that a display matrix asks for, or `nil` where it asks for none of the eight.
  ///
  /// The matrix maps a stored point (x, y) to (a·x + c·y, b·x + d·y), y pointing down.
  /// A matrix that turns by an angle in between gives the nearest quarter; all zeros give `nil`.
  /// Source: ISO/IEC 14496-12 § 8.2.2, and `libavutil/display.h`.
  init?(displayMatrix data: UnsafePointer<UInt8>, byteCount: Int) {
    guard byteCount >= 9 * MemoryLayout<Int32>.size else { return nil }
    let raw = unsafe UnsafeRawPointer(data)
    let a = unsafe Double(raw.loadUnaligned(fromByteOffset: 0, as: Int32.self))
    let b = unsafe Double(raw.loadUnaligned(fromByteOffset: 4, as: Int32.self))
    let c = unsafe Double(raw.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    let d = unsafe Double(raw.loadUnaligned(fromByteOffset: 16, as: Int32.self))
    self.init(a: a, b: b, c: c, d: d)
  }

  /// The orientation nearest to the map (x, y) → (a·x + c·y, b·x + d·y), y pointing down.
  package init?(a: Double, b: Double, c: Double, d: Double) {
    let determinant = a * d - b * c
    guard determinant != 0 else { return nil }
    let isMirrored = determinant < 0
    // A mirror left to right comes first; without it, the x axis is where the matrix sends it.
    let (x, y) = isMirrored ? (-a, -b) : (a, b)
    let turns: Int
    if abs(x) >= abs(y) {
      turns = x >= 0 ? 0 : 2
    } else {
      turns = y >= 0 ? 1 : 3
    }
    self.init(clockwiseQuarterTurns: turns, mirrored: isMirrored)
  }
}
