import ByteSources
import Foundation
import MediaTypes
import TestSupport
import Testing
import VideoDecoding

@Suite("Covers", .timeLimit(.minutes(2)))
struct CoverTests {
  /// A small picture file, and a directory that holds it for `ffmpeg`.
  static func picture(_ name: String, in directory: TemporaryDirectory) async throws -> [UInt8] {
    let bytes = try await Clips.make(
      ["-f", "lavfi", "-i", "color=red:s=40x40", "-frames:v", "1"], to: name)
    try directory.write(bytes, to: name)
    return bytes
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let format: MediaFormat
    let arguments: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a.mp3", format: .mp3,
      arguments: [
        "-c:a", "libmp3lame", "-id3v2_version", "3", "-metadata:s:v", "comment=Cover (front)",
      ]),
    Case(name: "a.flac", format: .flac, arguments: ["-c:a", "flac"]),
    Case(name: "a.m4a", format: .m4a, arguments: ["-c:a", "aac"]),
    Case(name: "a.aiff", format: .aiff, arguments: ["-c:a", "pcm_s16be", "-write_id3v2", "1"]),
  ]

  @Test("The attached picture comes out byte by byte", arguments: cases)
  func attached(_ item: Case) async throws {
    let directory = try TemporaryDirectory()
    let cover = try await Self.picture("cover.png", in: directory)
    let file = try await Clips.make(
      [
        "-f", "lavfi", "-i", "sine=d=0.3", "-i", directory.url.appending(path: "cover.png").path(),
        "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic",
      ] + item.arguments, to: item.name)
    let found = try VideoDecoder.coverBytes(from: MemorySource(file), format: item.format)
    #expect(found == cover)
    let tooSmall = try VideoDecoder.coverBytes(
      from: MemorySource(file), format: item.format, byteLimit: cover.count - 1)
    #expect(tooSmall == nil)
  }

  @Test(
    "Attached files are covers by the order of their names",
    arguments: [
      (["cover_land.png", "cover.png"], "cover.png"),
      (["other.png", "small_cover.png"], "small_cover.png"),
      (["cover.webp"], "cover.webp"),
    ])
  func attachments(names: [String], chosen: String) async throws {
    let directory = try TemporaryDirectory()
    var arguments = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=0.4"]
    var expected: [UInt8] = []
    for (index, name) in names.enumerated() {
      let bytes = try await Self.picture(name, in: directory)
      if name == chosen { expected = bytes }
      let type = name.hasSuffix("webp") ? "image/webp" : "image/png"
      arguments += [
        "-attach", directory.url.appending(path: name).path(),
        "-metadata:s:t:\(index)", "mimetype=\(type)",
      ]
    }
    let file = try await Clips.make(arguments + ContainerTests.x264, to: "a.mkv")
    let found = try VideoDecoder.coverBytes(from: MemorySource(file), format: .matroska)
    #expect(found == expected)
    // The cover is not taken for the video.
    let seen = try Seen(file, .matroska)
    #expect(seen.stored == PixelSize(width: 64, height: 64))
  }

  @Test("A file without a cover says so", arguments: [("a.mp3", MediaFormat.mp3), ("a.wav", .wav)])
  func none(name: String, format: MediaFormat) async throws {
    let file = try await Clips.make(["-f", "lavfi", "-i", "sine=d=0.2"], to: name)
    #expect(try VideoDecoder.coverBytes(from: MemorySource(file), format: format) == nil)
  }

  @Test("Sound in a video's container has no frame")
  func soundOnly() async throws {
    let file = try await Clips.make(
      ["-f", "lavfi", "-i", "sine=d=0.2", "-c:a", "aac"], to: "a.mp4")
    #expect { try Seen(file, .mp4) } throws: {
      ($0 as? ThumbnailError)?.code == .noPreview
    }
  }
}
