import Foundation
import MediaTypes
import SharePreviews
import Synchronization
import TestSupport
import Testing
import Thumbnails

@Suite("Items of a share, and what is shown of them", .timeLimit(.minutes(2)))
struct ItemTests {
  static func result(of item: ShareItem) async throws -> ShareResult {
    let results = await ShareSession([item], by: Thumbnailer()).results().collect()
    #expect(results.count == 1)
    return try #require(results.first)
  }

  static func bytes(of result: ShareResult) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try #require(result.upload).pieces(of: 1000) { bytes += piece }
    return bytes
  }

  @Test("However the bytes come, the preview is the same, and so is the upload")
  func ways() async throws {
    let fixture = try Fixture.at("same-picture/colour.jpg")
    let bytes = try fixture.bytes()
    let path = fixture.url.path(percentEncoded: false)
    let file = try FileHandle(forReadingFrom: fixture.url)
    try file.seek(toOffset: 17)
    let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
    for start in stride(from: 0, to: bytes.count, by: 777) {
      continuation.yield(Array(bytes[start..<min(start + 777, bytes.count)]))
    }
    continuation.finish()
    let contents: [ShareItem.Content] = [
      .file(path), .descriptor(file.fileDescriptor), .bytes(bytes), .stream(ByteStream(pieces)),
      .stream(ByteStream(bytes: AsyncStream { single(bytes, $0) })),
      .provider(ItemProvider { .file(path) }),
    ]
    var images: Set<[UInt8]> = []
    for content in contents {
      let result = try await Self.result(of: ShareItem(content, suggestedName: "a picture.jpg"))
      #expect(result.error == nil)
      #expect(result.preview.title == "a picture.jpg")
      #expect(result.preview.kind == .image)
      #expect(result.preview.type == UniformType("public.jpeg"))
      #expect(result.preview.typeText == "JPEG image")
      #expect(result.preview.pixelSize == fixture.displaySize)
      #expect(result.preview.byteCount == UInt64(bytes.count))
      #expect(result.upload?.fileName == "a picture.jpg")
      #expect(result.upload?.mime == "image/jpeg")
      #expect(try await Self.bytes(of: result) == bytes)
      images.insert(try #require(result.preview.thumbnail(.small)).bytes)
    }
    #expect(images.count == 1)
    #expect(try file.offset() == 17)
  }

  private func single(_ bytes: [UInt8], _ continuation: AsyncStream<UInt8>.Continuation) {
    for byte in bytes { continuation.yield(byte) }
    continuation.finish()
  }

  @Test("A pipe is read to its end")
  func pipe() async throws {
    let bytes = try Fixture.at("same-picture/colour.png").bytes()
    let pipe = Pipe()
    Thread.detachNewThread {
      pipe.fileHandleForWriting.write(Data(bytes))
      try? pipe.fileHandleForWriting.close()
    }
    let result = try await Self.result(
      of: ShareItem(.descriptor(pipe.fileHandleForReading.fileDescriptor)))
    #expect(result.error == nil)
    #expect(result.preview.title == "Untitled")
    #expect(result.upload?.fileName == "Untitled.png")
    #expect(try await Self.bytes(of: result) == bytes)
  }

  @Test("Raw pixels are shown, and are uploaded as a PNG", arguments: RawPixels.Format.allCases)
  func pixels(format: RawPixels.Format) async throws {
    // Wide enough for rows of more than one stored block, with padding that must not show.
    let size = PixelSize(width: 30_000, height: 3)
    let stride = size.width * format.byteCount + 5
    var bytes = [UInt8](repeating: 77, count: stride * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = y * stride + x * format.byteCount
        bytes[start] = UInt8(truncatingIfNeeded: x)
        bytes[start + 1] = UInt8(y * 100)
        bytes[start + 2] = UInt8(truncatingIfNeeded: x / 256)
        if format == .rgba { bytes[start + 3] = 255 }
      }
    }
    let pixels = try RawPixels(bytes, size: size, format: format, stride: stride)
    let result = try await Self.result(of: ShareItem(.pixels(pixels)))
    #expect(result.error == nil)
    #expect(result.preview.pixelSize == size)
    #expect(result.upload?.mime == "image/png")
    let picture = try Picture(png: try await Self.bytes(of: result))
    #expect(picture.width == size.width && picture.height == size.height)
    for (x, y) in [(0, 0), (255, 1), (29_999, 2), (21_845, 1)] {
      let pixel = picture.samples[((y * size.width + x) * format.byteCount)...].prefix(3)
      #expect(Array(pixel) == [UInt8(truncatingIfNeeded: x), UInt8(y * 100), UInt8(x / 256)])
    }
  }

  @Test(
    "Pixels that are too few are refused, those that suffice are not",
    arguments: [
      (2, 2, 12, nil, true), (2, 2, 11, nil, false), (2, 2, 14, 8, true), (2, 2, 13, 8, false),
      (2, 2, 12, 5, false), (0, 2, 12, nil, false), (2, -1, 12, nil, false),
      (1 << 40, 1 << 40, 12, nil, false), (1, 1 << 30, 12, Int.max, false),
    ] as [(Int, Int, Int, Int?, Bool)])
  func pixelBounds(width: Int, height: Int, count: Int, stride: Int?, isAllowed: Bool) {
    let pixels = try? RawPixels(
      [UInt8](repeating: 0, count: count), size: PixelSize(width: width, height: height),
      format: .rgb, stride: stride)
    #expect((pixels != nil) == isAllowed)
  }

  struct Failed: Error {}

  @Test("A provider or a stream that fails costs its own item, which is still shown")
  func failures() async throws {
    let items = [
      ShareItem(
        .provider(ItemProvider { throw Failed() }), identifier: "a", suggestedName: "gone.heic"),
      ShareItem(.bytes(Samples.gif), identifier: "b"),
      ShareItem(
        .stream(
          ByteStream(AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Failed()) })),
        identifier: "c", claimedType: .movie),
      ShareItem(.provider(ItemProvider { .provider(ItemProvider { .bytes([]) }) })),
      .file("/nowhere/holiday in rome.jpg"),
    ]
    let results = await ShareSession(items, by: Thumbnailer()).results().collect()
    #expect(results.map(\.position) == [0, 1, 2, 3, 4])
    #expect(results.map(\.identifier) == ["a", "b", "c", "", ""])
    #expect(
      results.map { $0.error?.code } == [.unreadable, nil, .unreadable, .unreadable, .vanished])
    #expect(results[0].preview.title == "gone.heic")
    #expect(results[0].preview.typeText == "HEIC image")
    #expect(results[0].preview.kind == .image)
    #expect(results[0].upload == nil)
    #expect(results[2].preview.kind == .video)
    #expect(results[2].preview.typeText == "video")
    #expect(results[4].preview.title == "holiday in rome.jpg")
    #expect(results[4].preview.mime == "image/jpeg")
  }

  @Test("A stream longer than allowed is refused, one of that length is not")
  func streamLimit() async {
    for (limit, code) in [(34, ThumbnailError.Code.overLimit), (35, nil), (36, nil)] {
      var options = ShareOptions()
      options.maxStreamBytes = UInt64(limit)
      let stream = ByteStream(
        AsyncStream<[UInt8]> { continuation in
          for byte in Samples.gif { continuation.yield([byte]) }
          continuation.finish()
        })
      let session = ShareSession([ShareItem(.stream(stream))], by: FakeMaker(), options: options)
      #expect(Samples.gif.count == 35)
      #expect(await session.results().collect().first?.error?.code == code)
    }
  }

  @Test("What an item is claimed to be is a warning where its content contradicts, else nothing")
  func claims() async throws {
    let claims: [(UniformType, Bool)] = [
      (UniformType("public.png"), true), (.movie, true), (.text, true), (.image, false),
      (.data, false), (UniformType("com.compuserve.gif"), false),
      (UniformType("org.example.own"), false),
    ]
    for (claim, isOdd) in claims {
      let result = try await Self.result(of: ShareItem(.bytes(Samples.gif), claimedType: claim))
      #expect(result.preview.type == UniformType("com.compuserve.gif"))
      let codes = result.preview.warnings.map(\.code)
      #expect(codes.contains(.typeMismatch) == isOdd, "\(claim)")
    }
  }

  @Test("A claim stands where the content does not tell")
  func hints() async throws {
    let unknown = ShareItem(
      .bytes([0, 1, 2, 3, 4, 5, 6, 7]), claimedType: UniformType("com.adobe.pdf"))
    let preview = try await Self.result(of: unknown).preview
    #expect(preview.type == UniformType("com.adobe.pdf"))
    #expect(preview.kind == .document)
    #expect(preview.warnings.isEmpty)
  }

  @Test(
    "File names are made safe",
    arguments: [
      ("photo.gif", "photo.gif"), ("photo.GIF", "photo.GIF"), ("photo", "photo.gif"),
      ("photo.jpg", "photo.jpg.gif"), ("../../etc/passwd", ".._.._etc_passwd.gif"),
      ("a\\b:c*d?e\"f<g>h|i.gif", "a_b_c_d_e_f_g_h_i.gif"), ("con", "_con.gif"),
      ("Com1.gif", "_Com1.gif"), ("company.gif", "company.gif"), ("..", "file.gif"),
      (" . hidden.gif . ", "hidden.gif"), ("a\u{202E}fig.gif", "afig.gif"),
      ("line\nbreak\u{7}.gif", "linebreak.gif"), ("Grüße 東京 👩‍👩‍👧.gif", "Grüße 東京 👩‍👩‍👧.gif"),
    ])
  func fileNames(name: String, safe: String) async throws {
    let result = try await Self.result(of: ShareItem(.bytes(Samples.gif), suggestedName: name))
    // A name that begins with dots loses them: it would be hidden.
    let expected = safe.hasPrefix(".._") ? String(safe.dropFirst(2)) : safe
    #expect(result.upload?.fileName == expected)
  }

  @Test(
    "Text keeps an extension that no other format has",
    arguments: [
      ("README.md", "README.md"), ("main.rs", "main.rs"), ("notes", "notes.txt"),
      ("photo.jpg", "photo.jpg.txt"),
    ])
  func textNames(name: String, safe: String) async throws {
    let result = try await Self.result(of: ShareItem(.bytes(Samples.text), suggestedName: name))
    #expect(result.upload?.fileName == safe)
  }

  @Test("A long name is cut, and keeps its end")
  func longName() async throws {
    let name = String(repeating: "é", count: 300) + ".gif"
    let result = try await Self.result(of: ShareItem(.bytes(Samples.gif), suggestedName: name))
    let safe = try #require(result.upload?.fileName)
    #expect(safe.utf8.count <= 255 && safe.utf8.count >= 250)
    #expect(safe.hasSuffix("é.gif"))
    #expect(result.preview.title == name)
  }

  @Test(
    "Numbers of bytes in words",
    arguments: [
      (ByteCountStyle.memory, 0, "0 bytes"), (.memory, 1, "1 byte"), (.memory, 1023, "1023 bytes"),
      (.memory, 1024, "1 kB"), (.memory, 4_404_019, "4.2 MB"), (.decimal, 999, "999 bytes"),
      (.decimal, 1000, "1 kB"), (.decimal, 4_404_019, "4.4 MB"), (.decimal, 999_500, "1 MB"),
      (.binary, 4_404_019, "4.2 MiB"), (.binary, .max, "16 EiB"), (.decimal, .max, "18 EB"),
    ] as [(ByteCountStyle, UInt64, String)])
  func byteCounts(style: ByteCountStyle, count: UInt64, text: String) {
    #expect(style.text(for: count) == text)
  }

  @Test("Every format has words", arguments: MediaFormat.shared)
  func words(format: MediaFormat) async throws {
    let item = ShareItem(
      .file("/nowhere"), claimedType: UniformType(format.uniformType))
    let text = try await Self.result(of: item).preview.typeText
    #expect(text.split(separator: " ").count >= 2, "\(format): \(text)")
  }
}

