// Rooms: CSystem CVips CVipsShims CFFmpeg CFFmpegLoader CDav1d CLCMS CISAL MediaTypes SystemCalls ByteSources MediaSniffer HEIFItems
// Rooms: MediaReading MemoryBudget PreviewPlanning BlockingWork ThumbnailMaking Inflation LowMemoryDecoding Vips FFmpeg
// Rooms: Pixels ColourRendering ColourProfiles ImageDecoding VideoDecoding ImageFinishing Thumbnails
// Packages: vips gobject-2.0 dav1d lcms2 libisal

import ByteSources
import MediaReading
import MediaTypes
import PreviewPlanning
import Thumbnails

/// What libFuzzer calls with each input: all that a run does with a file, from its first byte to
/// the encoded thumbnail.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = MemorySource(Array(UnsafeBufferPointer(start: start, count: count)))
  let options = ThumbnailOptions(sizes: [64])
  guard let facts = try? MediaReader.facts(of: source),
    let plan = try? Planner(capacity: 70 << 20).plan(for: facts, options: options),
    let outcome = try? ThumbnailPipeline.outcome(of: source, plan: plan, options: options)
  else { return 0 }
  for thumbnail in outcome.thumbnails {
    precondition(thumbnail.size.isValid && thumbnail.size.longerSide <= 64, "a wrong size")
    let made = try? MediaReader.facts(of: MemorySource(thumbnail.bytes))
    precondition(made?.displaySize == thumbnail.size, "a thumbnail that contradicts its header")
  }
  return 0
}
