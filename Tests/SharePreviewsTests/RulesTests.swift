import MediaTypes
import SharePreviews
import TestSupport
import Testing

@Suite("Rules of a share tool", .timeLimit(.minutes(1)))
struct RulesTests {
  static let address = ShareItem(
    .bytes(Array("https://example.org/a?b=c\n".utf8)), claimedType: .url)

  static func items() throws -> [ShareItem] {
    let photo = try Fixture.at("same-picture/colour.jpg").filePath
    let video = Fixture.all.first { $0.kind == .video && $0.expectation.demandsPreview }
    let audio = Fixture.all.first { $0.kind == .audio }
    return [
      .file(photo), .file(try #require(video).filePath),
      .file(try #require(audio).filePath), ShareItem(.bytes(Samples.pdf)),
      address, ShareItem(.bytes(Samples.html)), ShareItem(.bytes(Samples.text)),
      ShareItem(.bytes([0, 1, 2, 3, 4, 5, 6, 7])), ShareItem(.bytes([])),
    ]
  }

  static func verdict(on items: [ShareItem], _ rules: ShareRules) async -> ShareVerdict {
    let maker = FakeMaker()
    let verdict = await ShareSession(items, by: maker).verdict(by: rules)
    #expect(maker.questions.isEmpty, "a verdict needs no decoder")
    return verdict
  }

  @Test("Each item counts as what its content is")
  func kinds() async throws {
    let verdict = await Self.verdict(on: try Self.items(), ShareRules())
    #expect(
      verdict.items.map(\.kind) == [
        .image, .video, .audio, .document, .url, .webPage, .text, .other, nil,
      ])
    #expect(verdict.items.map(\.isAccepted) == [Bool](repeating: true, count: 8) + [false])
    #expect(verdict.items[8].refusal?.code == .unreadable)
    #expect(!verdict.isAccepted)
  }

  @Test("Text is an address only where it was claimed to be one and is nothing else")
  func addresses() async {
    let texts: [(String, UniformType?, ShareKind)] = [
      ("https://example.org", .url, .url), ("mailto:ada@example.org", .url, .url),
      ("https://example.org", nil, .text), ("see https://example.org", .url, .text),
      ("example.org", .url, .text), ("https://exa mple.org", .url, .text),
      ("https:", .url, .text), ("9a:b", .url, .text), ("https://a/<b>", .url, .text),
    ]
    let items = texts.map { ShareItem(.bytes(Array($0.0.utf8)), claimedType: $0.1) }
    let verdict = await Self.verdict(on: items, ShareRules())
    for (text, item) in zip(texts, verdict.items) { #expect(item.kind == text.2, "\(text.0)") }
  }

  @Test(
    "Of a kind, as many are taken as the rule says, and the first ones",
    arguments: [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
  func counts(limit: Int, taken: Int) async {
    let gif = ShareItem(.bytes(Samples.gif))
    var rules = ShareRules()
    rules.maxCounts = [.image: limit]
    let verdict = await Self.verdict(
      on: [gif, ShareItem(.bytes(Samples.text)), gif, gif], rules)
    let pictures = verdict.items.filter { $0.kind == .image }
    #expect(pictures.prefix(taken).allSatisfy { $0.isAccepted })
    #expect(pictures.dropFirst(taken).allSatisfy { $0.refusal?.code == .tooManyOfKind })
    #expect(verdict.items[1].isAccepted)
    #expect(verdict.isAccepted == (taken == 3))
  }

  @Test("What is refused does not count against what follows")
  func refusedDoNotCount() async {
    var rules = ShareRules()
    rules.maxItemCount = 2
    rules.maxCounts = [.text: 0]
    let gif = ShareItem(.bytes(Samples.gif))
    let verdict = await Self.verdict(
      on: [ShareItem(.bytes(Samples.text)), gif, gif, gif], rules)
    #expect(
      verdict.items.map { $0.refusal?.code } == [.tooManyOfKind, nil, nil, .tooManyItems])
  }

  @Test(
    "Bytes are summed over what is taken; exactly the limit is allowed",
    arguments: [(-1, [true, false, false]), (0, [true, true, false]), (1, [true, true, false])])
  func totalBytes(slack: Int, taken: [Bool]) async {
    var rules = ShareRules()
    rules.maxTotalBytes = UInt64(2 * Samples.gif.count + slack)
    let items = [ShareItem](repeating: ShareItem(.bytes(Samples.gif)), count: 3)
    let verdict = await Self.verdict(on: items, rules)
    #expect(verdict.items.map(\.isAccepted) == taken)
    #expect(verdict.items.last?.refusal?.code == .tooManyBytes)
  }

  @Test(
    "Types are allowed by conformance",
    arguments: [
      ([UniformType.image], true, false), ([.text], false, true), ([.data], true, true),
      ([UniformType("com.compuserve.gif")], true, false), ([.movie, .audio], false, false),
    ] as [([UniformType], Bool, Bool)])
  func types(allowed: [UniformType], gif: Bool, text: Bool) async {
    var rules = ShareRules()
    rules.allowedTypes = allowed
    let verdict = await Self.verdict(
      on: [ShareItem(.bytes(Samples.gif)), ShareItem(.bytes(Samples.text))], rules)
    #expect(verdict.items.map(\.isAccepted) == [gif, text])
  }

  @Test("Too few items are a shortage, not a refusal")
  func shortage() async {
    var rules = ShareRules()
    rules.minItemCount = 2
    let verdict = await Self.verdict(on: [ShareItem(.bytes(Samples.gif))], rules)
    #expect(verdict.items.allSatisfy { $0.isAccepted })
    #expect(verdict.shortage == "at least 2 items are wanted, 1 can be taken")
    #expect(!verdict.isAccepted)
  }

  @Test("A claim does not make an item what it is not")
  func claims() async {
    let item = ShareItem(
      .bytes(Samples.text), suggestedName: "photo.jpg", claimedType: UniformType("public.jpeg"))
    let verdict = await Self.verdict(on: [item], ShareRules())
    #expect(verdict.items[0].kind == .text)
  }
}

@Suite("Rules as activation keys", .timeLimit(.minutes(1)))
struct ActivationTests {
  static let prefix = "NSExtensionActivation"

  static func rules(_ keys: [String: Int]) throws -> ShareRules {
    try ShareRules(
      activationRule: Dictionary(
        uniqueKeysWithValues: keys.map { ("NSExtensionActivation" + $0.key, $0.value) }))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let keys: [String: Int]
    /// Which of `RulesTests.items` are taken: image, video, audio, PDF, URL, page, text, other.
    let taken: [ShareKind]
    var testDescription: String { "\(keys)" }

    init(_ keys: [String: Int], _ taken: [ShareKind]) {
      self.keys = keys
      self.taken = taken
    }
  }

  @Test(
    "What is named is taken, and nothing else",
    arguments: [
      Case([:], []),
      Case(["SupportsImageWithMaxCount": 1], [.image]),
      Case(["SupportsMovieWithMaxCount": 3], [.video]),
      Case(["SupportsText": 1], [.text]),
      Case(["SupportsText": 0], []),
      Case(["SupportsWebURLWithMaxCount": 1], [.url]),
      Case(["SupportsWebPageWithMaxCount": 1], [.webPage]),
      Case(["SupportsFileWithMaxCount": 1], [.image]),
      Case(["SupportsFileWithMaxCount": 9], ShareKind.allCases),
      Case(
        ["SupportsFileWithMaxCount": 2, "SupportsImageWithMaxCount": 0], [.video, .audio]),
      Case(
        ["SupportsImageWithMaxCount": 1, "SupportsMovieWithMaxCount": 1, "DictionaryVersion": 2],
        [.image, .video]),
      Case(
        [
          "SupportsImageWithMaxCount": 1, "SupportsMovieWithMaxCount": 1,
          "SupportsAttachmentsWithMaxCount": 1,
        ], [.image]),
    ])
  func taken(_ example: Case) async throws {
    let items = try RulesTests.items().dropLast()
    let verdict = await RulesTests.verdict(on: Array(items), try Self.rules(example.keys))
    let taken = verdict.items.filter(\.isAccepted).compactMap(\.kind)
    #expect(Set(taken) == Set(example.taken))
    #expect(taken.count == example.taken.count)
  }

  @Test("Fewer attachments than the least are a shortage")
  func minimum() async throws {
    let rules = try Self.rules([
      "SupportsImageWithMaxCount": 3, "SupportsAttachmentsWithMinCount": 2,
    ])
    #expect(rules.minItemCount == 2)
  }

  @Test(
    "A key that nobody knows and a negative number are refused, with the key",
    arguments: [("SupportsHologramWithMaxCount", 1), ("SupportsImageWithMaxCount", -1)])
  func refusals(key: String, number: Int) {
    let error = #expect(throws: ShareRules.ActivationError.self) { try Self.rules([key: number]) }
    #expect(error?.description.contains(key) == true)
  }

  @Test("A key without the prefix is refused")
  func prefix() {
    #expect(throws: ShareRules.ActivationError.self) {
      try ShareRules(activationRule: ["SupportsText": 1])
    }
  }
}
