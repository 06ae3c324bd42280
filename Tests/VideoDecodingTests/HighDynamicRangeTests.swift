// The curves are internal to their room, and judged here one by one.
@testable import ColourRendering
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import VideoDecoding

@Suite("High dynamic range and wide gamut", .timeLimit(.minutes(2)))
struct HighDynamicRangeTests {
  @Test(
    "The perceptual quantiser has the values of the standard's table",
    arguments: [
      (0.0, 0.0), (1.0, 0.1499), (100.0, 0.5081), (203.0, 0.5807), (1000.0, 0.7518),
      (10_000.0, 1.0),
    ])
  func perceptualQuantiser(luminance: Double, signal: Double) {
    #expect(abs(TransferFunction.pqFromLuminance(luminance) - signal) < 0.0002)
    #expect(abs(TransferFunction.luminanceFromPQ(signal) - luminance) <= luminance * 0.01 + 0.01)
  }

  @Test(
    "Hybrid log-gamma has the values of the standard",
    arguments: [(0.0, 0.0), (0.5, 1.0 / 12), (0.75, 0.2650), (1.0, 1.0)])
  func hybridLogGamma(signal: Double, light: Double) {
    #expect(abs(TransferFunction.sceneLightFromHLG(signal) - light) < 0.0005)
  }

