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
    summary: "Write thumbnails below DIR; - is a tar archive on standard output",
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

  static let progressive = Flag(
    "progressive", in: .output, summary: "Code JPEG so that it appears step by step"
  ) { $0.thumbnails.coding.isProgressive = true }

  static let chroma = Flag(
    "chroma", Value("HOW", .words(of: CodingOptions.Chroma.self)), in: .output,
    summary: "Keep colour in JPEG at half size or whole",
    details: [
      "420 is half the width and height, 444 whole. Without it 420 below quality 90, else 444."
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.coding.chroma = try ValueGrammar.choice(
      word.text, of: CodingOptions.Chroma.self)
  }

  static let palette = Flag(
    "palette", in: .output, summary: "Code PNG with at most 256 colours",
    details: ["Files are a third to half as long, and gradients show steps or noise."]
  ) { $0.thumbnails.coding.usesPalette = true }

  static let profile = Flag(
    "profile", Value("USE", .words(of: ThumbnailOptions.ProfileUse.self), default: "none"),
    in: .output, summary: "Put a colour profile into thumbnails",
    details: [
      """
      none is sRGB without a profile, which everything takes untagged pictures for. srgb is sRGB \
      with its profile. keep is the picture's own colours and profile where it has one for grey or \
      RGB.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.profile = try ValueGrammar.choice(
      word.text, of: ThumbnailOptions.ProfileUse.self)
  }

  static let keepMetadata = Flag(
    "keep-metadata", in: .output, summary: "Keep EXIF data of JPEG, PNG, WebP, HEIF and AVIF",
    details: [
      """
      Camera, time, place and rights are kept; maker notes and the thumbnail inside are not, and \
      the orientation is set to upright. Without it thumbnails tell nothing but their pixels.
      """
    ]
  ) { $0.thumbnails.keepsMetadata = true }

  /// The flags that say how thumbnails are coded.
  static let codings: [Flag] = [
    .format, .quality, .progressive, .chroma, .palette, .profile, .keepMetadata,
  ]

  static let json = Flag(
    "json", in: .output, summary: "Print one JSON object a file, a line each"
  ) { $0.isJSON = true }
}
