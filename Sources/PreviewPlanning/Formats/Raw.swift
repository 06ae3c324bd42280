internal import MediaTypes

/// Camera raw: the largest adequate preview that the camera put into the file.
enum Raw: FormatPlanning {
  static let formats: [MediaFormat] = [
    .dng, .cr2, .cr3, .crw, .nef, .nrw, .arw, .sr2, .raf, .orf, .rw2, .pef, .srw, .x3f, .threeFR,
    .iiq, .dcr, .kdc, .mrw,
  ]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    EmbeddedPlanning.allSteps(for: request, source: .embedded)
  }
}