@Suite("Uploads", .timeLimit(.minutes(1)))
struct UploadTests {
  @Test("Pieces come in order with their progress, and none is larger than asked")
  func progress() async throws {
    let bytes = (0..<2500).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let result = try await ItemTests.result(of: ShareItem(.bytes(bytes), suggestedName: "a.bin"))
    let upload = try #require(result.upload)
    #expect(upload.byteCount == 2500)
    let seen = Seen()
    var all: [UInt8] = []
    for try await piece in upload.pieces(of: 1000, progress: { seen.note($0, $1) }) {
      #expect(piece.count <= 1000)
      all += piece
    }
    #expect(all == bytes)
    #expect(seen.pairs.map(\.0) == [1000, 2000, 2500])
    #expect(seen.pairs.allSatisfy { $0.1 == 2500 })
  }

  @Test("A file that became shorter is an error, not a short upload")
  func shrunk() async throws {
    let directory = try TemporaryDirectory()
    let url = try directory.write([UInt8](repeating: 9, count: 3000), to: "a.bin")
    let result = try await ItemTests.result(of: .file(url.path(percentEncoded: false)))
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 1500)
    let upload = try #require(result.upload)
    let error = await #expect(throws: ThumbnailError.self) {
      for try await _ in upload.pieces(of: 1000) {}
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message == "the file ends at byte 1500 of 3000")
  }
}

/// Progress that was told.
final class Seen: Sendable {
  private let told = Mutex<[(UInt64, UInt64)]>([])
  var pairs: [(UInt64, UInt64)] { told.withLock { $0 } }
  func note(_ done: UInt64, _ total: UInt64) { told.withLock { $0.append((done, total)) } }
}