  @Test("Compressed highlights stay in order, end at white, and leave the rest alone")
  func compression() {
    let compression = HighlightCompression(from: 1000, to: 203)
    var last = -1.0
    for step in 0...500 {
      let light = Double(step) / 100
      let shown = compression.compressed(light)
      #expect(shown >= last)
      #expect(shown <= 1.000_01)
      if light < 0.4 { #expect(abs(shown - light) < 1e-6) }
      last = shown
    }
  }

  /// How a grey of a luminance, in cd/m², is coded in 10 bits of limited range.
  static func code(_ signal: Double) -> Int { Int((876 * signal + 64).rounded()) }

  /// Ten greys and six colours of 100 cd/m² at most, as PQ in BT.2020.
  static let luminances = [0.1, 1, 5, 10, 18.27, 36.54, 60, 203, 500, 1000]
  static let colours: [RGB] = [
    RGB(red: 150, green: 40, blue: 40), RGB(red: 40, green: 150, blue: 60),
    RGB(red: 40, green: 60, blue: 150), RGB(red: 150, green: 140, blue: 40),
    RGB(red: 140, green: 60, blue: 150), RGB(red: 60, green: 140, blue: 140),
  ]

  /// Luma and chroma codes of a colour of sRGB that is shown at its own luminance, white at 203.
  static func codes(of colour: RGB) -> [Int] {
    let linear = [colour.red, colour.green, colour.blue].map { code in
      let value = Double(code) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    // From the primaries of BT.709 to those of BT.2020. Source: ITU-R BT.2087-0 annex 2.
    let wide = [
      0.6274 * linear[0] + 0.3293 * linear[1] + 0.0433 * linear[2],
      0.0691 * linear[0] + 0.9195 * linear[1] + 0.0114 * linear[2],
      0.0164 * linear[0] + 0.0880 * linear[1] + 0.8956 * linear[2],
    ]
    let signals = wide.map { TransferFunction.pqFromLuminance($0 * 203) }
    let y = 0.2627 * signals[0] + 0.6780 * signals[1] + 0.0593 * signals[2]
    let cb = (signals[2] - y) / 1.8814
    let cr = (signals[0] - y) / 1.4746
    return [code(y), Int((896 * cb + 512).rounded()), Int((896 * cr + 512).rounded())]
  }

  static func clip(
    _ codes: [[Int]], transfer: String, _ arguments: [String], to name: String
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for plane in 0..<3 {
      let row = codes.flatMap { code in
        (0..<(plane == 0 ? 32 : 16)).flatMap { _ in
          [UInt8(code[plane] & 0xFF), UInt8(code[plane] >> 8)]
        }
      }
      for _ in 0..<(plane == 0 ? 64 : 32) { bytes += row }
    }
    return try await Clips.make(
      frames: bytes, samples: "yuv420p10le", size: PixelSize(width: 32 * codes.count, height: 64),
      arguments + [
        "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", transfer,
        "-color_range", "tv",
      ], to: name)
  }

  static func patch(_ index: Int, of seen: Seen) -> RGB {
    seen.picture.meanColour(x: (32 * index + 8)..<(32 * index + 24), y: 8..<56)
  }

  @Test(
    "Greys of PQ stay grey and in order, and middle grey is where SDR has it",
    arguments: [
      ("a.mkv", ["-c:v", "ffv1"]),
      (
        "a.mkv",
        [
          "-c:v", "libx265", "-x265-params",
          "log-level=none:lossless=1:colorprim=9:transfer=16:colormatrix=9",
        ]
      ),
    ])
  func greys(name: String, arguments: [String]) async throws {
    let codes = Self.luminances.map {
      [Self.code(TransferFunction.pqFromLuminance($0)), 512, 512]
    }
    let clip = try await Self.clip(codes, transfer: "smpte2084", arguments, to: name)
    let seen = try Seen(clip, .matroska, side: 32 * codes.count)
    var last = -1
    for (index, luminance) in Self.luminances.enumerated() {
      let colour = Self.patch(index, of: seen)
      #expect(abs(Int(colour.red) - Int(colour.blue)) <= 2)
      #expect(Int(colour.green) >= last, "\(luminance) cd/m²")
      last = Int(colour.green)
    }
    // 18 % of 203 cd/m² is sRGB's 118.
    #expect(abs(Int(Self.patch(5, of: seen).green) - 118) <= 2)
    #expect((200...235).contains(Self.patch(7, of: seen).green))
    #expect(Self.patch(9, of: seen).green >= 252)
  }

  @Test("Colours that SDR can show come out as SDR shows them")
  func colours() async throws {
    let clip = try await Self.clip(
      Self.colours.map(Self.codes(of:)), transfer: "smpte2084", ["-c:v", "ffv1"], to: "a.mkv")
    let seen = try Seen(clip, .matroska, side: 32 * Self.colours.count)
    for (index, colour) in Self.colours.enumerated() {
      let found = Self.patch(index, of: seen)
      #expect(Lab(found).deltaE2000(to: Lab(colour)) <= 3, "\(colour) came back as \(found)")
    }
  }

  @Test("Hybrid log-gamma keeps grey, order, and the lightness of a reference white")
  func hybridLogGammaGreys() async throws {
    let signals = [0.05, 0.2, 0.38, 0.5, 0.6, 0.75, 0.9, 1]
    let clip = try await Self.clip(
      signals.map { [Self.code($0), 512, 512] }, transfer: "arib-std-b67", ["-c:v", "ffv1"],
      to: "a.mkv")
    let seen = try Seen(clip, .matroska, side: 32 * signals.count)
    let greys = signals.indices.map { Int(Self.patch($0, of: seen).green) }
    #expect(greys == greys.sorted())
    // BT.2408: middle grey at 38 % signal, 26 cd/m²; reference white at 75 %, 203 cd/m².
    #expect((95...112).contains(greys[2]))
    #expect((200...238).contains(greys[5]))
    #expect(greys[7] >= 252)
  }

  @Test("Chroma that does not fit is reduced at the same hue")
  func gamut() {
    let rendering = DisplayRendering(
      DisplayColour(primaries: .bt2020, transfer: .pq), peakLuminance: nil)
    for channel in 0..<3 {
      var pixel = LinearRGB(red: 0.02, green: 0.02, blue: 0.02)
      switch channel {
      case 0: pixel.red = 0.5
      case 1: pixel.green = 0.5
      default: pixel.blue = 0.5
      }
      let shown = rendering.rendered(pixel)
      let channels = [shown.red, shown.green, shown.blue]
      #expect(channels.allSatisfy { (-1e-9...1.000_000_1).contains($0) })
      #expect(channels.firstIndex(of: channels.max() ?? 0) == channel)
    }
  }
}
