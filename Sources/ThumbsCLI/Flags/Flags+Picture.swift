import MediaTypes

/// Flags that say how thumbnails look.
extension Flag {
  static let size = Flag(
    "size", short: "s", Value("N", default: "256"), in: .picture,
    summary: "Make the longer side at most N pixels",
    details: ["A picture is never enlarged. The size counts after the picture stands upright."]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.sizes = [
      try ValueGrammar.number(word.text, in: 1...ValueGrammar.largestSide)
    ]
  }

  static let sizes = Flag(
    "size", short: "s", Value("N[,N...]", default: "256"), in: .picture,
    summary: "Make the longer side at most N pixels",
    details: [
      "A picture is never enlarged. The size counts after the picture stands upright.",
      "With several sizes each file is decoded once, and each size is a thumbnail of its own.",
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.sizes = try ValueGrammar.sizes(word.text)
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
    arguments.thumbnails.background = try ValueGrammar.colour(word.text)
  }

  static let fit = Flag(
    "fit", Value("FIT", .words(of: ThumbnailOptions.Fit.self), default: "inside"), in: .picture,
    summary: "Keep the picture's shape, or make a square",
    details: [
      """
      inside keeps the shape, with the longer side as asked. cover makes a square and cuts off \
      what stands out, see --crop. fill makes a square and loses the shape.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.fit = try ValueGrammar.choice(word.text, of: ThumbnailOptions.Fit.self)
  }

  static let crop = Flag(
    "crop", Value("PART", .words(of: ThumbnailOptions.Crop.self), default: "center"),
    in: .picture, summary: "Keep PART of the picture with --fit cover",
    details: [
      """
      center is the middle, top the top or the left, attention the part that draws the eye, \
      entropy the part with the most detail.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.crop = try ValueGrammar.choice(word.text, of: ThumbnailOptions.Crop.self)
  }

  static let sharpen = Flag(
    "sharpen", in: .picture, summary: "Sharpen edges a little after reducing"
  ) { $0.thumbnails.sharpens = true }

  static let placeholder = Flag(
    "placeholder", in: .picture,
    summary: "Tell a ThumbHash and the dominant colour too",
    details: [
      """
      A ThumbHash is a picture of some 25 bytes to show while the thumbnail loads. Both stand in \
      the report under "placeholder", for each file whose thumbnails are made by this run; make \
      prints them as a line of JSON.
      """
    ]
  ) { $0.thumbnails.makesPlaceholder = true }

  static let embedded = Flag(
    "embedded",
    Value("USE", .words(of: ThumbnailOptions.EmbeddedUse.self), default: "prefer"),
    in: .picture, summary: "Use smaller pictures that lie inside files",
    details: [
      """
      prefer takes one where it is as good as the picture itself: large enough, and of its \
      shape. never decodes the picture itself. only takes nothing else. Camera raw files are \
      always shown by a picture inside them.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.embedded = try ValueGrammar.choice(
      word.text, of: ThumbnailOptions.EmbeddedUse.self)
  }

  static let frame = Flag(
    "at", Value("PLACE", default: "first"), in: .picture,
    summary: "Show the frame of a video at PLACE",
    details: [
      """
      first is the first key frame that tells something, else the first frame that does; best the \
      most telling of it and a few key frames from the first two thirds. A time such as 3s or a \
      part such as 10% is the frame shown there, or the first after it that tells something; where \
      it lies more than 300 frames or 400 megapixels behind a key frame, or memory is short, that \
      key frame.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.frame = try ValueGrammar.frame(word.text)
  }

  static let cover = Flag(
    "cover", Value("USE", .words(of: ThumbnailOptions.CoverUse.self), default: "avoid"),
    in: .picture, summary: "Use the covers of videos",
    details: [
      """
      prefer shows the cover where there is one; avoid shows it only where no frame can be had; \
      only shows nothing else. Sound files are always shown by their cover.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.thumbnails.cover = try ValueGrammar.choice(
      word.text, of: ThumbnailOptions.CoverUse.self)
  }

  /// The flags that say how thumbnails look, but for their size.
  static let looks: [Flag] = [
    .fit, .crop, .background, .sharpen, .embedded, .frame, .cover, .placeholder,
  ]
}
