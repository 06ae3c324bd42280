internal import MediaTypes

/// One attempt at thumbnails of an item; later ones are better and dearer.
struct PreviewStage {
  /// What is asked of the maker.
  let options: ThumbnailOptions
  /// The sizes that come of it, in the maker's order.
  let sizes: [ShareSize]
  /// Whether nothing better follows.
  let isLast: Bool

  /// The attempts at an item, in order.
  ///
  /// ```
  /// embedded picture, smallest size ──► smallest size ──► all sizes, one decode
  ///   └ where there is one               └ where there are several, and none was embedded
  /// ```
  ///
  /// - Parameters:
  ///   - facts: What the item is.
  ///   - options: What is wanted.
  /// - Returns: At least one attempt, unless no sizes are wanted.
  static func stages(for facts: MediaFacts, options: ShareOptions) -> [PreviewStage] {
    guard let smallest = options.sizes.min(by: { $0.maxPixelSize < $1.maxPixelSize }) else {
      return []
    }
    let last = PreviewStage(
      options: asking(options, for: options.sizes), sizes: options.sizes, isLast: true)
    guard options.deliversEarly else { return [last] }
    var stages: [PreviewStage] = []
    if facts.kind == .image, !facts.previews.isEmpty {
      var early = asking(options, for: [smallest])
      early.embedded = .only
      stages.append(PreviewStage(options: early, sizes: [smallest], isLast: false))
    }
    if options.sizes.contains(where: { $0.maxPixelSize >= 2 * smallest.maxPixelSize }) {
      stages.append(
        PreviewStage(
          options: asking(options, for: [smallest]), sizes: [smallest], isLast: false))
    }
    return stages + [last]
  }

  private static func asking(_ options: ShareOptions, for sizes: [ShareSize]) -> ThumbnailOptions {
    var thumbnails = options.thumbnails
    thumbnails.sizes = sizes.map(\.maxPixelSize)
    return thumbnails
  }
}

extension ShareOptions {
  /// Whether a result may come before the final one.
  var deliversEarly: Bool {
    switch earlyPreviews {
    case .withDeadline: deadline != nil
    case .always: true
    case .never: false
    }
  }
}
