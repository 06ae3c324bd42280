import MediaTypes

/// One component of a frame.
///
/// Source: ITU-T T.81 § B.2.2.
package struct JPEGComponent: Sendable, Hashable {
  /// The number by which scans name it.
  package let identifier: UInt8
  /// Samples across in a minimum coded unit, in blocks; 1 to 4.
  package let horizontalSampling: Int
  /// Samples down in a minimum coded unit, in blocks; 1 to 4.
  package let verticalSampling: Int
  /// Which of the four quantisation tables applies; 0 to 3.
  package let quantiser: Int
}

/// What the components of a JPEG file mean.
package enum JPEGColour: Sendable, Hashable {
  /// One component of lightness.
  case grey
  /// Luma and two colour differences, as JFIF defines them.
  case yCbCr
  /// Red, green and blue.
  case rgb
  /// Four inks; inverted, so that 255 is no ink, where an Adobe segment is there.
  case cmyk
  /// Inks of which three are luma and differences, always inverted.
  case ycck
}

/// What a start-of-frame segment says.
///
/// Source: ITU-T T.81 § B.2.2.
struct JPEGFrame: Hashable {
  let size: PixelSize
  let components: [JPEGComponent]
  let isProgressive: Bool

  /// Reads the payload of a start-of-frame segment.
  ///
  /// - Throws: `unsupported` for processes that are decoded elsewhere, `corrupt` for what no
  ///   process allows.
  init(marker: UInt8, payload: [UInt8]) throws(ThumbnailError) {
    switch marker {
    case JPEGMarker.startOfFrameBaseline, JPEGMarker.startOfFrameExtended: isProgressive = false
    case JPEGMarker.startOfFrameProgressive: isProgressive = true
    default:
      throw ThumbnailError(
        .unsupported,
        "the JPEG process SOF\(marker - 0xC0) (lossless, hierarchical or arithmetic-coded)")
    }
    guard payload.count >= 6, payload.count >= 6 + 3 * Int(payload[5]) else {
      throw ThumbnailError(.corrupt, "the frame header is too short")
    }
    guard payload[0] == 8 else {
      throw ThumbnailError(.unsupported, "JPEG with \(payload[0]) bits a sample")
    }
    let height = Int(payload[1]) << 8 | Int(payload[2])
    let width = Int(payload[3]) << 8 | Int(payload[4])
    guard width > 0 else { throw ThumbnailError(.corrupt, "the frame is 0 pixels wide") }
    guard height > 0 else {
      throw ThumbnailError(.unsupported, "the height is given after the picture (DNL)")
    }
    size = PixelSize(width: width, height: height)
    var components: [JPEGComponent] = []
    for index in 0..<Int(payload[5]) {
      let at = 6 + 3 * index
      let component = JPEGComponent(
        identifier: payload[at], horizontalSampling: Int(payload[at + 1] >> 4),
        verticalSampling: Int(payload[at + 1] & 15), quantiser: Int(payload[at + 2]))
      guard (1...4).contains(component.horizontalSampling),
        (1...4).contains(component.verticalSampling), component.quantiser < 4
      else { throw ThumbnailError(.corrupt, "component \(index) of the frame is malformed") }
      guard !components.contains(where: { $0.identifier == component.identifier }) else {
        throw ThumbnailError(.corrupt, "two components have the number \(component.identifier)")
      }
      components.append(component)
    }
    guard [1, 3, 4].contains(components.count) else {
      throw ThumbnailError(.unsupported, "JPEG with \(components.count) components")
    }
    self.components = components
  }

  /// What the components mean, by the rules that decoders in use have agreed on.
  ///
  /// Sources: JFIF 1.02 (ITU-T T.871 § 6.1); Adobe Technical Note 5116 § 18 (transform 0 is RGB or
  /// CMYK, 1 YCbCr, 2 YCCK).
  func colour(hasJFIF: Bool, adobeTransform: Int?) -> JPEGColour {
    switch components.count {
    case 1: return .grey
    case 4: return adobeTransform == nil || adobeTransform == 0 ? .cmyk : .ycck
    default: break
    }
    if hasJFIF { return .yCbCr }
    if let adobeTransform { return adobeTransform == 0 ? .rgb : .yCbCr }
    return components.map(\.identifier) == Array("RGB".utf8) ? .rgb : .yCbCr
  }
}
