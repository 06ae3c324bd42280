// Rooms: CSystem CVips CVipsShims CFFmpeg CFFmpegLoader CDav1d CJXL CISAL MediaTypes SystemCalls ByteSources HEIFItems
// Rooms: MemoryBudget PreviewPlanning Inflation LowMemoryDecoding Vips FFmpeg JXL
// Rooms: Pixels ColourRendering ImageDecoding
// Packages: vips gobject-2.0 dav1d libisal

import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning

/// HEIF and AVIF whose coded images are decoded by FFmpeg and put together here.
enum Tiles: ParserUnderTest {
  static let rarity = 10

  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    HEIFBrand.isNamed(in: fixture) ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let planned: UInt64 = 64 << 20
    var last = Verdict.refused
    for shrink in [1, 2] {
      let step = DecodeStep(
        .lowMemory, by: .heifItems, format: .heic, size: nil, shrink: shrink,
        plannedBytes: planned, reason: "")
      let plan = DecodePlan(
        steps: [step], plannedBytes: planned, displaySize: nil, orientation: .up, codePoints: nil,
        wantedSide: 64)
      guard
        let raster = try? HEIFDecoder.raster(
          from: MemorySource(bytes), step: step, plan: plan,
          budget: MemoryBudget(byteCount: planned))
      else { continue }
      last = .picture(pixelCount: raster.size.area ?? 0)
    }
    return last
  }
}

/// The brands of still pictures.
private enum HEIFBrand {
  static func isNamed(in file: [UInt8]) -> Bool {
    let brands = ["heic", "heix", "mif1", "avif", "avis", "msf1", "hevc"]
    return file.count > 12 && file[4..<8].elementsEqual("ftyp".utf8)
      && brands.contains { file[8..<12].elementsEqual($0.utf8) }
  }
}
