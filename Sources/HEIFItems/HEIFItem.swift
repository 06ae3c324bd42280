package import MediaTypes

/// One item of a HEIF file: a coded picture, a derived picture, or data about one.
package struct HEIFItem: Hashable, Sendable {
  /// The number by which others refer to it.
  package var id: UInt32
  /// What it is, such as `hvc1` or `grid`.
  package var type: FourCC
  /// What is said about it, in the order of association.
  package var properties: [ItemProperty]
  /// Where its bytes are; `nil` where that is not said, or not in this file.
  package var location: ItemLocation?

  /// Width and height before any transform, in pixels, where said.
  package var size: PixelSize? {
    properties.firstResult { if case .size(let size) = $0 { size } else { nil } }
  }

  /// The largest number of bits of a channel, where said.
  package var bitDepth: Int? {
    properties.firstResult {
      if case .bitDepths(let depths) = $0 { depths.max().map(Int.init) } else { nil }
    }
  }

  /// What `nclx` says about colour.
  package var codePoints: ColourFacts.CodePoints? {
    properties.firstResult { if case .codePoints(let points) = $0 { points } else { nil } }
  }

  /// The bytes of an ICC profile.
  package var profile: [UInt8]? {
    properties.firstResult { if case .profile(let bytes) = $0 { bytes } else { nil } }
  }

  /// What the decoder must know before the first byte.
  package var decoderConfiguration: [UInt8]? {
    properties.firstResult {
      if case .decoderConfiguration(_, let bytes) = $0 { bytes } else { nil }
    }
  }

  /// What is done to the decoded picture, in this order.
  package var transforms: [ItemTransform] {
    properties.compactMap { if case .transform(let transform) = $0 { transform } else { nil } }
  }

  /// Whether it is an auxiliary picture that holds opacity.
  ///
  /// Source: ISO/IEC 23008-12:2022 § 6.6.2.1.2 (HEVC's own URN), ISO/IEC 23091-2 (any codec's).
  var isAlpha: Bool {
    properties.contains {
      if case .auxiliaryType(let name) = $0 { Self.alphaNames.contains(name) } else { false }
    }
  }

  private static let alphaNames: Set<String> = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    "urn:mpeg:avc:2015:auxid:1",
  ]
}

extension Sequence {
  /// The first result of a closure that is not `nil`.
  func firstResult<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self {
      if let result = transform(element) { return result }
    }
    return nil
  }
}
