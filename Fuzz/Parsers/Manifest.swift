// Rooms: CSystem MediaTypes SystemCalls ByteSources MediaSniffer MediaReading BlockingWork JSONText
// Rooms: ThumbnailMaking SharePreviews
// Sanitizers: address

import Glibc
import SharePreviews

/// The list of a share session that another process has left, and rules for what may be shared.
enum Manifest: ParserUnderTest {
  static let ownSeeds = [
    """
    {"version":1,"items":[{"position":0,"identifier":"one","title":"a.gif","bytes":3,"kind":"image",
    "uti":"com.compuserve.gif","mime":"image/gif","typeText":"GIF","duration":1.5,"width":4,
    "height":3,"upload":{"fileName":"a.gif","path":"0-original.gif","bytes":3},"thumbnails":[{"name":
    "small","path":"0-small.png","width":4,"height":3,"format":"png","bytes":3}],"warnings":["odd"]},
    {"position":1,"title":"b","kind":"video","uti":"public.movie","mime":"video/mp4","error":
    {"code":"corrupt","message":"no"}}]}
    """,
    #"{"version":1,"items":[]}"#,
    #"{"NSExtensionActivationSupportsImageWithMaxCount":10,"SupportsFileWithMaxCount":1}"#,
    #"{"NSExtensionActivationSupportsText":true,"NSExtensionActivationDictionaryVersion":2}"#,
  ].map { Array($0.utf8) }

  static func seed(from fixture: [UInt8]) -> [UInt8]? { nil }

  /// A directory with the files that manifests name here.
  private static let directory: String = {
    var name = Array("/tmp/thumbs-manifest-XXXXXX".utf8CString)
    // SAFETY: the name is lent for the length of the call, with its zero at the end.
    unsafe name.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe _ = mkdtemp(start) }
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for file in files {
      let descriptor = unsafe open("\(path)/\(file)", O_CREAT | O_WRONLY, 0o600)
      unsafe _ = write(descriptor, "abc", 3)
      close(descriptor)
    }
    atexit { Manifest.removeFiles() }
    return path
  }()
  private static let files = ["0-original.gif", "0-small.png"]

  private static func removeFiles() {
    for file in files { unsafe unlink("\(directory)/\(file)") }
    unsafe rmdir(directory)
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    if (try? ShareRules(activationRuleJSON: bytes)) != nil { return .made }
    guard let handOff = try? HandOff(manifest: bytes, in: directory) else { return .refused }
    let inside = directory + "/"
    for item in handOff.items {
      for path in [item.originalPath].compactMap({ $0 }) + item.thumbnails.map(\.path) {
        precondition(
          path.hasPrefix(inside)
            && !path.dropFirst(inside.count).contains { $0 == "/" || $0 == "\0" },
          "a file outside")
      }
    }
    return .made
  }
}
