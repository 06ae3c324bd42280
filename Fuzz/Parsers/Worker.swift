// Rooms: CSystem CVips CVipsShims CFFmpeg CFFmpegLoader CDav1d CJXL CLCMS CISAL MediaTypes SystemCalls ByteSources MediaSniffer HEIFItems
// Rooms: MediaReading MemoryBudget PreviewPlanning BlockingWork ThumbnailMaking Inflation LowMemoryDecoding Vips FFmpeg JXL
// Rooms: Pixels ColourRendering ColourProfiles ImageDecoding VideoDecoding ImageFinishing Thumbnails
// Packages: vips gobject-2.0 dav1d lcms2 libisal

import ByteSources
import MediaReading
import MediaTypes
import PreviewPlanning
import Thumbnails

/// All that a run does with a file, from its first byte to the encoded thumbnail.
enum Worker: ParserUnderTest {
  static let rarity = 10

  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    let facts = try? MediaReader.facts(of: MemorySource(fixture))
    return facts?.kind.isMedia == true ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let source = MemorySource(bytes)
    var options = ThumbnailOptions(sizes: [64])
    options.keepsMetadata = true
    guard let facts = try? MediaReader.facts(of: source),
      let plan = try? Planner(capacity: 70 << 20).plan(for: facts, options: options)
    else { return .refused }
    let pixelCount = facts.size?.area ?? 0
    guard pixelCount <= pixelLimit else { return .tooLarge }
    guard
      let outcome = try? ThumbnailPipeline.outcome(of: source, plan: plan, options: options)
    else { return .failed(pixelCount: pixelCount) }
    for thumbnail in outcome.thumbnails {
      precondition(thumbnail.size.isValid && thumbnail.size.longerSide <= 64, "a wrong size")
      let made = try? MediaReader.facts(of: MemorySource(thumbnail.bytes))
      precondition(made?.displaySize == thumbnail.size, "a thumbnail that contradicts its header")
    }
    return .picture(pixelCount: pixelCount)
  }
}
