import MediaTypes

/// General Exchange Format.
///
/// Source: SMPTE ST 360 § 6.1: the leader of a map packet.
enum GXF: SignatureProbe {
  static let signatures = [Signature(.gxf, [0, 0, 0, 0, 1, 0xBC])]
}
