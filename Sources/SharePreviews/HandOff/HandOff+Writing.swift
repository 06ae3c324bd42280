internal import ByteSources
internal import JSONText
public import MediaTypes
internal import SystemCalls

extension HandOff {
  /// Writes results for another process.
  ///
  /// - Parameters:
  ///   - results: Results of a session, final ones as a rule.
  ///   - path: The path of a directory that does not exist yet; the one above it does.
  ///   - originals: What becomes of the items' own bytes.
  /// - Returns: What was written, with all paths.
  /// - Throws: `ThumbnailError` with the code `outputFailed`, in which case nothing is there, or with
  ///   the code of an item whose bytes cannot be read.
  @discardableResult
  public static func write(
    _ results: [ShareResult], to path: String, originals: Originals = .links
  ) async throws(ThumbnailError) -> HandOff {
    try await withTaskExecutorPreference(ShareThreads.shared) {
      () async throws(ThumbnailError) -> HandOff in
      try await writeHere(results, to: path, originals: originals)
    }
  }

  @concurrent
  private static func writeHere(
    _ results: [ShareResult], to path: String, originals: Originals
  ) async throws(ThumbnailError) -> HandOff {
    try HandOffWriter.write(results, to: path, originals: originals)
    return try HandOff(readingFrom: path)
  }
}

/// A directory in the making, under a hidden name beside the one that it will have.
struct HandOffWriter: ~Copyable {
  private static let pieceByteCount = 256 << 10
  private static let partPrefix = Array(".thumbs-share-".utf8)
  private static let partSuffix = Array(".part".utf8)

  private let hiddenName: [UInt8]
  private let directory: FileDescriptor
  private let above: FileDescriptor
  private var names: [[UInt8]] = []
  private var isComplete = false

  /// Writes all, or nothing.
  static func write(
    _ results: [ShareResult], to path: String, originals: HandOff.Originals
  ) throws(ThumbnailError) {
    var target = Array(path.utf8)
    while target.count > 1, target.last == UInt8(ascii: "/") { target.removeLast() }
    let slash = target.lastIndex(of: UInt8(ascii: "/"))
    let name = Array(target[(slash.map { $0 + 1 } ?? 0)...])
    let parent = slash.map { Array(target[...$0]) } ?? Array(".".utf8)
    guard !name.isEmpty, name != [0x2E], name != [0x2E, 0x2E] else {
      throw ThumbnailError(.outputFailed, "'\(path)' names no directory that could be made")
    }
    var writer = try begin(in: parent)
    try writer.fill(with: results, originals: originals)
    try writer.complete(as: name)
  }

  private static func begin(in parent: [UInt8]) throws(ThumbnailError) -> HandOffWriter {
    do throws(SystemError) {
      let above = try Syscalls.open(
        directory: parent, in: Syscalls.currentDirectoryNumber, followsLinks: true)
      try removeLeftovers(in: above.number, parent)
      let name = try makeHidden(in: above.number)
      return HandOffWriter(
        hiddenName: name, directory: try open(name, in: above.number), above: above)
    } catch {
      let text = String(decoding: parent, as: UTF8.self)
      throw ThumbnailError(.outputFailed, "cannot make a directory in \(text): \(error)")
    }
  }

