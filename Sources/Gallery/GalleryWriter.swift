package import SystemCalls

/// Writes a contact sheet: one page that shows every file of a run.
///
/// Entries go to a file without a name as they come, so that memory does not grow with their
/// number. The page is made of it at the end, when the counts at its top are known, and takes its
/// name when it is complete.
package struct GalleryWriter: ~Copyable {
  /// A page of at most so many thumbnails holds their pictures; a larger one refers to their files.
  package static let mostHeldCount = 2000
  /// A page holds pictures of at most so many bytes.
  package static let mostHeldByteCount: UInt64 = 48 << 20

  private let page: [UInt8]
  private let address: RelativeAddress
  private var spool: EntrySpool
  private var tally = GalleryTally()

  /// Begins a page.
  ///
  /// - Parameter page: The path of the page; what has that name stays until the page is complete.
  /// - Throws: `SystemError` where nothing can be written there.
  package init(page: [UInt8]) throws(SystemError) {
    let currentDirectory = try Syscalls.currentDirectory()
    spool = try EntrySpool(beside: page)
    self.page = page
    address = RelativeAddress(page: page, currentDirectory: currentDirectory)
  }

  /// Adds a file.
  package mutating func add(_ entry: GalleryEntry) throws(SystemError) {
    tally.add(entry)
    try spool.append(EntryMarkup(address: address).bytes(for: entry))
  }

  /// Completes the page and gives it its name.
  ///
  /// - Parameters:
  ///   - title: What the page is of.
  ///   - thumbnailDirectory: The directory in which paths of thumbnails begin.
  ///   - skippedCount: How many files are not media and have no entry.
  ///   - notes: What else there is to say of the run, each in a few words.
  /// - Throws: `SystemError` where the page cannot be written; nothing of it stays then.
  package consuming func finish(
    title: String, thumbnailDirectory: [UInt8], skippedCount: Int, notes: [String]
  ) throws(SystemError) {
    let holdsPictures =
      tally.shownCount <= Self.mostHeldCount
      && tally.thumbnailByteCount <= Self.mostHeldByteCount
    var pictures = PictureReferences(
      directory: thumbnailDirectory, address: address, holdsPictures: holdsPictures)
    let markup = PageMarkup(title: title, tally: tally, skippedCount: skippedCount, notes: notes)
    var file = try NewFile(page)
    try file.append(markup.head.utf8)
    while true {
      let piece = try spool.next()
      if piece.isEmpty { break }
      try pictures.resolve(piece, into: &file)
    }
    try file.append(markup.foot.utf8)
    try file.complete()
  }
}
