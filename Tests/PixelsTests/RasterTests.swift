import MediaTypes
import MemoryBudget
import Pixels
import Testing

@Suite("Raster")
struct RasterTests {
  private let size = PixelSize(width: 4, height: 3)

  @Test("A raster holds exactly its bytes of the reservation, until it goes")
  func holds() throws {
    let budget = MemoryBudget(byteCount: 1000)
    do {
      let raster = try Raster.filled(size: size, layout: .rgb8, budget: budget) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(index) }
        return []
      }
      #expect(budget.inUse == 36)
      let sum = raster.withBytes { bytes in bytes.reduce(0) { $0 + Int($1) } }
      #expect(sum == 35 * 36 / 2)
    }
    #expect(budget.inUse == 0)
  }

  @Test("A reservation that is too small makes no raster", arguments: [35, 36])
  func tooSmall(byteCount: UInt64) {
    let budget = MemoryBudget(byteCount: byteCount)
    let code: ThumbnailError.Code?
    do throws(ThumbnailError) {
      let raster = try Raster.filled(size: size, layout: .rgb8, budget: budget) { _ in [] }
      code = raster.size == size ? nil : .corrupt
    } catch {
      code = error.code
    }
    #expect(code == (byteCount < 36 ? .overBudget : nil))
  }

  @Test("A size whose bytes do not fit is refused")
  func overflow() {
    let huge = PixelSize(width: Int.max / 2, height: 2)
    #expect(Raster.byteCount(of: huge, layout: .rgba8) == nil)
    #expect(Raster.byteCount(of: PixelSize(width: 0, height: 1), layout: .grey8) == nil)
  }
}
