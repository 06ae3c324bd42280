internal import ByteSources
internal import JSONText
public import MediaTypes
internal import SystemCalls

extension HandOff {
  /// What a manifest may have, in bytes: that of some ten thousand items.
  static let longestManifest: UInt64 = 8 << 20
  /// How many values it may have; text of that length could have many millions.
  static let mostValues = 1 << 18

  /// Reads what another process has written.
  ///
  /// It blocks while it reads. Every file that the manifest names is there, no link to another one,
  /// and has its length.
  ///
  /// - Parameter path: The path of the directory.
  /// - Throws: `ThumbnailError` with the code `vanished` or `unreadable` where there is no
  ///   directory, `corrupt` where it is no whole hand-off.
  public init(readingFrom path: String) throws(ThumbnailError) {
    let source = try FileSource(inHandOff: "\(path)/\(Self.manifestName)")
    guard source.byteCount <= Self.longestManifest else {
      throw ThumbnailError(.overLimit, "the manifest has \(source.byteCount) bytes")
    }
    try self.init(manifest: source.bytes(Int(source.byteCount), at: 0), in: path)
  }

  /// Reads the list of a directory, and looks for the files that it names.
  ///
  /// - Parameters:
  ///   - bytes: The list.
  ///   - path: The path of the directory.
  /// - Throws: As `init(readingFrom:)`.
  package init(manifest bytes: [UInt8], in path: String) throws(ThumbnailError) {
    let manifest: JSONValue
    do throws(JSONError) {
      manifest = try JSONValue(parsing: bytes, valueLimit: Self.mostValues)
    } catch {
      throw ThumbnailError(.corrupt, "the manifest is no JSON: \(error)")
    }
    guard manifest["version"]?.asInteger == Self.version, let items = manifest["items"]?.asArray
    else {
      throw ThumbnailError(
        .corrupt, "the manifest is not of version \(Self.version): another program wrote it")
    }
    self.path = path
    var read: [Item] = []
    for value in items { read.append(try ItemReading(value: value, directory: path).item()) }
    self.items = read
  }
}

/// One entry of a manifest, which another program may have written.
private struct ItemReading {
  let value: JSONValue
  let directory: String

  func item() throws(ThumbnailError) -> HandOff.Item {
    guard let position = value["position"]?.asInteger.flatMap(Int.init(exactly:)), position >= 0,
      let title = value["title"]?.asString, let mime = value["mime"]?.asString,
      let kind = value["kind"]?.asString.flatMap(MediaKind.init(rawValue:)),
      let type = value["uti"]?.asString
    else { throw ThumbnailError(.corrupt, "an item of the manifest lacks what each must have") }
    let upload = value["upload"]
    let original = try upload?["path"]?.asString.map { name throws(ThumbnailError) in
      try file(name, byteCount: upload?["bytes"]?.asInteger)
    }
    return HandOff.Item(
      position: position, identifier: value["identifier"]?.asString ?? "", title: title,
      byteCount: value["bytes"]?.asInteger.flatMap(UInt64.init(exactly:)), kind: kind,
      type: UniformType(type), mime: mime, typeText: value["typeText"]?.asString ?? "",
      duration: value["duration"]?.asNumber.flatMap { $0 >= 0 ? $0 : nil },
      pixelSize: size(of: value),
      fileName: upload?["fileName"]?.asString.map { ShareName.fileName(for: $0, facts: nil) },
      originalPath: original,
      thumbnails: try thumbnails(),
      warnings: (value["warnings"]?.asArray ?? []).compactMap(\.asString),
      error: error())
  }

  private func thumbnails() throws(ThumbnailError) -> [HandOff.Thumbnail] {
    var thumbnails: [HandOff.Thumbnail] = []
    for entry in value["thumbnails"]?.asArray ?? [] {
      guard let name = entry["name"]?.asString, let size = size(of: entry),
        let format = entry["format"]?.asString.flatMap(OutputFormat.init(rawValue:)),
        let byteCount = entry["bytes"]?.asInteger.flatMap(UInt64.init(exactly:)),
        let fileName = entry["path"]?.asString
      else {
        throw ThumbnailError(.corrupt, "a thumbnail of the manifest lacks what each must have")
      }
      thumbnails.append(
        HandOff.Thumbnail(
          name: name, path: try file(fileName, byteCount: Int64(clamping: byteCount)), size: size,
          format: format, byteCount: byteCount))
    }
    return thumbnails
  }

  private func size(of value: JSONValue) -> PixelSize? {
    guard let width = value["width"]?.asInteger.flatMap(Int.init(exactly:)),
      let height = value["height"]?.asInteger.flatMap(Int.init(exactly:))
    else { return nil }
    let size = PixelSize(width: width, height: height)
    return size.isValid ? size : nil
  }

  private func error() -> ThumbnailError? {
    guard let code = value["error"]?["code"]?.asString.flatMap(ThumbnailError.Code.init(rawValue:))
    else { return nil }
    return ThumbnailError(code, value["error"]?["message"]?.asString ?? "")
  }

  /// The path of a file of the directory that has the length which was said.
  private func file(_ name: String, byteCount: Int64?) throws(ThumbnailError) -> String {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != "..", name != "." else {
      throw ThumbnailError(.corrupt, "the manifest names '\(name)', which is outside")
    }
    let path = "\(directory)/\(name)"
    let source = try FileSource(inHandOff: path)
    guard let byteCount, source.byteCount == UInt64(clamping: byteCount) else {
      throw ThumbnailError(
        .corrupt, "\(name) has \(source.byteCount) bytes, the manifest says otherwise")
    }
    return path
  }
}

extension FileSource {
  /// Opens a file that another process left; a link would lead to what that one may not read.
  fileprivate convenience init(inHandOff path: String) throws(ThumbnailError) {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Syscalls.open(readingPath: Array(path.utf8), followsLinks: false)
    } catch {
      throw ThumbnailError(
        error.isNoSuchFile ? .vanished : .unreadable, "cannot open \(path): \(error)")
    }
    try self.init(takingOwnershipOf: descriptor)
  }
}
