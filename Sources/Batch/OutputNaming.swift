import MediaTypes

/// How thumbnails are called: the whole name of the file, and an ending.
struct OutputNaming: Sendable {
  private let options: ThumbnailOptions

  init(_ options: ThumbnailOptions) { self.options = options }

  /// The codings that a thumbnail may have, the usual one first.
  var formats: [OutputFormat] {
    if let format = options.format { return [format] }
    return options.background == nil ? [.jpeg, .png] : [.jpeg]
  }

  /// The name of a thumbnail.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - side: The bound that was asked for, in pixels.
  ///   - format: The coding.
  /// - Returns: As `b.heic.jpg` or, with several sizes, `b.heic.256.jpg`.
  func name(for name: [UInt8], side: Int, format: OutputFormat) -> [UInt8] {
    let size = options.sizes.count > 1 ? ".\(side)" : ""
    return name + Array("\(size).\(format.fileExtension)".utf8)
  }
}
