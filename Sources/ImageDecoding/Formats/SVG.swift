internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// SVG by librsvg, drawn so that its longer side is what is wanted.
enum SVG: VipsFormat {
  static let formats: [MediaFormat] = [.svg, .svgz]
  static let loader = VipsLoader.svg

  static func drawingScale(of natural: PixelSize, plan: DecodePlan) -> Double? {
    Drawing.scale(of: natural, plan: plan)
  }
}

/// PDF by poppler: the first page, drawn so that its longer side is what is wanted.
enum PDF: VipsFormat {
  static let formats: [MediaFormat] = [.pdf]
  static let loader = VipsLoader.pdf

  static func drawingScale(of natural: PixelSize, plan: DecodePlan) -> Double? {
    Drawing.scale(of: natural, plan: plan)
  }
}

/// What documents without pixels of their own share.
enum Drawing {
  static func scale(of natural: PixelSize, plan: DecodePlan) -> Double? {
    guard natural.isValid else { return nil }
    return Double(plan.wantedSide) / Double(natural.longerSide)
  }
}
