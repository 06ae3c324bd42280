import MediaTypes
import SharePreviews

/// What was typed for `thumbs share` beyond what other commands know.
struct ShareArguments: Sendable, Hashable {
  /// How many of each kind are taken, how many in all, how many bytes, and which types.
  var rules = ShareRules()
  /// A file with an activation rule.
  var rulesFile: Word?
  /// The thumbnails that are made.
  var sizes: [ShareSize] = [.small]
  /// What becomes of the items' own bytes in a session directory.
  var originals = HandOff.Originals.links
  /// Whether thumbnails stand in the output.
  var isInline = false
  /// Whether results are printed as they come.
  var printsEarly = false
}

extension ValueGrammar {
  /// Reads sizes: `small`, `big`, numbers of pixels, with commas between them.
  static func shareSizes(_ text: String) throws(ValueError) -> [ShareSize] {
    var sizes: [ShareSize] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let named = [ShareSize.small, .big].first { $0.name == part }
      let size: ShareSize
      if let named {
        size = named
      } else {
        let side = try number(
          part, in: 1...largestSide, called: "a list of sizes, such as small, big or 320")
        size = ShareSize("\(side)", maxPixelSize: side)
      }
      if !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  /// Reads uniform type identifiers, with commas between them.
  static func types(_ text: String) throws(ValueError) -> [UniformType] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.contains(".") && !$0.contains(where: \.isWhitespace) }) else {
      throw ValueError("is no list of type identifiers, such as public.image,com.adobe.pdf")
    }
    return parts.map { UniformType(String($0)) }
  }
}
