import Foundation
import Testing

@Suite("Rooms see what the manifest says", .timeLimit(.minutes(1)))
struct RoomTests {
  /// Modules of the toolchain that rooms may see beside those of the manifest.
  static let toolchain: [String: Set<String>] = [
    "BlockingWork": ["Dispatch", "Synchronization"],
    "ColourProfiles": ["Synchronization"],
    "ByteSources": ["Synchronization"],
    "IsolatedThumbnails": ["Synchronization"],
    "MemoryBudget": ["Synchronization"],
    "SharePreviews": ["Synchronization"],
    "SystemCalls": ["Glibc", "Synchronization"],
    "Vips": ["Synchronization"],
    "FFmpeg": ["Synchronization"],
    "LowMemoryDecoding": ["Glibc"],
    "ColourRendering": ["Glibc"],
    "ImageFinishing": ["Glibc"],
    "DecoderWorkers": ["Synchronization"],
    "ThumbsInterface": ["Dispatch", "Synchronization"],
    "thumbs": ["Glibc"],
    "thumbs-worker": ["Glibc"],
  ]

  /// C modules, each with the only room that may see it.
  static let homesOfC = [
    "CVips": "CVipsShims", "CVipsShims": "Vips", "CFFmpeg": "FFmpeg", "CDav1d": "FFmpeg",
    "CFFmpegLoader": "FFmpeg", "CLCMS": "ColourProfiles",
    "CISAL": "Inflation", "CSQLite": "SQLite", "CSystem": "SystemCalls",
    "CThumbs": "ThumbsInterface", "CJXL": "JXL",
  ]

  /// Rooms that may touch memory by themselves.
  static let unsafeRooms: Set<String> = [
    "BlockingWork", "ByteSources", "ColourProfiles", "ColourRendering", "FFmpeg", "ImageDecoding",
    "ImageFinishing", "Inflation", "JXL", "LowMemoryDecoding", "Pixels", "SQLite", "SystemCalls",
    "ThumbsInterface", "VideoDecoding", "Vips",
  ]

  @Test("No room imports what the manifest does not let it see")
  func imports() throws {
    let rooms = try PackageManifest().rooms
    #expect(rooms.count >= 20)
    for room in rooms {
      let allowed = Set(room.sees).union(Self.toolchain[room.name] ?? [])
      let files = try SourceFile.all(below: room.path)
      #expect(!files.isEmpty, "\(room)")
      for file in files {
        let foreign = Set(file.imports).subtracting(allowed)
        #expect(foreign.isEmpty, "\(file) imports \(foreign.sorted())")
      }
    }
  }

  @Test("A C library is seen by one room, and the command's side of the wall sees none")
  func homesOfC() throws {
    let rooms = try PackageManifest().rooms
    for room in rooms {
      for module in room.sees where module.hasPrefix("C") && Self.homesOfC[module] != nil {
        #expect(Self.homesOfC[module] == room.name, "\(room) sees \(module)")
      }
    }
    let libraries = ["Vips", "FFmpeg", "ColourProfiles", "Inflation"]
    let reached = Self.reachable(from: "thumbs", in: rooms)
    #expect(reached.contains("MediaSniffer"))
    #expect(reached.isDisjoint(with: libraries))
    #expect(Self.reachable(from: "thumbs-worker", in: rooms).isSuperset(of: libraries))
  }

  @Test("Words, bytes and plans touch no system, and nothing sees Foundation")
  func pureRooms() throws {
    let pure = [
      "MediaTypes", "MediaSniffer", "HEIFItems", "PreviewPlanning", "JSONText", "WorkerProtocol",
    ]
    for room in try PackageManifest().rooms where pure.contains(room.name) {
      #expect(Self.toolchain[room.name] == nil, "\(room)")
    }
    let files = try SourceFile.all(below: "Sources")
    #expect(files.count >= 100)
    for file in files { #expect(!file.imports.contains("Foundation"), "\(file)") }
  }

  @Test("Memory is touched by hand in few rooms only")
  func unsafeRooms() throws {
    for room in try PackageManifest().rooms where !Self.unsafeRooms.contains(room.name) {
      for file in try SourceFile.all(below: room.path) {
        let lines = file.lines.filter { line in
          let words = line.split(separator: " ")
          return words.first?.hasPrefix("//") != true
            && words.contains { $0.trimmingPrefix("(") == "unsafe" }
        }
        #expect(lines.isEmpty, "\(file): \(lines)")
      }
    }
  }

  @Test("Whoever vouches for shared memory says why")
  func vouching() throws {
    for file in try SourceFile.all(below: "Sources") {
      for (index, line) in file.lines.enumerated()
      where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
        let before = file.lines[max(0, index - 6)...index]
        #expect(before.contains { $0.contains("SAFETY:") }, "\(file):\(index + 1)")
      }
    }
  }

  @Test("No file is so long that a second noun hides in it", arguments: ["Sources", "Tests"])
  func lengths(directory: String) throws {
    let files = try SourceFile.all(below: directory)
    #expect(files.count >= 30)
    for file in files { #expect(file.lines.count < 600, "\(file)") }
  }

  @Test("Everything that the C targets ask Debian for is set up")
  func setUp() throws {
    let packages = try PackageManifest().debianPackages
    #expect(packages.count >= 5)
    let script = PackageManifest.directory.appending(path: "Scripts/setup")
    let words = try String(contentsOf: script, encoding: .utf8).split { " \n\"".contains($0) }
    for package in packages { #expect(words.contains { $0 == package }, "\(package)") }
  }

  /// A target and all that it sees, near and far.
  private static func reachable(
    from name: String, in rooms: [PackageManifest.Target]
  ) -> Set<String> {
    var reached: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      guard reached.insert(next).inserted else { continue }
      waiting += rooms.first { $0.name == next }?.sees ?? []
    }
    return reached
  }
}
