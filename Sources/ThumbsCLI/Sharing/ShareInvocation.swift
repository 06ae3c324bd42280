import MediaTypes
import SharePreviews

/// What `thumbs share` was asked for, as a session takes it.
struct ShareInvocation: Sendable {
  /// What is shared, in the order given.
  let items: [ShareItem]
  /// What is made of it.
  let options: ShareOptions
  /// What may be taken.
  let rules: ShareRules

  /// Works out what is meant.
  ///
  /// - Throws: A usage error where two wishes contradict each other or the rules cannot be read.
  init(_ arguments: TypedArguments, files: [Word]) throws(CommandFailure) {
    guard files.count(where: \.isDash) <= 1 else {
      throw .usage(UsageError("standard input is one item and can be named once"))
    }
    if let output = arguments.output, output.isDash {
      throw .usage(UsageError("--output wants a directory that does not exist"))
    }
    items = files.map(Self.item)
    var options = ShareOptions(sizes: arguments.share.sizes, deadline: arguments.deadline)
    options.thumbnails = arguments.thumbnails
    if arguments.share.printsEarly { options.earlyPreviews = .always }
    self.options = options
    rules = try Self.rules(arguments.share)
  }

  /// The rules of a file, with those of flags in their place.
  private static func rules(_ arguments: ShareArguments) throws(CommandFailure) -> ShareRules {
    guard let file = arguments.rulesFile else { return arguments.rules }
    var rules = try ActivationFile(file: file).rules()
    let own = arguments.rules
    rules.maxCounts.merge(own.maxCounts) { $1 }
    rules.maxItemCount = own.maxItemCount ?? rules.maxItemCount
    rules.minItemCount = max(own.minItemCount, rules.minItemCount)
    rules.maxTotalBytes = own.maxTotalBytes
    rules.allowedTypes = own.allowedTypes
    return rules
  }

  private static func item(_ word: Word) -> ShareItem {
    if word.isDash { return ShareItem(.descriptor(0), suggestedName: "standard input") }
    return .file(atBytes: word.bytes)
  }
}
