import MediaTypes
import PreviewPlanning
import Testing

/// Who reads which samples of TIFF: nobody is given those that it takes for others.
@Suite("Plans by samples of TIFF")
struct TIFFSamplePlanTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let bits: Int
    var format: ImageFacts.SampleFormat?
    var colour: ImageFacts.ColourModel = .rgb
    var packing = "lzw"
    let decoders: Set<DecodeStep.Decoder>

    init(
      _ bits: Int, _ format: ImageFacts.SampleFormat? = nil,
      _ colour: ImageFacts.ColourModel = .rgb, _ packing: String = "lzw",
      by decoders: Set<DecodeStep.Decoder>
    ) {
      (self.bits, self.format, self.colour) = (bits, format, colour)
      (self.packing, self.decoders) = (packing, decoders)
    }

    var testDescription: String {
      "\(bits) bits \(format?.rawValue ?? "") \(colour.rawValue) \(packing)"
    }

    var facts: MediaFacts {
      var facts = MediaFacts(format: .tiff)
      facts.size = PixelSize(width: 600, height: 400)
      facts.byteCount = 1 << 20
      facts.image.channels = [.grey, .palette].contains(colour) ? 1 : colour == .cmyk ? 4 : 3
      facts.image.bitDepth = bits
      facts.image.sampleFormat = format
      facts.image.colourModel = colour
      facts.image.compression = packing
      return facts
    }
  }

  static let everybody: Set<DecodeStep.Decoder> = [.vips, .tiffRows, .ffmpegStill]
  static let libraries: Set<DecodeStep.Decoder> = [.vips, .ffmpegStill]

  static let cases: [Case] = [
    Case(8, by: everybody), Case(16, .unsigned, by: everybody), Case(1, nil, .grey, by: everybody),
    Case(4, nil, .palette, by: everybody), Case(8, nil, .cmyk, by: everybody),
    Case(8, nil, .rgb, "zstd", by: libraries), Case(8, nil, .lab, by: libraries),
    Case(16, .signed, .lab, "deflate", by: libraries),
    Case(8, nil, .yCbCr, "jpeg", by: libraries), Case(16, .signed, .grey, "sgilog", by: libraries),
    Case(4, by: [.tiffRows]), Case(12, nil, .grey, by: [.tiffRows]),
    Case(12, .unsigned, .rgb, "none", by: [.tiffRows]), Case(32, by: [.tiffRows]),
    Case(16, .float, by: [.tiffRows]), Case(32, .float, .grey, by: [.tiffRows]),
    Case(64, .float, .rgb, "deflate", by: [.tiffRows]),
    Case(8, nil, .yCbCr, "none", by: [.tiffRows]), Case(8, nil, .yCbCr, by: [.tiffRows]),
    Case(32, .float, .grey, "lerc", by: []), Case(32, .unsigned, .rgb, "zstd", by: []),
    Case(16, .signed, .grey, by: [.tiffRows]), Case(8, .signed, by: [.tiffRows]),
    Case(16, .signed, .grey, "zstd", by: []), Case(12, .signed, by: []),
    Case(64, .complex, .grey, by: []),
    Case(24, by: []), Case(24, .float, by: []), Case(12, nil, .palette, by: []),
    Case(16, nil, .yCbCr, by: []),
  ]

  @Test("Each kind goes to those that read it right, and to nobody else", arguments: cases)
  func decoders(_ item: Case) throws {
    let planner = Planner(capacity: 64 << 20)
    guard item.decoders.isEmpty else {
      let plan = try planner.plan(for: item.facts, options: ThumbnailOptions())
      #expect(Set(plan.steps.map(\.decoder)) == item.decoders)
      return
    }
    #expect { try planner.plan(for: item.facts, options: ThumbnailOptions()) } throws: { error in
      let error = error as? ThumbnailError
      return error?.code == .unsupported && error?.message.contains(" of \(item.bits) ") == true
    }
  }
}
