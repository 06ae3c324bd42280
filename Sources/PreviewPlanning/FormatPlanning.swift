internal import MediaTypes

/// What a format knows of its costs; one conforming type a family, in a file of its name.
protocol FormatPlanning: SendableMetatype {
  /// The formats it speaks for.
  static var formats: [MediaFormat] { get }

  /// The ways to decode a file, best first, each with its cost; none where nothing decodes it.
  ///
  /// A way whose cost cannot be bounded is left out.
  static func steps(for request: PlanRequest) -> [DecodeStep]

  /// Why there is no way to decode a file, where the format knows.
  static func refusal(of request: PlanRequest) -> ThumbnailError?
}

extension FormatPlanning {
  static func refusal(of request: PlanRequest) -> ThumbnailError? { nil }
}

/// What is to be planned.
struct PlanRequest {
  /// What the sniffer found.
  let facts: MediaFacts
  /// What thumbnails are wanted.
  let options: ThumbnailOptions
  /// The longest side that decoding must give, in pixels.
  let wantedSide: Int

  var format: MediaFormat { facts.format }
  var size: PixelSize? { facts.size }

  /// The size of the file, in bytes, for decoders that are fed the whole of it.
  var byteCount: UInt64 { facts.byteCount ?? 0 }

  /// By how much the picture is larger than what is wanted; at least 1.
  var reduction: Double {
    guard let size, size.isValid, wantedSide > 0 else { return 1 }
    return max(1, Double(size.longerSide) / Double(wantedSide))
  }

  /// The size after decoding, where the picture's is known.
  var target: PixelSize {
    size?.fitted(withinSide: wantedSide) ?? PixelSize(width: wantedSide, height: wantedSide)
  }
}

/// Every family's costs, in no order: formats do not overlap.
enum FormatPlans {
  static let all: [any FormatPlanning.Type] = [
    JPEG.self, PNG.self, BMP.self, GIF.self, WebP.self, TIFF.self, HEIF.self, Vector.self,
    JPEGXL.self, JPEG2000.self, Netpbm.self, Radiance.self, WholePacket.self, PSD.self, Raw.self,
    Video.self,
    Audio.self,
  ]

  private static let byFormat: [MediaFormat: any FormatPlanning.Type] = Dictionary(
    all.flatMap { family in family.formats.map { ($0, family) } }, uniquingKeysWith: { a, _ in a })

  static func family(of format: MediaFormat) -> (any FormatPlanning.Type)? { byFormat[format] }
}
