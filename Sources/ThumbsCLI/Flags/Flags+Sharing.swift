import MediaTypes
import SharePreviews

/// Flags that say what a share takes, and how it is handed on.
extension Flag {
  static let maxImages = most("images", of: .image, "pictures")
  static let maxVideos = most("videos", of: .video, "videos")
  static let maxAudio = most("audio", of: .audio, "sound files")
  static let maxDocuments = most("documents", of: .document, "documents")
  static let maxURLs = most("urls", of: .url, "addresses")
  static let maxTexts = most("texts", of: .text, "texts")

  static let maxItems = Flag(
    "max-items", Value("N"), in: .rules, summary: "Take at most N items of all kinds together"
  ) { arguments, word throws(ValueError) in
    arguments.share.rules.maxItemCount = try ValueGrammar.number(word.text, in: 0...1_000_000)
  }

  static let minItems = Flag(
    "min-items", Value("N", default: "0"), in: .rules, summary: "Want at least N items"
  ) { arguments, word throws(ValueError) in
    arguments.share.rules.minItemCount = try ValueGrammar.number(word.text, in: 0...1_000_000)
  }

  static let maxTotal = Flag(
    "max-total", Value("BYTES"), in: .rules, summary: "Take at most BYTES in all",
    details: ["Written as 25MB, 1GiB or as a plain number; all units are powers of 1024."]
  ) { arguments, word throws(ValueError) in
    arguments.share.rules.maxTotalBytes = try ValueGrammar.byteCount(word.text)
  }

  static let allowedTypes = Flag(
    "allow", Value("TYPE[,TYPE...]"), in: .rules,
    summary: "Take only items that are, or conform to, one of the types",
    details: [
      """
      Types are uniform type identifiers, such as public.image, public.movie or com.adobe.pdf; \
      what an item is, its content decides.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.share.rules.allowedTypes = try ValueGrammar.types(word.text)
  }

  static let rulesFile = Flag(
    "rules", Value("FILE", .file), in: .rules,
    summary: "Read an activation rule from FILE, a JSON object",
    details: [
      """
      Its keys are those of share extensions: NSExtensionActivationSupportsImageWithMaxCount, \
      MovieWithMaxCount, FileWithMaxCount, WebURLWithMaxCount, WebPageWithMaxCount and \
      AttachmentsWithMaxCount and MinCount, and NSExtensionActivationSupportsText. As there, what \
      is not named is not taken. Other flags for rules go before the file's.
      """
    ]
  ) { $0.share.rulesFile = $1 }

  static let shareSizes = Flag(
    "size", short: "s", Value("SIZE[,SIZE...]", default: "small"), in: .picture,
    summary: "Make thumbnails of these sizes",
    details: [
      """
      small is 256 pixels on the longer side, big 1024; a number is that many pixels. All are made \
      from one decode.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.share.sizes = try ValueGrammar.shareSizes(word.text)
  }

  static let sessionDirectory = Flag(
    "output", short: "o", Value("DIR", .directory), in: .output,
    summary: "Write thumbnails, a manifest and the items to DIR, for another process",
    details: [
      "DIR must not exist. It appears when it is complete; who finds it finds all of it."
    ]
  ) { $0.output = $1 }

  static let originals = Flag(
    "originals", Value("HOW", .words(of: HandOff.Originals.self), default: "links"), in: .output,
    summary: "Put the items themselves into DIR as links, as copies, or not at all",
    details: [
      """
      links makes one more name for each file, and a copy where that cannot be, as across file \
      systems.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.share.originals = try ValueGrammar.choice(word.text, of: HandOff.Originals.self)
  }

  static let inline = Flag(
    "inline", in: .output, summary: "Print thumbnails inside of the JSON, as base64"
  ) { $0.share.isInline = true }

  static let early = Flag(
    "early", in: .output, summary: "Print results as they come, early previews among them",
    details: [
      """
      An early preview comes from a picture inside the file, or is of the smallest size; \
      \"final\":false tells that a better one follows. Without this there is one line an item, in \
      their order.
      """
    ]
  ) { $0.share.printsEarly = true }

  /// The flags that say what is taken.
  static let shareRules: [Flag] = [
    .maxImages, .maxVideos, .maxAudio, .maxDocuments, .maxURLs, .maxTexts, .maxItems, .minItems,
    .maxTotal, .allowedTypes, .rulesFile,
  ]

  private static func most(_ name: String, of kind: ShareKind, _ words: String) -> Flag {
    Flag("max-\(name)", Value("N"), in: .rules, summary: "Take at most N \(words)") {
      arguments, word throws(ValueError) in
      arguments.share.rules.maxCounts[kind] = try ValueGrammar.number(word.text, in: 0...1_000_000)
    }
  }
}
