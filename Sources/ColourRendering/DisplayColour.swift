package import MediaTypes

/// What red, green and blue mean where they are not sRGB's.
package struct DisplayColour: Hashable, Sendable {
  /// Primaries that differ visibly from those of sRGB.
  package enum Primaries: Hashable, Sendable {
    /// Those of BT.709, and the older ones that are near to them.
    case sRGB
    /// BT.2020.
    case bt2020
    /// P3 with D65, or with the theatre's white, which is shown as D65.
    case p3
  }

  /// Transfer functions that a display does not undo as it does sRGB's.
  package enum Transfer: Hashable, Sendable {
    /// sRGB's, or a camera's that is shown as if it were.
    case sRGB
    /// None.
    case linear
    /// Perceptual quantiser, SMPTE ST 2084.
    case pq
    /// Hybrid log-gamma, ARIB STD-B67.
    case hlg
  }

  /// The primaries.
  package let primaries: Primaries
  /// The transfer function.
  package let transfer: Transfer

  /// Whether samples are to be shown as they are.
  package var isDisplayReady: Bool { primaries == .sRGB && transfer == .sRGB }

  /// Names primaries and a transfer function.
  package init(primaries: Primaries, transfer: Transfer) {
    self.primaries = primaries
    self.transfer = transfer
  }

  /// Whether code points name colours that are known here, and not only near to such.
  package static func knows(_ points: ColourFacts.CodePoints) -> Bool {
    [1, 9, 11, 12].contains(points.primaries)
      && [1, 6, 8, 13, 14, 15, 16, 18].contains(points.transfer)
  }

  /// Reads code points.
  ///
  /// Source: ITU-T H.273 § 8.1 and § 8.2.
  package init(_ points: ColourFacts.CodePoints) {
    primaries =
      switch points.primaries {
      case 9: .bt2020
      case 11, 12: .p3
      default: .sRGB
      }
    transfer =
      switch points.transfer {
      case 8: .linear
      case 16: .pq
      case 18: .hlg
      default: .sRGB
      }
  }
}