  private static func open(
    _ name: [UInt8], in above: Int32
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try Syscalls.open(directory: name, in: above)
    } catch {
      try? Syscalls.removeDirectory(name, in: above)
      throw error
    }
  }

  private init(
    hiddenName: [UInt8], directory: consuming FileDescriptor, above: consuming FileDescriptor
  ) {
    self.hiddenName = hiddenName
    self.directory = directory
    self.above = above
  }

  deinit {
    guard !isComplete else { return }
    for name in names { try? Syscalls.remove(name, in: directory.number) }
    try? Syscalls.removeDirectory(hiddenName, in: above.number)
  }

  private static func makeHidden(in directory: Int32) throws(SystemError) -> [UInt8] {
    var number = 0
    while true {
      let name = partPrefix + Array("\(Syscalls.ownProcessNumber)-\(number)".utf8) + partSuffix
      if try Syscalls.makeDirectory(name, in: directory) { return name }
      number += 1
    }
  }

  private mutating func fill(
    with results: [ShareResult], originals: HandOff.Originals
  ) throws(ThumbnailError) {
    var entries: [JSONValue] = []
    for result in results {
      let thumbnails = Self.thumbnailNames(of: result)
      for (name, thumbnail) in zip(thumbnails, result.preview.thumbnails) {
        try write(thumbnail.image.bytes, to: name)
      }
      var original: String?
      if let upload = result.upload, originals != .none {
        let name = Self.originalName(of: upload, at: result.position)
        try place(upload, as: name, isLinked: originals == .links)
        original = name
      }
      var entry = JSONObject()
      ResultJSON.add(result, to: &entry, original: original) { object, index in
        object.set("path", thumbnails[index])
      }
      entries.append(.object(entry))
    }
    var manifest = JSONObject()
    manifest.set("version", .integer(HandOff.version))
    manifest.set("items", .array(entries))
    let text = Array(JSONValue.object(manifest).text.utf8) + [0x0A]
    guard text.count <= HandOff.longestManifest else {
      throw ThumbnailError(
        .outputFailed,
        "\(results.count) items are too many to hand on at once: their list has \(text.count) "
          + "bytes, \(HandOff.longestManifest) are read")
    }
    try write(text, to: HandOff.manifestName)
  }

  private static func thumbnailNames(of result: ShareResult) -> [String] {
    result.preview.thumbnails.enumerated().map { index, thumbnail in
      let isPlain = thumbnail.name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || 0x30...0x39 ~= byte
      }
      let name = isPlain && thumbnail.name.utf8.count < 64 ? thumbnail.name : "size\(index)"
      return "\(result.position)-\(name).\(thumbnail.image.format.fileExtension)"
    }
  }

  private static func originalName(of upload: ShareUpload, at position: Int) -> String {
    let ending = FileName.fileExtension(of: Array(upload.fileName.utf8))
    let kept = ending.flatMap { $0.utf8.count <= 20 ? ".\($0)" : nil } ?? ""
    return "\(position)-original\(kept)"
  }

  private mutating func write(_ bytes: [UInt8], to name: String) throws(ThumbnailError) {
    try failing(name) { writer throws(SystemError) in
      let file = try writer.create(name)
      try Syscalls.write(bytes, to: file.number)
      try Syscalls.synchronize(file.number)
    }
  }

  private mutating func place(
    _ upload: ShareUpload, as name: String, isLinked: Bool
  ) throws(ThumbnailError) {
    if isLinked, let file = upload.source as? FileSource, link(file, as: name) { return }
    var offset: UInt64 = 0
    var file: FileDescriptor?
    try failing(name) { writer throws(SystemError) in file = try writer.create(name) }
    guard let number = file?.number else { return }
    while offset < upload.byteCount {
      let piece = try upload.bytes(Self.pieceByteCount, at: offset)
      offset += UInt64(piece.count)
      try failing(name) { _ throws(SystemError) in try Syscalls.write(piece, to: number) }
    }
    try failing(name) { _ throws(SystemError) in try Syscalls.synchronize(number) }
    _ = consume file
  }

  private mutating func link(_ file: FileSource, as name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard
      (try? Syscalls.link(file.descriptorNumber, as: bytes, in: directory.number)) != nil
    else { return false }
    names.append(bytes)
    return true
  }

  private mutating func create(_ name: String) throws(SystemError) -> FileDescriptor {
    let bytes = Array(name.utf8)
    let file = try Syscalls.create(bytes, in: directory.number)
    names.append(bytes)
    return file
  }

  private mutating func failing(
    _ name: String, _ work: (inout HandOffWriter) throws(SystemError) -> Void
  ) throws(ThumbnailError) {
    do throws(SystemError) { try work(&self) } catch {
      throw ThumbnailError(.outputFailed, "cannot write \(name): \(error)")
    }
  }

  private consuming func complete(as name: [UInt8]) throws(ThumbnailError) {
    do throws(SystemError) {
      try Syscalls.synchronize(directory.number)
      try Syscalls.rename(hiddenName, to: name, in: above.number)
      isComplete = true
    } catch {
      let text = String(decoding: name, as: UTF8.self)
      throw ThumbnailError(
        .outputFailed, "cannot give the directory its name \(text): \(error); it must not exist")
    }
    // The name lasts from here on; that this could not be made sure is no reason to take it back.
    try? Syscalls.synchronize(above.number)
  }

  /// Removes what writers left that were killed.
  private static func removeLeftovers(in above: Int32, _ path: [UInt8]) throws(SystemError) {
    var left: [[UInt8]] = []
    var entries = DirectoryReader(
      takingOwnershipOf: try Syscalls.open(
        directory: path, in: Syscalls.currentDirectoryNumber, followsLinks: true))
    while let entry = try entries.next() {
      if isLeftover(entry.name) { left.append(entry.name) }
    }
    for name in left {
      guard let descriptor = try? Syscalls.open(directory: name, in: above) else { continue }
      var files = DirectoryReader(takingOwnershipOf: descriptor)
      var names: [[UInt8]] = []
      while let file = try files.next() { names.append(file.name) }
      for file in names { try? Syscalls.remove(file, in: files.descriptorNumber) }
      try? Syscalls.removeDirectory(name, in: above)
    }
  }

  private static func isLeftover(_ name: [UInt8]) -> Bool {
    guard name.starts(with: partPrefix) else { return false }
    let digits = name.dropFirst(partPrefix.count).prefix { 0x30...0x39 ~= $0 }
    let process = Int32(String(decoding: digits, as: UTF8.self)) ?? 0
    return process > 0 && !Syscalls.isRunning(process)
  }
}
