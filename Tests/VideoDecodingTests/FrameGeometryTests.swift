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
      frameSize: item.frame, pixelAspect: item.pixelAspect, isInterlaced: false,
      wantedSide: item.side)
    #expect(geometry.target == item.target)
    #expect(geometry.part == Scaler.Part(size: item.frame))
  }

  @Test("What is cut off is not shown, unless nothing would remain")
  func crop() {
    let frame = PixelSize(width: 720, height: 576)
    let cut = FrameGeometry(
      frameSize: frame, pixelAspect: 12.0 / 11, isInterlaced: false,
      crop: PixelInsets(left: 8, top: 2, right: 8, bottom: 0), wantedSide: 768)
    #expect(
      cut.part == Scaler.Part(left: 8, top: 2, size: PixelSize(width: 704, height: 574)))
    #expect(cut.target == PixelSize(width: 768, height: 574))
    let whole = FrameGeometry(
      frameSize: frame, pixelAspect: nil, isInterlaced: false,
      crop: PixelInsets(left: 400, top: 0, right: 320, bottom: 0), wantedSide: 720)
    #expect(whole.part == Scaler.Part(size: frame))
  }

  @Test("Of two fields one is shown, in the shape of both")
  func field() {
    let geometry = FrameGeometry(
      frameSize: PixelSize(width: 1920, height: 1080), pixelAspect: nil,
      isInterlaced: true, wantedSide: 256)
    #expect(geometry.part.oneField)
    #expect(geometry.target == PixelSize(width: 256, height: 144))
  }
}
