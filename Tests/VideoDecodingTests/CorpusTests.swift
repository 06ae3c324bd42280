import ByteSources
import Foundation
import MediaReading
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing
import VideoDecoding

@Suite("Real videos", .timeLimit(.minutes(5)), .enabled(if: Corpus.current != nil))
struct CorpusTests {
  static let videos = (Corpus.current?.entries ?? []).filter { $0.kind == .video }
  static let sounds = (Corpus.current?.entries ?? []).filter { $0.kind == .audio }

  /// Sniffs, plans and decodes, as the library does.
  private static func size(of entry: Corpus.Entry) throws -> PixelSize {
    let source = try FileSource(path: Array(entry.url.path(percentEncoded: false).utf8))
    let facts = try MediaReader.facts(of: source)
    let options = ThumbnailOptions(sizes: [256])
    let plan = try Planner(capacity: 110 << 20).plan(for: facts, options: options)
    guard let step = plan.steps.first(where: { $0.decoder == .ffmpegFrame }) else {
      throw ThumbnailError(.noPreview, "no frame is planned")
    }
    let raster = try VideoDecoder.raster(
      from: source, step: step, plan: plan, options: options,
      budget: MemoryBudget(byteCount: step.plannedBytes))
    return raster.orientation.displaySize(of: raster.size)
  }

  @Test("A video that shows something gives it in its displayed shape", arguments: videos)
  func frame(_ entry: Corpus.Entry) throws {
    guard entry.expected == "ok" else {
      // What nothing else shows must end in words, or in a picture after all.
      do throws(any Error) {
        #expect(try Self.size(of: entry).isValid)
      } catch {
        #expect(error is ThumbnailError)
      }
      return
    }
    let size = try Self.size(of: entry)
    let expected = try #require(entry.displaySize).fitted(withinSide: 256)
    #expect(abs(size.width - expected.width) <= 1 && abs(size.height - expected.height) <= 1)
  }

  @Test("A sound file has its cover, or says that it has none", arguments: sounds)
  func cover(_ entry: Corpus.Entry) throws {
    let source = try FileSource(path: Array(entry.url.path(percentEncoded: false).utf8))
    let format = try MediaReader.facts(of: source).format
    do throws(ThumbnailError) {
      let cover = try VideoDecoder.coverBytes(from: source, format: format)
      #expect((cover != nil) == (entry.expected == "ok"))
    } catch {
      #expect(entry.expected != "ok", "\(error)")
    }
  }
}
