import FFmpeg
import MediaTypes
import Testing

@testable import VideoDecoding

@Suite("Shape of frames")
struct FrameGeometryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let frame: PixelSize
    let pixelAspect: Double?
    let side: Int
    let target: PixelSize

    var testDescription: String { "\(frame) × \(pixelAspect ?? 1) within \(side)" }
  }

  static let cases: [Case] = [
    Case(
      frame: PixelSize(width: 1920, height: 1080), pixelAspect: nil, side: 256,
      target: PixelSize(width: 256, height: 144)),
    Case(
      frame: PixelSize(width: 720, height: 576), pixelAspect: 64.0 / 45, side: 256,
      target: PixelSize(width: 256, height: 144)),
    Case(
      frame: PixelSize(width: 720, height: 480), pixelAspect: 8.0 / 9, side: 320,
      target: PixelSize(width: 320, height: 240)),
    Case(
      frame: PixelSize(width: 100, height: 60), pixelAspect: nil, side: 256,
      target: PixelSize(width: 100, height: 60)),
    Case(
      frame: PixelSize(width: 10_000, height: 2), pixelAspect: nil, side: 100,
      target: PixelSize(width: 100, height: 1)),
    // Absurd shapes of pixels are not believed.
    Case(
      frame: PixelSize(width: 320, height: 240), pixelAspect: 4000, side: 320,
      target: PixelSize(width: 320, height: 240)),
  ]

  @Test("Pixels become square, the longer side fits, nothing is enlarged", arguments: cases)
  func target(_ item: Case) {
    let geometry = FrameGeometry(
      frameSize: item.frame, pixelAspect: item.pixelAspect, orientation: .up, isInterlaced: false,
      wantedSide: item.side)
    #expect(geometry.target == item.target)
    #expect(geometry.part == Scaler.Part(size: item.frame))
  }

  @Test("Of two fields one is shown, in the shape of both")
  func field() {
    let geometry = FrameGeometry(
      frameSize: PixelSize(width: 1920, height: 1080), pixelAspect: nil, orientation: .up,
      isInterlaced: true, wantedSide: 256)
    #expect(geometry.part.oneField)
    #expect(geometry.target == PixelSize(width: 256, height: 144))
  }
}
