import Foundation
import MediaTypes
import SharePreviews
import Synchronization
import TestSupport
import ThumbnailMaking

/// A maker without decoders: it says what it was asked, and takes as long as a test wants.
final class FakeMaker: ThumbnailMaking {
  /// One question.
  struct Question: Sendable, Equatable {
    let byteCount: UInt64?
    let sizes: [Int]
    let embedded: ThumbnailOptions.EmbeddedUse
  }

  typealias Answer =
    @Sendable (_ facts: MediaFacts, _ options: ThumbnailOptions) async throws(ThumbnailError) ->
    PreviewSource

  private let answer: Answer
  private let asked = Mutex<[Question]>([])
  private let stopped = Mutex(0)

  /// What it was asked, in order.
  var questions: [Question] { asked.withLock { $0 } }
  /// How many answers were given up since their task was cancelled.
  var stopCount: Int { stopped.withLock { $0 } }

  init(_ answer: @escaping Answer = { _, _ in .full }) { self.answer = answer }

  func thumbnails(
    of media: SniffedMedia, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    let question = Question(
      byteCount: media.facts.byteCount, sizes: options.sizes, embedded: options.embedded)
    asked.withLock { $0.append(question) }
    let source: PreviewSource
    do throws(ThumbnailError) { source = try await answer(media.facts, options) } catch {
      if error.code == .cancelled { stopped.withLock { $0 += 1 } }
      throw error
    }
    let thumbnails = options.sizes.map { side in
      EncodedThumbnail(
        askedSize: side, size: PixelSize(width: side, height: side), format: .jpeg,
        bytes: [0xFF, 0xD8, 0xFF])
    }
    return ThumbnailOutcome(
      thumbnails: thumbnails, source: source, displaySize: nil, warnings: [])
  }

  /// Waits until the task is cancelled.
  static func waitForEver() async throws(ThumbnailError) {
    do { try await Task.sleep(for: .seconds(600)) } catch {
      throw ThumbnailError(.cancelled, "the test is over")
    }
  }
}

/// Bytes of files that tests need by the dozen.
enum Samples {
  /// A GIF of one pixel (GIF89a § 17 to § 27).
  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  static let text = Array("Guten Tag, this is plain text.\n".utf8)
  static let html = Array("<!DOCTYPE html><html><body>Hello</body></html>".utf8)
  static let pdf = Array("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n".utf8)
}

extension Fixture {
  /// The path of the file.
  var filePath: String { url.path(percentEncoded: false) }
}
