// Rooms: CSystem CISAL MediaTypes SystemCalls ByteSources MediaSniffer MediaReading MemoryBudget
// Rooms: PreviewPlanning Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address
// Shares: JPEG PictureRoom

import ByteSources
import MediaReading
import MediaTypes
import PreviewPlanning

/// Previews inside of photos and raw files: found by the sniffer, planned, looked at and decoded.
enum Previews: ParserUnderTest {
  static let rarity = 2

  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    let facts = try? MediaReader.facts(of: MemorySource(fixture))
    return facts.map { $0.previews.isEmpty && $0.exifBytes == nil } ?? true ? nil : fixture
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let source = MemorySource(bytes)
    guard let facts = try? MediaReader.facts(of: source) else { return .refused }
    var last = Verdict.refused
    for preview in facts.previews {
      let part = SubrangeSource(of: source, offset: preview.offset, byteCount: preview.byteCount)
      guard let nested = try? MediaReader.facts(of: part), nested.format == .jpeg else { continue }
      last = JPEG.read(
        (try? part.bytes(Int(part.byteCount), at: 0)) ?? [], pixelLimit: pixelLimit)
    }
    for side in [45, 1024] {
      var options = ThumbnailOptions(sizes: [side])
      options.keepsMetadata = true
      guard let plan = try? Planner(capacity: 70 << 20).plan(for: facts, options: options) else {
        continue
      }
      precondition(plan.plannedBytes <= 70 << 20, "a plan beyond what can be had")
      for step in plan.steps { precondition(step.plannedBytes <= 70 << 20, "a step beyond it") }
    }
    return last
  }
}
