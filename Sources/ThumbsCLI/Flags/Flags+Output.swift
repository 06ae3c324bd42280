import MediaTypes

/// Flags that say what is written, and where.
extension Flag {
  static let outputFile = Flag(
    "output", short: "o", Value("OUT", .file), in: .output,
    summary: "Write the thumbnail to OUT; - is standard output",
    details: [
      """
      The ending of the name decides the coding: .jpg, .jpeg, .png, .webp or .avif. The file \
      appears when it is complete; one that was there is replaced.
      """
    ]
  ) { $0.output = $1 }

  static let outputDirectory = Flag(
    "output", short: "o", Value("DIR", .directory, default: "PATH/.thumbs"), in: .output,
    summary: "Write thumbnails below DIR",
    details: [
      """
      The path below the directory that was named is kept and an ending added, so that no two \
      files claim one thumbnail: a/b.heic becomes a/b.heic.jpg, and with several sizes \
      a/b.heic.256.jpg. A file named by itself keeps its path as given, an absolute one without \
      its first slash.
      """,
      "Needed where anything but one directory is named.",
    ]
  ) { $0.output = $1 }

  static let format = Flag(
    "format", short: "f",
    Value("FORMAT", .words(of: OutputFormat.self)), in: .output,
    summary: "Code thumbnails as FORMAT",
    details: [
      """
      Without it thumbnails are JPEG, and PNG where the picture has transparency and no \
      --background is given.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.format = try ValueGrammar.choice(word.text, of: OutputFormat.self)
  }

  static let quality = Flag(
    "quality", short: "Q", Value("N", default: "80"), in: .output,
    summary: "Code JPEG, WebP and AVIF at quality N, 1 to 100"
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.quality = try ValueGrammar.number(word.text, in: 1...100)
  }

  static let json = Flag(
    "json", in: .output, summary: "Print one JSON object a file, a line each"
  ) { $0.isJSON = true }
}
