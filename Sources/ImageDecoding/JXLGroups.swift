internal import ByteSources
internal import JXL
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// JPEG XL by libjxl, group by group, each averaged as it comes.
enum JXLGroups {
  static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    do throws(JXLError) {
      let decoder = try JXLDecoder(source)
      let picture = decoder.picture
      guard picture.size == step.size else { throw JXLError.damaged }
      let size = HEIFCost.rasterSize(of: picture.size, wantedSide: plan.wantedSide)
      let (form, colour) = form(of: picture)
      return try raster(
        of: size, form, colour, orientation: plan.orientation, budget: budget, from: decoder)
    } catch {
      throw error.thumbnailError
    }
  }

  private static func raster(
    of size: PixelSize, _ layout: PixelLayout, _ colour: RasterColour, orientation: Orientation,
    budget: MemoryBudget, from decoder: JXLDecoder
  ) throws(JXLError) -> Raster {
    let picture = decoder.picture
    do throws(ThumbnailError) {
      return unsafe try Raster.filled(
        size: size, layout: layout, colour: colour, orientation: orientation, budget: budget
      ) { memory throws(ThumbnailError) in
        var reducer = unsafe RowPartReducer(
          from: picture.size, to: size, layout: layout, isPremultiplied: picture.isPremultiplied,
          in: memory.bindMemory(to: UInt16.self))
        do throws(JXLError) {
          unsafe try decoder.decode { part in
            unsafe reducer.add(part.pixels, x: part.x, y: part.y)
          }
        } catch {
          throw error.thumbnailError
        }
        reducer.finish()
        return []
      }
    } catch {
      throw .source(error)
    }
  }

  /// 16 bits, so that sums of parts of pixels stay as good as one sum.
  private static func form(of picture: JXLPicture) -> (PixelLayout, RasterColour) {
    let colour: RasterColour =
      switch picture.colours {
      case .codePoints(let points) where !CodePoints.areLikeSRGB(points): .codePoints(points)
      case .profile(let bytes): .iccProfile(bytes)
      default: .sRGB
      }
    // The library gives grey three times; high range is mapped in colour.
    let isHDR = if case .codePoints = colour { true } else { false }
    let isGrey = picture.isGrey && !isHDR
    return (PixelLayout(.uint16, isGrey ? .grey : .rgb, hasAlpha: picture.hasAlpha), colour)
  }
}
