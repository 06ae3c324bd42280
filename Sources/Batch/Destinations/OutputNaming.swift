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

  /// The bound that was asked for in place of a number, in pixels.
  func side(at index: Int) -> Int? {
    options.sizes.indices.contains(index) ? options.sizes[index] : nil
  }

  /// The name of a thumbnail.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - side: The bound that was asked for, in pixels.
  ///   - format: The coding.
  /// - Returns: As `b.heic.jpg` or, with several sizes, `b.heic.256.jpg`.
  func name(for name: [UInt8], side: Int, format: OutputFormat) -> [UInt8] {
    OutputNaming.name(for: name, side: options.sizes.count > 1 ? side : nil, format: format)
  }

  /// The name of a thumbnail.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - side: The bound that was asked for, in pixels; `nil` where there is one only.
  ///   - format: The coding.
  /// - Returns: As `b.heic.jpg` or `b.heic.256.jpg`.
  static func name(for name: [UInt8], side: Int?, format: OutputFormat) -> [UInt8] {
    var whole = name
    if let side {
      whole.append(UInt8(ascii: "."))
      whole += String(side).utf8
    }
    whole.append(UInt8(ascii: "."))
    whole += format.fileExtension.utf8
    return whole
  }

  /// The coding that the name of a thumbnail tells.
  static func format(of path: [UInt8]) -> OutputFormat? {
    let ending = path.reversed().prefix { $0 != UInt8(ascii: ".") }.reversed()
    return OutputFormat.allCases.first { ending.elementsEqual($0.fileExtension.utf8) }
  }
}
