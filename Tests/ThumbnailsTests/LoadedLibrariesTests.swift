import Foundation
import Testing
import Thumbnails

/// What a process loads, each in a process of its own.
@Suite(.timeLimit(.minutes(1)))
struct LoadedLibrariesTests {
  private static func hasLoaded(_ library: String) -> Bool {
    // Its length says nothing: it is read to its end.
    let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self).contains("/lib\(library).so.")
  }

  @Test("FFmpeg is loaded for everything, and not for stills")
  func ffmpeg() async {
    await #expect(processExitsWith: .success) {
      let stills = ThumbnailPipeline.load(withFFmpeg: false).libraries
      #expect(stills.count == 1 && stills[0].hasPrefix("libvips "))
      #expect(LoadedLibrariesTests.hasLoaded("vips"))
      #expect(!LoadedLibrariesTests.hasLoaded("avcodec"))
      let all = ThumbnailPipeline.load(withFFmpeg: true).libraries
      #expect(all.count == 6 && all.allSatisfy { !$0.hasSuffix(" 0.0.0") })
      #expect(LoadedLibrariesTests.hasLoaded("avcodec"))
    }
  }
}
