import MediaTypes
import MemoryBudget
import Testing

// The grammar is this room's own; no other room sees it.
@testable import ThumbsCLI

@Suite("Values of flags", .timeLimit(.minutes(1)))
struct ValueGrammarTests {
  @Test(
    "Bytes are written with units of 1024 or without a unit",
    arguments: [
      ("120MB", 125_829_120), ("120mb", 125_829_120), ("64MiB", 67_108_864),
      ("1GiB", 1_073_741_824), ("1G", 1_073_741_824), ("1.5k", 1536), ("4096", 4096), ("7b", 7),
      ("2TB", 2_199_023_255_552),
    ] as [(String, UInt64)])
  func byteCounts(text: String, bytes: UInt64) throws {
    #expect(try ValueGrammar.byteCount(text) == bytes)
  }

  @Test("A limit is a number of bytes or the name of a platform's")
  func limits() throws {
    #expect(try ValueGrammar.memoryLimit("64MB") == MemoryLimit(byteCount: 64 << 20))
    #expect(try ValueGrammar.memoryLimit("120MB") == .shareExtension)
    #expect(try ValueGrammar.memoryLimit("share-extension") == .shareExtension)
    #expect(
      try ValueGrammar.memoryLimit("widget")
        == MemoryLimit(byteCount: 30 << 20, counting: .anonymous))
    #expect(
      try ValueGrammar.memoryLimit("notification-service")
        == MemoryLimit(byteCount: 24 << 20, counting: .anonymous))
    let error = #expect(throws: ValueError.self) { try ValueGrammar.memoryLimit("widgte") }
    #expect("\(String(describing: error))".contains("did you mean widget?"))
    #expect(throws: ValueError.self) { try ValueGrammar.memoryLimit("") }
  }

  @Test(
    "What is no number of bytes is refused",
    arguments: [
      "", "MB", "-1MB", "+1", "0", "0.2", "1.MB", ".5MB", "1..5MB", "12XB", "1 MB", "1e3", "0x10",
      "nan", "inf", "٣MB", "9999999999999999999999", "4194304TB", "1.2.3",
      String(repeating: "9", count: 400),
    ])
  func wrongByteCounts(text: String) {
    #expect(throws: ValueError.self) { try ValueGrammar.byteCount(text) }
  }

  @Test(
    "Times are written with a unit; a bare number is seconds",
    arguments: [
      ("500ms", .milliseconds(500)), ("30s", .seconds(30)), ("30", .seconds(30)),
      ("2m", .seconds(120)), ("2min", .seconds(120)), ("1h", .seconds(3600)),
      ("1.5s", .milliseconds(1500)),
    ] as [(String, Duration)])
  func durations(text: String, duration: Duration) throws {
    #expect(try ValueGrammar.duration(text) == duration)
  }

  @Test(
    "What is no time is refused",
    arguments: ["", "s", "0", "0.1ms", "-3s", "3d", "1e9h", "9999999h"])
  func wrongDurations(text: String) {
    #expect(throws: ValueError.self) { try ValueGrammar.duration(text) }
  }

  @Test(
    "Sizes are a list in the order given, each once",
    arguments: [("256", [256]), ("45,256,1024", [45, 256, 1024]), ("256,45,256", [256, 45])])
  func sizes(text: String, sizes: [Int]) throws {
    #expect(try ValueGrammar.sizes(text) == sizes)
  }

  @Test(
    "What is no list of sizes is refused",
    arguments: [
      "", ",", "256,", ",256", "0", "-1", "65501", "256;45", "1e2", "99999999999999999999",
    ])
  func wrongSizes(text: String) {
    #expect(throws: ValueError.self) { try ValueGrammar.sizes(text) }
  }

  @Test(
    "Colours have a name or three or six digits",
    arguments: [
      ("white", .white), ("Black", RGBColour(red: 0, green: 0, blue: 0)),
      ("#f80", RGBColour(red: 255, green: 136, blue: 0)),
      ("C93C28", RGBColour(red: 201, green: 60, blue: 40)),
    ] as [(String, RGBColour)])
  func colours(text: String, colour: RGBColour) throws {
    #expect(try ValueGrammar.colour(text) == colour)
  }

  @Test(
    "What is no colour is refused",
    arguments: ["", "#", "#ff", "#ggg", "reddish", "#ff00ff00", "#١١١"])
  func wrongColours(text: String) {
    #expect(throws: ValueError.self) { try ValueGrammar.colour(text) }
  }

  @Test(
    "A place in a video is a word, a time or a part",
    arguments: [
      ("first", .first), ("best", .best), ("3s", .seconds(3)), ("1.5m", .seconds(90)),
      ("250ms", .seconds(0.25)), ("0%", .fraction(0)), ("12.5%", .fraction(0.125)),
      ("100%", .fraction(1)),
    ] as [(String, ThumbnailOptions.FrameChoice)])
  func frames(text: String, choice: ThumbnailOptions.FrameChoice) throws {
    #expect(try ValueGrammar.frame(text) == choice)
  }

  @Test(
    "What is no place in a video is refused",
    arguments: ["", "3", "101%", "-1s", "%", "middle"])
  func wrongFrames(text: String) {
    #expect(throws: ValueError.self) { try ValueGrammar.frame(text) }
  }

  @Test("A word that is none of the choices is told them, and the nearest one")
  func choices() throws {
    #expect(try ValueGrammar.choice("webp", of: OutputFormat.self) == .webp)
    let error = #expect(throws: ValueError.self) {
      try ValueGrammar.choice("jpg", of: OutputFormat.self)
    }
    #expect(error?.message == "is none of jpeg, png, webp, avif; did you mean jpeg?")
  }
}
