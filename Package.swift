// swift-tools-version: 6.2

import PackageDescription

// One target a concern; arrows of import run one way. Each target's line says what it is for,
// and its dependency list is the whole of what it may see.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A Swift room of the package.
func room(_ name: String, sees dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target that mirrors a room.
func tests(
  _ name: String, sees dependencies: [Target.Dependency], excluding files: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: files,
    swiftSettings: [
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ])
}

let package = Package(
  name: "thumbs",
  products: [
    .library(name: "Thumbnails", targets: ["Thumbnails", "MediaTypes"]),
    .library(
      name: "SharePreviews",
      targets: ["SharePreviews", "IsolatedThumbnails", "Thumbnails", "MediaTypes"]),
    // What Scripts/link-library makes libthumbs.so of.
    .library(name: "thumbs-interface", type: .dynamic, targets: ["ThumbsInterface"]),
    .executable(name: "thumbs", targets: ["thumbs"]),
    .executable(name: "thumbs-worker", targets: ["thumbs-worker"]),
  ],
  targets: [
    // C, seen by one Swift target each.
    .systemLibrary(
      name: "CVips", pkgConfig: "gobject-2.0", providers: [.apt(["libvips-dev"])]),
    // FFmpeg is not linked: CFFmpegLoader loads it when it is first needed.
    .systemLibrary(
      name: "CFFmpeg",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"])]),
    .systemLibrary(name: "CDav1d", pkgConfig: "dav1d", providers: [.apt(["libdav1d-dev"])]),
    // Loads libjxl when it is first needed.
    .target(name: "CJXL", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CFFmpegLoader", exclude: ["functions.h"], linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CVipsShims", dependencies: ["CVips"],
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
      ]),
    .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CSystem"),
    .systemLibrary(name: "CThumbs"),

    // Words, bytes and bounds: no C library.
    room("MediaTypes"),
    room("SystemCalls", sees: ["CSystem"]),
    room("ByteSources", sees: ["MediaTypes", "SystemCalls"]),
    room("MediaSniffer", sees: ["MediaTypes"]),
    room("HEIFItems", sees: ["ByteSources", "MediaTypes"]),
    room("MediaReading", sees: ["ByteSources", "MediaSniffer", "MediaTypes"]),
    room("MemoryBudget", sees: ["MediaTypes"]),
    room("PreviewPlanning", sees: ["MediaTypes", "MemoryBudget"]),
    room("BlockingWork"),
    room("JSONText"),
    room("ThumbnailMaking", sees: ["ByteSources", "MediaTypes"]),
    room(
      "SharePreviews",
      sees: [
        "BlockingWork", "ByteSources", "JSONText", "MediaReading", "MediaTypes", "SystemCalls",
        "ThumbnailMaking",
      ]),
    room("SQLite", sees: ["CSQLite"]),

    // Decoders of our own for pictures where no library stays in bounds.
    room("Inflation", sees: ["CISAL"]),
    room("LowMemoryDecoding", sees: ["ByteSources", "Inflation", "MediaTypes"]),

    // The rooms that see a media library, and what is built on them.
    room("Vips", sees: ["ByteSources", "CVipsShims", "MediaTypes"]),
    room(
      "FFmpeg",
      sees: ["ByteSources", "CDav1d", "CFFmpeg", "CFFmpegLoader", "MediaTypes", "SystemCalls"]),
    room("JXL", sees: ["ByteSources", "CJXL", "MediaTypes"]),
    room("Pixels", sees: ["MediaTypes", "MemoryBudget"]),
    room(
      "ImageDecoding",
      sees: [
        "ByteSources", "ColourRendering", "FFmpeg", "HEIFItems", "JXL", "LowMemoryDecoding",
        "MediaTypes", "MemoryBudget", "Pixels", "PreviewPlanning", "Vips",
      ]),
    room(
      "VideoDecoding",
      sees: [
        "ByteSources", "ColourRendering", "FFmpeg", "MediaTypes", "MemoryBudget", "Pixels",
        "PreviewPlanning",
      ]),
    room("ColourProfiles", sees: ["CLCMS"]),
    room("ColourRendering", sees: ["MediaTypes"]),
    room(
      "ImageFinishing",
      sees: ["ColourProfiles", "ColourRendering", "MediaTypes", "MemoryBudget", "Pixels", "Vips"]),
    room(
      "Thumbnails",
      sees: [
        "BlockingWork", "ByteSources", "ImageDecoding", "ImageFinishing", "MediaReading",
        "MediaTypes", "MemoryBudget", "Pixels", "PreviewPlanning", "SystemCalls", "ThumbnailMaking",
        "VideoDecoding",
      ]),

    // Isolation and the command: no C library on the supervisor's side.
    room("WorkerProtocol", sees: ["MediaTypes", "PreviewPlanning"]),
    room("Confinement", sees: ["SystemCalls"]),
    room(
      "WorkerService",
      sees: [
        "ByteSources", "Confinement", "MediaTypes", "PreviewPlanning", "SystemCalls",
        "WorkerProtocol",
      ]),
    room(
      "DecoderWorkers",
      sees: [
        "ByteSources", "MediaReading", "MediaTypes", "MemoryBudget", "PreviewPlanning",
        "SystemCalls", "WorkerProtocol",
      ]),
    room(
      "IsolatedThumbnails",
      sees: [
        "BlockingWork", "ByteSources", "DecoderWorkers", "MediaTypes", "MemoryBudget",
        "PreviewPlanning", "SystemCalls", "ThumbnailMaking",
      ]),
    room(
      "ThumbsInterface",
      sees: [
        "CThumbs", "IsolatedThumbnails", "MediaTypes", "MemoryBudget", "SharePreviews",
        "ThumbnailMaking", "Thumbnails",
      ]),
    room(
      "Batch",
      sees: [
        "ByteSources", "DecoderWorkers", "JSONText", "MediaReading", "MediaTypes",
        "MemoryBudget", "PreviewPlanning", "SQLite", "SystemCalls", "ThumbnailCache",
        "WorkerProtocol",
      ]),
    room("ThumbnailCache", sees: ["MediaTypes", "SystemCalls"]),
    room("Gallery", sees: ["MediaTypes", "SystemCalls"]),
    room(
      "ThumbsCLI",
      sees: [
        "Batch", "ByteSources", "DecoderWorkers", "Gallery", "IsolatedThumbnails", "JSONText",
        "MediaReading", "MediaTypes", "MemoryBudget", "PreviewPlanning", "SharePreviews",
        "SystemCalls", "WorkerProtocol", "ThumbnailCache",
      ]),
    .executableTarget(
      name: "thumbs", dependencies: ["ThumbsCLI"], path: "Sources/ThumbsTool",
      swiftSettings: strict),
    .executableTarget(
      name: "thumbs-worker",
      dependencies: [
        "ByteSources", "MediaTypes", "PreviewPlanning", "SystemCalls", "Thumbnails",
        "WorkerProtocol", "WorkerService",
      ],
      path: "Sources/ThumbsWorkerTool", swiftSettings: strict),

    // Sniffing in a loop, for measuring.
    .executableTarget(
      name: "thumbs-sniff-loop", dependencies: ["ByteSources", "MediaReading", "MediaTypes"],
      path: "Benchmarks/sniff/loop", swiftSettings: strict),
    // What decoding takes, beside what was planned: see `Benchmarks/README.md`.
    .executableTarget(
      name: "memory-probe",
      dependencies: [
        "ByteSources", "DecoderWorkers", "MediaReading", "MediaTypes", "MemoryBudget",
        "PreviewPlanning", "SystemCalls", "Thumbnails", "WorkerProtocol", "thumbs-worker",
      ],
      path: "Benchmarks/MemoryProbe", swiftSettings: strict),
    // Every parser, tried with damaged files; `Fuzz/run` builds each of them with libFuzzer.
    .executableTarget(
      name: "parser-trials",
      dependencies: [
        "ByteSources", "ColourProfiles", "HEIFItems", "ImageDecoding", "ImageFinishing",
        "Inflation", "JSONText", "LowMemoryDecoding", "MediaReading", "MediaSniffer", "MediaTypes",
        "MemoryBudget", "Pixels", "PreviewPlanning", "SharePreviews", "SystemCalls",
        "ThumbnailCache", "Thumbnails", "WorkerProtocol",
      ],
      path: "Fuzz", exclude: ["LibFuzzer.swift", "RESULTS.md", "magic.dict", "run"],
      sources: ["Parsers", "Trials"], swiftSettings: strict),

    // What tests share, and a judge of pictures that shares no code with what it judges.
    .target(
      name: "TestSupport", dependencies: ["MediaTypes"], path: "Tests/TestSupport",
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
    tests("InflationTests", sees: ["Inflation"]),
    tests("MediaTypesTests", sees: ["MediaTypes"]),
    tests("MemoryBudgetTests", sees: ["MemoryBudget"]),
    tests("PixelsTests", sees: ["MediaTypes", "MemoryBudget", "Pixels"]),
    tests("PreviewPlanningTests", sees: ["MediaTypes", "PreviewPlanning"]),
    tests("ColourProfilesTests", sees: ["ColourProfiles"]),
    tests(
      "ImageFinishingTests",
      sees: ["ImageFinishing", "MediaTypes", "MemoryBudget", "Pixels", "Vips"]),
    // A worker that misbehaves as the files it is given say.
    .target(name: "CMisdeeds", path: "Tests/CMisdeeds"),
    .executableTarget(
      name: "thumbs-test-worker",
      dependencies: [
        "ByteSources", "CMisdeeds", "MediaTypes", "PreviewPlanning", "SystemCalls",
        "WorkerProtocol",
        "WorkerService",
      ],
      path: "Tests/TestWorker", swiftSettings: strict),
    tests(
      "DecoderWorkersTests",
      sees: [
        "ByteSources", "DecoderWorkers", "MediaTypes", "MemoryBudget", "PreviewPlanning",
        "SystemCalls",
        "WorkerProtocol", "thumbs-test-worker",
      ]),
    tests("ConfinementTests", sees: ["Confinement", "SystemCalls"]),
    .executableTarget(
      name: "share-example", dependencies: ["MediaTypes", "SharePreviews", "Thumbnails"],
      path: "Examples/Swift", swiftSettings: strict),
    tests(
      "InterfaceTests",
      sees: ["MediaTypes", "ThumbsInterface", "share-example", "thumbs", "thumbs-worker"],
      excluding: ["promises.c"]),
    tests(
      "IsolatedThumbnailsTests",
      sees: [
        "IsolatedThumbnails", "MediaTypes", "SharePreviews", "ThumbnailMaking",
        "thumbs-test-worker",
        "thumbs-worker",
      ]),
    tests(
      "SharePreviewsTests",
      sees: [
        "ByteSources", "JSONText", "MediaTypes", "SharePreviews", "SystemCalls", "ThumbnailMaking",
        "Thumbnails",
      ]),
    tests("MemoryPromiseTests", sees: ["MediaTypes", "memory-probe", "thumbs", "thumbs-worker"]),
    tests(
      "ThumbnailsTests", sees: ["ByteSources", "MediaTypes", "ThumbnailMaking", "Thumbnails"]),
    tests(
      "BatchTests",
      sees: [
        "Batch", "MediaTypes", "MemoryBudget", "SystemCalls", "thumbs", "thumbs-test-worker",
      ]),
    tests("JSONTextTests", sees: ["JSONText"]),
    tests("ByteSourcesTests", sees: ["ByteSources", "MediaTypes", "SystemCalls"]),
    tests("SQLiteTests", sees: ["SQLite"]),
    tests("ThumbnailCacheTests", sees: ["MediaTypes", "SystemCalls", "ThumbnailCache"]),
    tests("GalleryTests", sees: ["Gallery", "MediaTypes", "SystemCalls"]),
    tests(
      "ArchitectureTests", sees: ["MediaTypes", "PreviewPlanning", "thumbs", "thumbs-worker"]),
    tests("EndToEndTests", sees: ["MediaTypes", "thumbs", "thumbs-worker"]),
    tests("ThumbsCLITests", sees: ["MediaTypes", "MemoryBudget", "SystemCalls", "ThumbsCLI"]),
    tests("SystemCallsTests", sees: ["SystemCalls"]),
    tests("WorkerProtocolTests", sees: ["MediaTypes", "PreviewPlanning", "WorkerProtocol"]),
    tests("TestSupportTests", sees: ["MediaTypes"]),
    tests("LowMemoryDecodingTests", sees: ["ByteSources", "LowMemoryDecoding", "MediaTypes"]),
    tests(
      "ImageDecodingTests",
      sees: [
        "ByteSources", "HEIFItems", "ImageDecoding", "MediaTypes", "MemoryBudget", "Pixels",
        "PreviewPlanning",
      ]),
    tests("HEIFItemsTests", sees: ["ByteSources", "HEIFItems", "MediaTypes"]),
    tests("MediaSnifferTests", sees: ["MediaSniffer", "MediaTypes"]),
    tests("MediaReadingTests", sees: ["ByteSources", "MediaReading", "MediaTypes"]),
    tests("FFmpegTests", sees: ["ByteSources", "FFmpeg", "MediaTypes"]),
    tests(
      "VideoDecodingTests",
      sees: [
        "ByteSources", "ColourRendering", "FFmpeg", "MediaReading", "MediaTypes", "MemoryBudget",
        "Pixels",
        "PreviewPlanning", "VideoDecoding",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
