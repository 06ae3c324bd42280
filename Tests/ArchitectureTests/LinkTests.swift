import Foundation
import TestSupport
import Testing

@Suite("What the built programs link", .timeLimit(.minutes(1)))
struct LinkTests {
  /// Names of the decoders' libraries, as `ldd` prints them.
  static let decoders = ["libvips", "libavformat", "libavcodec", "libswscale", "liblcms2"]

  /// Those that are loaded when a file needs them.
  static let loadedByName = ["libavformat", "libavcodec", "libswscale"]

  static func libraries(of product: String) async throws -> String {
    let path = ProcessRunner.productsDirectory.appending(path: product)
    let outcome = try await ProcessRunner.run("ldd", [path.path(percentEncoded: false)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("The command, which owns the run, links no decoder and no GLib")
  func supervisor() async throws {
    let libraries = try await Self.libraries(of: "thumbs")
    #expect(libraries.contains("libc.so"))
    for name in Self.decoders + ["libglib", "libgobject"] {
      #expect(!libraries.contains(name), "\(name)")
    }
  }

  @Test("The worker links what most photos need, and loads FFmpeg where it is needed")
  func worker() async throws {
    let libraries = try await Self.libraries(of: "thumbs-worker")
    for name in Self.decoders {
      #expect(libraries.contains(name) == !Self.loadedByName.contains(name), "\(name)")
    }
  }
}
