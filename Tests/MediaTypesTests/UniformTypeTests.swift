import MediaTypes
import Testing

@Suite("Uniform types", .timeLimit(.minutes(1)))
struct UniformTypeTests {
  static let conforming: [(String, UniformType)] = [
    ("public.heic", .image), ("public.heic", .data), ("public.heic", .content),
    ("com.canon.cr3-raw-image", .cameraRaw), ("com.canon.cr3-raw-image", .image),
    ("public.mpeg-4", .movie), ("public.mpeg-4", .audiovisual), ("public.mp3", .audio),
    ("com.adobe.pdf", .composite), ("com.adobe.pdf", .content), ("public.html", .text),
    ("public.file-url", .url), ("public.svg-image", .image), ("public.zip-archive", .archive),
  ]

  @Test("What conforms does so over any number of steps", arguments: conforming)
  func conforms(_ identifier: String, _ type: UniformType) {
    #expect(UniformType(identifier).conforms(to: type))
  }

  static let others: [(String, UniformType)] = [
    ("public.heic", .movie), ("public.mpeg-4-audio", .movie), ("public.mpeg-4", .audio),
    ("public.image", UniformType("public.heic")), ("com.adobe.pdf", .image),
    ("public.plain-text", .url), ("unheard.of", .data),
  ]

  @Test("What does not, does not", arguments: others)
  func doesNotConform(_ identifier: String, _ type: UniformType) {
    #expect(!UniformType(identifier).conforms(to: type))
  }

  @Test("Every format conforms to its kind", arguments: MediaFormat.shared)
  func formats(_ format: MediaFormat) {
    let facts = MediaFacts(format: format)
    #expect(facts.conforms(to: .abstract(of: format.kind)))
    #expect(facts.conforms(to: .data))
  }
}
