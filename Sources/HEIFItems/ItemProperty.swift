package import MediaTypes

/// What an item property box says about an item, as far as it matters for showing it.
package enum ItemProperty: Hashable, Sendable {
  /// `ispe`: width and height of the decoded picture, in pixels.
  case size(PixelSize)
  /// `pixi`: bits of each channel.
  case bitDepths([UInt8])
  /// `colr` of type `nclx`.
  case codePoints(ColourFacts.CodePoints)
  /// `colr` of type `prof` or `rICC`: the bytes of an ICC profile.
  case profile([UInt8])
  /// `pasp`: width and height of a pixel, in units of each other.
  case pixelAspect(width: UInt32, height: UInt32)
  /// `clap`, `irot` or `imir`.
  case transform(ItemTransform)
  /// `hvcC`, `av1C` and their kin: what the decoder must know before the first byte.
  case decoderConfiguration(type: FourCC, bytes: [UInt8])
  /// `auxC`: what an auxiliary picture is for, as a URN.
  case auxiliaryType(String)
  /// Anything else, or what cannot be understood.
  case other(FourCC)
}

/// A change to a decoded picture; an item's changes are made in the order of their association.
package enum ItemTransform: Hashable, Sendable {
  /// `clap`: only a part is shown.
  case crop(CleanAperture)
  /// `irot`: turned by multiples of 90° counter-clockwise.
  case turn(counterClockwiseQuarters: Int)
  /// `imir` with axis 0: top and bottom exchanged.
  case mirrorTopToBottom
  /// `imir` with axis 1: left and right exchanged.
  case mirrorLeftToRight
}

/// The part of a picture that is shown, in fractions of pixels around its middle.
///
/// Source: ISO/IEC 14496-12:2022 § 12.1.4.
package struct CleanAperture: Hashable, Sendable {
  /// Width of the part, in pixels.
  package var width: Double
  /// Height of the part, in pixels.
  package var height: Double
  /// How far the part's middle lies right of the picture's middle, in pixels.
  package var offsetX: Double
  /// How far the part's middle lies below the picture's middle, in pixels.
  package var offsetY: Double

  /// Creates a clean aperture.
  package init(width: Double, height: Double, offsetX: Double, offsetY: Double) {
    self.width = width
    self.height = height
    self.offsetX = offsetX
    self.offsetY = offsetY
  }
}

extension ItemProperty {
  /// The codecs' configuration boxes, which all hold plain bytes.
  private static let configurations: Set<FourCC> = [.hvcC, .av1C, .avcC, .jpgC]

  /// Reads the payload of a property box; what breaks its own rules is `other`.
  init(_ type: FourCC, payload: ByteCursor) {
    var payload = payload
    do throws(ThumbnailError) {
      self = try Self.read(type, &payload) ?? .other(type)
    } catch {
      self = .other(type)
    }
  }

  private static func read(
    _ type: FourCC, _ payload: inout ByteCursor
  ) throws(ThumbnailError) -> ItemProperty? {
    switch type {
    case .ispe: try size(&payload)
    case .pixi: try bitDepths(&payload)
    case .colr: try colour(&payload)
    case .pasp:
      .pixelAspect(width: try payload.uint32(), height: try payload.uint32())
    case .clap: try cleanAperture(&payload).map { .transform(.crop($0)) }
    case .irot: .transform(.turn(counterClockwiseQuarters: Int(try payload.uint8() & 3)))
    case .imir:
      .transform(try payload.uint8() & 1 == 0 ? .mirrorTopToBottom : .mirrorLeftToRight)
    case .auxC: try auxiliaryType(&payload)
    case _ where configurations.contains(type):
      .decoderConfiguration(type: type, bytes: payload.rest)
    default: nil
    }
  }

  /// Source: ISO/IEC 23008-12:2022 § 6.5.3.
  private static func size(_ payload: inout ByteCursor) throws(ThumbnailError) -> ItemProperty? {
    _ = try payload.fullBoxHeader()
    let size = PixelSize(width: Int(try payload.uint32()), height: Int(try payload.uint32()))
    return size.isValid ? .size(size) : nil
  }

  /// Source: ISO/IEC 23008-12:2022 § 6.5.6.
  private static func bitDepths(
    _ payload: inout ByteCursor
  ) throws(ThumbnailError) -> ItemProperty? {
    _ = try payload.fullBoxHeader()
    let channelCount = Int(try payload.uint8())
    return .bitDepths(try payload.take(channelCount))
  }

  /// Source: ISO/IEC 14496-12:2022 § 12.1.5.
  private static func colour(_ payload: inout ByteCursor) throws(ThumbnailError) -> ItemProperty? {
    switch try payload.fourCC() {
    case .nclx:
      .codePoints(
        ColourFacts.CodePoints(
          primaries: Int(try payload.uint16()), transfer: Int(try payload.uint16()),
          matrix: Int(try payload.uint16()), isFullRange: try payload.uint8() & 0x80 != 0))
    case .prof, .rICC: .profile(payload.rest)
    default: nil
    }
  }

  /// Source: ISO/IEC 14496-12:2022 § 12.1.4; the offsets are signed.
  private static func cleanAperture(
    _ payload: inout ByteCursor
  ) throws(ThumbnailError) -> CleanAperture? {
    let width = try fraction(&payload)
    let height = try fraction(&payload)
    let offsetX = try fraction(&payload)
    let offsetY = try fraction(&payload)
    guard let width, let height, let offsetX, let offsetY, width > 0, height > 0 else { return nil }
    return CleanAperture(width: width, height: height, offsetX: offsetX, offsetY: offsetY)
  }

  private static func fraction(_ payload: inout ByteCursor) throws(ThumbnailError) -> Double? {
    let numerator = Int32(bitPattern: try payload.uint32())
    let denominator = Int32(bitPattern: try payload.uint32())
    return denominator > 0 ? Double(numerator) / Double(denominator) : nil
  }

  /// Source: ISO/IEC 23008-12:2022 § 6.5.8.
  private static func auxiliaryType(
    _ payload: inout ByteCursor
  ) throws(ThumbnailError) -> ItemProperty? {
    _ = try payload.fullBoxHeader()
    return .auxiliaryType(payload.text())
  }
}
