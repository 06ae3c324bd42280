internal import ByteSources
internal import MediaReading
public import MediaTypes
internal import SystemCalls

/// From what was shared to bytes that can be read, and to what they say.
struct ItemOpening {
  private static let pieceByteCount = 64 << 10

  let item: ShareItem
  /// How many bytes of a stream are kept at most.
  let streamLimit: UInt64

  /// Opens the item and looks at its first bytes; a stream is read to its end.
  ///
  /// It blocks while it reads.
  func opened() async -> OpenedItem {
    var opened = unopened
    do throws(ThumbnailError) {
      var content = item.content
      if case .provider(let provider) = content { content = try await loaded(from: provider) }
      if item.content.path == nil, let path = content.path {
        opened.title = Self.title(of: item, path: path)
      }
      let source = try await source(of: content)
      opened.source = source
      let facts = try MediaReader.facts(of: source, fileExtension: fileExtension(of: content))
      opened.facts = facts
      opened.type = facts.format == .unknown ? hintedType : UniformType(facts.uniformType)
      opened.warnings = facts.warnings + claimWarnings(on: facts)
    } catch {
      opened.error = error
    }
    return opened
  }

  /// What can be said of the item without opening it.
  var unopened: OpenedItem {
    OpenedItem(
      identifier: item.identifier, title: Self.title(of: item, path: item.content.path),
      type: hintedType)
  }

  private static func title(of item: ShareItem, path: String?) -> String {
    ShareName.title(suggested: item.suggestedName, path: path) ?? "Untitled"
  }

  /// What is believed of content that says nothing.
  private var hintedType: UniformType {
    if let claimed = item.claimedType { return claimed }
    let name = item.suggestedName ?? item.content.path ?? ""
    let ending = FileName.fileExtension(of: Array(name.utf8))?.lowercased()
    let format = ending.flatMap { ending in
      MediaFormat.shared.first { $0.fileExtensions.contains(ending) }
    }
    return format.map { UniformType($0.uniformType) } ?? .data
  }

  private func fileExtension(of content: ShareItem.Content) -> String? {
    (item.suggestedName ?? content.path).flatMap { FileName.fileExtension(of: Array($0.utf8)) }
  }

  /// A claim that the content contradicts; one that is more or less exact than it does not.
  private func claimWarnings(on facts: MediaFacts) -> [MediaWarning] {
    guard let claimed = item.claimedType, facts.format != .unknown,
      claimed.isWellKnown, !facts.conforms(to: claimed),
      !claimed.conforms(to: UniformType(facts.uniformType))
    else { return [] }
    return [
      MediaWarning(.typeMismatch, "\(claimed) was claimed, the content is \(facts.uniformType)")
    ]
  }

  private func loaded(
    from provider: ItemProvider
  ) async throws(ThumbnailError) -> ShareItem.Content {
    do {
      let content = try await provider.load()
      guard case .provider = content else { return content }
    } catch let error as ThumbnailError {
      throw error
    } catch is CancellationError {
      throw ThumbnailError(.cancelled, "the item's provider was cancelled")
    } catch {
      throw ThumbnailError(.unreadable, "the item's provider failed: \(error)")
    }
    throw ThumbnailError(.unreadable, "the item's provider gave another provider")
  }

  private func source(
    of content: ShareItem.Content
  ) async throws(ThumbnailError) -> any ByteSource {
    switch content {
    case .file(let path): return try FileSource(path: item.pathBytes ?? Array(path.utf8))
    case .descriptor(let number): return try source(ofDescriptor: number)
    case .bytes(let bytes): return MemorySource(bytes)
    case .stream(let stream): return try await spooled(stream)
    case .pixels(let pixels): return PixelFile.source(of: pixels)
    case .provider: throw ThumbnailError(.unreadable, "the item's provider was not asked")
    }
  }

  private func spooled(_ stream: ByteStream) async throws(ThumbnailError) -> FileSource {
    var spool = try SpoolFile(limit: streamLimit)
    try await read(stream, into: &spool)
    return try spool.finish()
  }

  private func read(
    _ stream: ByteStream, into spool: inout SpoolFile
  ) async throws(ThumbnailError) {
    do {
      try await stream.forEachPiece { piece in
        try Task.checkCancellation()
        try spool.append(piece)
      }
    } catch let error as ThumbnailError {
      throw error
    } catch is CancellationError {
      throw ThumbnailError(.cancelled, "the item's stream was cancelled")
    } catch {
      let count = spool.byteCount
      throw ThumbnailError(.unreadable, "the item's stream failed after \(count) bytes: \(error)")
    }
  }

  private func source(ofDescriptor number: Int32) throws(ThumbnailError) -> FileSource {
    let own: FileDescriptor
    do throws(SystemError) {
      own = try Syscalls.duplicate(number)
    } catch {
      throw ThumbnailError(.unreadable, "cannot use the descriptor: \(error)")
    }
    guard isPipe(own) else { return try FileSource(takingOwnershipOf: own) }
    return try spooledPipe(own)
  }

  /// Whether a descriptor is read in order; what it is not is told by the opening of a file.
  private func isPipe(_ descriptor: borrowing FileDescriptor) -> Bool {
    (try? Syscalls.status(of: descriptor.number))?.kind == .special
  }

  /// Reads a pipe to its end; a pause of the writer does not outlast a cancellation.
  private func spooledPipe(
    _ descriptor: borrowing FileDescriptor
  ) throws(ThumbnailError) -> FileSource {
    let number = descriptor.number
    var spool = try SpoolFile(limit: streamLimit)
    while true {
      guard !Task.isCancelled else {
        throw ThumbnailError(.cancelled, "the item was cancelled while it was read")
      }
      let piece: [UInt8]
      do throws(SystemError) {
        var poll = PollSet()
        poll.add(number, .readable)
        try poll.wait(atMost: .milliseconds(20))
        guard poll.isReady(number) else { continue }
        piece = try Syscalls.readNext(number, atMost: Self.pieceByteCount)
      } catch {
        throw ThumbnailError(.unreadable, "cannot read the descriptor: \(error)")
      }
      guard !piece.isEmpty else { return try spool.finish() }
      try spool.append(piece)
    }
  }
}

extension ShareItem.Content {
  /// The path of a file.
  fileprivate var path: String? {
    if case .file(let path) = self { path } else { nil }
  }
}

extension UniformType {
  /// Whether the graph of types says what it conforms to, so that a contradiction means something.
  fileprivate var isWellKnown: Bool {
    [.image, .audiovisual, .text, .composite, .archive, .url, .font, .executable].contains {
      conforms(to: $0)
    }
  }
}

extension MediaWarning.Code {
  /// The type that was claimed is of another kind than the content.
  public static let typeMismatch = MediaWarning.Code("typeMismatch")
  /// The time was over before all sizes were made; those that are there are shown.
  public static let timedOut = MediaWarning.Code("timedOut")
}
