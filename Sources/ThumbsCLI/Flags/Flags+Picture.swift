/// Flags that say how thumbnails look.
extension Flag {
  static let size = Flag(
    "size", short: "s", Value("N", default: "256"), in: .picture,
    summary: "Make the longer side at most N pixels",
    details: ["A picture is never enlarged. The size counts after the picture stands upright."]
  ) { arguments, word throws(ValueError) in
    arguments.sizes = [try ValueGrammar.number(word.text, in: 1...ValueGrammar.largestSide)]
  }

  static let sizes = Flag(
    "size", short: "s", Value("N[,N...]", default: "256"), in: .picture,
    summary: "Make the longer side at most N pixels",
    details: [
      "A picture is never enlarged. The size counts after the picture stands upright.",
      "With several sizes each file is decoded once, and each size is a thumbnail of its own.",
    ]
  ) { arguments, word throws(ValueError) in
    arguments.sizes = try ValueGrammar.sizes(word.text)
  }

  static let background = Flag(
    "background", Value("COLOUR"), in: .picture,
    summary: "Lay transparent pictures over COLOUR",
    details: [
      """
      Written as white, black or #ff8800. Without it transparency is kept where the coding can, \
      and laid over white where it cannot.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.background = try ValueGrammar.colour(word.text)
  }
}
