package import ByteSources
import CFFmpeg
package import MediaTypes

/// Decodes still pictures of the formats that FFmpeg knows: the whole file is one packet.
///
/// Holds the file and one full frame. Used on one thread.
package enum StillDecoder {
  /// The most bytes of a file that are taken into memory.
  package static let fileByteLimit: UInt64 = 256 << 20

  /// Whether a format can be decoded here.
  package static func decodes(_ format: MediaFormat) -> Bool {
    codecs[format.name] != nil || containers.contains(format.name) || format == .pnm
  }

  /// Decodes the first picture of a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - format: What the sniffer says it is.
  ///   - frameByteLimit: Bytes that the frame's samples may take.
  ///   - shouldStop: Asked before every read.
  /// - Returns: The picture as stored; `isDamaged` and `size` are its own.
  /// - Throws: `noDecoder` where nothing here decodes the format, `frameTooLarge`, `outOfMemory`,
  ///   `source`, `stopped`, `refused` where the content is damaged beyond showing.
  package static func frame(
    from source: any ByteSource, format: MediaFormat, frameByteLimit: UInt64,
    shouldStop: @escaping StopCheck = { false }
  ) throws(FFmpegError) -> Frame {
    let options = Decoder.Options(frameByteLimit: frameByteLimit)
    if containers.contains(format.name) {
      return try containedFrame(
        from: source, format: format, options: options, shouldStop: shouldStop)
    }
    guard source.byteCount <= fileByteLimit else {
      throw .frameTooLarge(neededBytes: source.byteCount, grantedBytes: fileByteLimit)
    }
    guard !shouldStop() else { throw .stopped }
    let packet = try Packet.reading(Int(source.byteCount), of: source)
    return try frame(of: packet, format: format, options: options)
  }

  /// Decodes a picture that is one packet.
  ///
  /// - Parameters:
  ///   - packet: The file's bytes.
  ///   - format: What they are.
  ///   - options: How to decode.
  /// - Returns: The picture as stored.
  /// - Throws: As `frame(from:format:frameByteLimit:shouldStop:)`.
  package static func frame(
    of packet: borrowing Packet, format: MediaFormat, options: Decoder.Options
  ) throws(FFmpegError) -> Frame {
    guard let codec = codec(of: format, packet: packet) else { throw .noDecoder(format.name) }
    var decoder = unsafe try Decoder(codec: codec, options: options) { _ in }
    guard let frame = try decoder.frame(of: packet) else {
      throw .refused(number: CFFMPEG_ERROR_INVALID_DATA, call: "avcodec_receive_frame")
    }
    return frame
  }

  private static func containedFrame(
    from source: any ByteSource, format: MediaFormat, options: Decoder.Options,
    shouldStop: @escaping StopCheck
  ) throws(FFmpegError) -> Frame {
    let input = try ByteInput(source, shouldStop: shouldStop)
    var demuxer = try Demuxer(input, format: format)
    var packet = try Packet()
    guard try demuxer.read(into: &packet) == .packet else {
      throw .refused(number: CFFMPEG_ERROR_INVALID_DATA, call: "av_read_frame")
    }
    var decoder = try Decoder(for: packet.streamIndex, of: demuxer, options: options)
    guard let frame = try decoder.frame(of: packet) else {
      throw .refused(number: CFFMPEG_ERROR_INVALID_DATA, call: "avcodec_receive_frame")
    }
    return frame
  }

  /// Formats whose file is a little container for the library.
  private static let containers: Set<String> = ["msp", "fits"]

  private static let codecs: [String: AVCodecID] = [
    "bmp": AV_CODEC_ID_BMP, "png": AV_CODEC_ID_PNG, "apng": AV_CODEC_ID_PNG,
    "gif": AV_CODEC_ID_GIF, "tiff": AV_CODEC_ID_TIFF, "tga": AV_CODEC_ID_TARGA,
    "pcx": AV_CODEC_ID_PCX, "psd": AV_CODEC_ID_PSD, "qoi": AV_CODEC_ID_QOI,
    "sgi": AV_CODEC_ID_SGI, "sun-raster": AV_CODEC_ID_SUNRAST, "xbm": AV_CODEC_ID_XBM,
    "xpm": AV_CODEC_ID_XPM, "dpx": AV_CODEC_ID_DPX, "dds": AV_CODEC_ID_DDS,
    "jls": AV_CODEC_ID_JPEGLS, "webp": AV_CODEC_ID_WEBP, "jp2": AV_CODEC_ID_JPEG2000,
    "j2k": AV_CODEC_ID_JPEG2000, "exr": AV_CODEC_ID_EXR, "jpeg": AV_CODEC_ID_MJPEG,
    "xwd": AV_CODEC_ID_XWD, "pictor": AV_CODEC_ID_PICTOR, "photocd": AV_CODEC_ID_PHOTOCD,
    "alias-pix": AV_CODEC_ID_ALIAS_PIX, "brender-pix": AV_CODEC_ID_BRENDER_PIX,
  ]

  private static func codec(of format: MediaFormat, packet: borrowing Packet) -> AVCodecID? {
    if let codec = codecs[format.name] { return codec }
    guard format == .pnm else { return nil }
    let magic = unsafe packet.withBytes { bytes in
      unsafe bytes.count >= 2 && bytes[0] == UInt8(ascii: "P") ? bytes[1] : 0
    }
    return netpbm[magic]
  }

  /// The second sign of a Netpbm file, and what it says.
  private static let netpbm: [UInt8: AVCodecID] = [
    UInt8(ascii: "1"): AV_CODEC_ID_PBM, UInt8(ascii: "4"): AV_CODEC_ID_PBM,
    UInt8(ascii: "2"): AV_CODEC_ID_PGM, UInt8(ascii: "5"): AV_CODEC_ID_PGM,
    UInt8(ascii: "3"): AV_CODEC_ID_PPM, UInt8(ascii: "6"): AV_CODEC_ID_PPM,
    UInt8(ascii: "7"): AV_CODEC_ID_PAM, UInt8(ascii: "f"): AV_CODEC_ID_PFM,
    UInt8(ascii: "F"): AV_CODEC_ID_PFM, UInt8(ascii: "h"): AV_CODEC_ID_PHM,
    UInt8(ascii: "H"): AV_CODEC_ID_PHM,
  ]
}
