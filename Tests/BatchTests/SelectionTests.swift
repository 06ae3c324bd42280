import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PathPatternTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var pattern: String
    var fitting: [String]
    var others: [String]
    var testDescription: String { pattern }
  }

  static let cases = [
    Case(pattern: "*.jpg", fitting: ["a.jpg", "x/y/a.jpg", ".jpg"], others: ["a.JPG", "a.jpg/b"]),
    Case(pattern: "IMG_????.*", fitting: ["IMG_0001.heic"], others: ["IMG_001.heic", "IMG_0001"]),
    Case(pattern: "a/*.jpg", fitting: ["a/b.jpg"], others: ["a/b/c.jpg", "x/a/b.jpg", "a.jpg"]),
    Case(
      pattern: "a/**/c.jpg", fitting: ["a/c.jpg", "a/b/c.jpg", "a/b/b/c.jpg"],
      others: ["x/a/c.jpg", "a/b/d.jpg"]),
    Case(
      pattern: "**/old", fitting: ["old", "x/old", "x/y/old"], others: ["old/x", "bold", "x/bold"]),
    Case(pattern: "/top", fitting: ["top"], others: ["topper", "x/top"]),
    Case(pattern: "cache/", fitting: ["cache", "x/cache"], others: ["cache/x"]),
    Case(pattern: "[a-c]?[!0-9]", fitting: ["b1x", "c_-"], others: ["d1x", "b11", "b1"]),
    Case(pattern: "[x", fitting: ["[x"], others: ["x"]),
    Case(pattern: #"\*.jpg"#, fitting: ["*.jpg"], others: ["a.jpg"]),
    Case(pattern: "", fitting: [""], others: ["a"]),
    Case(pattern: "*", fitting: ["", "a", "x/a"], others: []),
  ]

  @Test("A pattern fits what it says and nothing else", arguments: cases)
  func fits(example: Case) {
    let pattern = PathPattern(Array(example.pattern.utf8))
    for path in example.fitting { #expect(pattern.fits(Array(path.utf8)), "\(path)") }
    for path in example.others { #expect(!pattern.fits(Array(path.utf8)), "\(path)") }
  }

  @Test("A pattern that would make others try for ever is done in no time")
  func bounded() {
    let pattern = PathPattern(Array((String(repeating: "*a", count: 60) + "b").utf8))
    #expect(!pattern.fits([UInt8](repeating: 0x61, count: 2000)))
  }
}

/// Which files a run takes.
@Suite(.timeLimit(.minutes(2)))
struct SelectionTests {
  let harness: BatchHarness

  init() throws {
    harness = try BatchHarness()
    for name in ["a.pgm", "sub/b.PGM", "sub/old/c.pgm", ".hidden/d.pgm", "sub/.e.pgm"] {
      try harness.add(name)
    }
    try harness.place.write(Array("text".utf8), to: "in/f.txt")
  }

  func paths(_ change: (inout FileSelection) -> Void) throws -> Set<String> {
    change(&harness.options.selection)
    try harness.run()
    return Set(try harness.lines().keys)
  }

  func pattern(_ text: String) -> PathPattern { PathPattern(Array(text.utf8)) }

  @Test("What fits nothing that is included is not there to the run; excluded directories neither")
  func patterns() throws {
    #expect(
      try paths { $0.included = [pattern("*.pgm"), pattern("sub/*")] } == [
        "a.pgm", "sub/b.PGM", "sub/old/c.pgm",
      ])
    #expect(try paths { $0.excluded = [pattern("old")] } == ["a.pgm", "sub/b.PGM"])
    #expect(try paths { $0.included = [] } == ["a.pgm", "sub/b.PGM", "f.txt"])
  }

  @Test("Endings of names count in either case")
  func extensions() throws {
    #expect(
      try paths { $0.extensions = [Array("pgm".utf8)] } == ["a.pgm", "sub/b.PGM", "sub/old/c.pgm"])
    #expect(try paths { $0.extensions = [Array("txt".utf8)] } == ["f.txt"])
  }

  @Test("Kinds follow from the content, also of files that are known already")
  func kinds() throws {
    #expect(try paths { $0.kinds = [.image] } == ["a.pgm", "sub/b.PGM", "sub/old/c.pgm"])
    #expect(try paths { $0.kinds = [.image] } == ["a.pgm", "sub/b.PGM", "sub/old/c.pgm"])
    #expect(try paths { $0.kinds = [.video, .audio] } == [])
    #expect(try paths { $0.kinds = [.document] } == ["f.txt"])
    #expect(try paths { $0.kinds = [] }.count == 4)
    #expect(try paths { $0.kinds = [.document] } == ["f.txt"])
  }

  @Test("Hidden files are walked where that is wanted")
  func hidden() throws {
    #expect(
      try paths { $0.takesHidden = true } == [
        "a.pgm", "sub/b.PGM", "sub/old/c.pgm", "f.txt", ".hidden/d.pgm", "sub/.e.pgm",
      ])
  }

  @Test("Size and time are bounds, the time to the nanosecond")
  func status() throws {
    let file = harness.root + "/a.pgm"
    try Data(repeating: 0x20, count: 5000).write(to: URL(filePath: harness.root + "/g.txt"))
    #expect(
      try paths { $0.largestByteCount = 4999 } == ["a.pgm", "sub/b.PGM", "sub/old/c.pgm", "f.txt"])
    #expect(try paths { $0.largestByteCount = 5000 }.contains("g.txt"))
    let at = Syscalls.currentDirectoryNumber
    for path in ["sub/b.PGM", "sub/old/c.pgm", "f.txt", "g.txt"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1000)],
        ofItemAtPath: harness.root + "/" + path)
    }
    let status = try Syscalls.status(of: Array(file.utf8), in: at)
    let seconds = status.modificationSeconds
    let exact = FileSelection.Time(seconds: seconds, nanoseconds: status.modificationNanoseconds)
    let before = FileSelection.Time(seconds: 1000, nanoseconds: 1)
    #expect(try paths { $0.newerThan = before } == ["a.pgm"])
    #expect(try paths { $0.newerThan = exact } == [])
  }

  @Test("Links are followed where that is wanted, and no loop is walked")
  func links() throws {
    let files = FileManager.default
    let other = harness.place.path + "/other"
    try files.createDirectory(atPath: other, withIntermediateDirectories: false)
    try Data(BatchHarness.picture("thumbnail 9")).write(to: URL(filePath: other + "/z.pgm"))
    try files.createSymbolicLink(atPath: harness.root + "/there", withDestinationPath: "../other")
    try files.createSymbolicLink(atPath: harness.root + "/sub/loop", withDestinationPath: "..")
    try files.createSymbolicLink(atPath: harness.root + "/y.pgm", withDestinationPath: "a.pgm")
    try files.createSymbolicLink(atPath: harness.root + "/none.pgm", withDestinationPath: "none")
    let all: Set = ["a.pgm", "sub/b.PGM", "sub/old/c.pgm", "f.txt"]
    #expect(try paths { $0.followsLinks = true } == all.union(["there/z.pgm", "y.pgm"]))
    #expect(try paths { $0.followsLinks = false } == all)
  }

  @Test("A walk stays on its file system where that is wanted")
  func fileSystem() throws {
    // No file system can be put there by everyone; that all files are on one is seen at least.
    #expect(try paths { $0.staysOnFileSystem = true }.count == 4)
  }

  @Test("An ordered report has the order of names, a list's its own")
  func ordered() throws {
    for number in 0..<30 {
      try harness.add("n/\(number % 10)\(number)", number % 7 == 0 ? "sleep 60" : "thumbnail 9")
    }
    harness.options.isOrdered = true
    harness.options.jobs = 4
    harness.options.budgetByteCount = 400 << 20
    harness.options.selection.included = [pattern("n/*")]
    try harness.run()
    func order() throws -> [String] {
      try String(contentsOfFile: harness.report, encoding: .utf8).split(separator: "\n").map {
        try Line(String($0)).path
      }
    }
    let paths = try order()
    #expect(paths.count == 30)
    #expect(paths == paths.sorted())
    let list = paths.shuffled().map { harness.root + "/" + $0 } + [harness.root + "/none"]
    harness.options.selection.included = []
    harness.options.inputs = [
      .list(Array((harness.place.path + "/list").utf8), separator: .newline)
    ]
    try harness.place.write(Array(list.joined(separator: "\n").utf8), to: "list")
    try harness.run()
    #expect(try order() == list)
  }

  @Test(
    "Every layout gives each file a place of its own, and a second run finds it",
    arguments: OutputLayout.allCases)
  func layouts(layout: OutputLayout) throws {
    try harness.add("sub%2Fb.PGM")
    try harness.add(String(repeating: "long/", count: 60) + "x.pgm")
    harness.options.layout = layout
    harness.options.selection.extensions = [Array("pgm".utf8)]
    let summary = try harness.run()
    #expect(summary.counts.made == 5)
    let outputs = try harness.outputs()
    #expect(outputs.count == 5)
    let told = try harness.lines().values.flatMap(\.outputs)
    #expect(Set(told) == outputs)
    switch layout {
    case .tree: #expect(outputs.contains("sub/b.PGM.jpg") && outputs.contains("sub%2Fb.PGM.jpg"))
    case .flat:
      #expect(outputs.contains("sub%2Fb.PGM.jpg") && outputs.contains("sub%252Fb.PGM.jpg"))
      #expect(outputs.allSatisfy { !$0.contains("/") })
    case .sharded:
      #expect(outputs.allSatisfy { $0.contains(#/^[0-9a-f]{2}\/[0-9a-f]{2}\/[^\/]+$/#) })
    }
    #expect(try harness.run().counts.current == 5)
    try FileManager.default.removeItem(atPath: harness.root + "/a.pgm")
    harness.options.prunes = true
    #expect(try harness.run().counts.pruned == 1)
    #expect(try harness.outputs().count == 4)
  }
}
