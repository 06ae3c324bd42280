import SystemCalls

/// How many fonts decoders may read.
struct FontCount {
  private static let directories = ["/usr/share/fonts", "/usr/local/share/fonts"]
  private static let endings = [".ttf", ".otf", ".ttc", ".pfb", ".t1", ".pcf.gz"]
  /// More directories than these are not looked into.
  private static let directoryLimit = 2000

  private var count = 0
  private var lookedInto = 0

  /// Counts.
  init() {
    for path in FontCount.directories {
      guard
        let directory = try? Syscalls.open(
          directory: Array(path.utf8), in: Syscalls.currentDirectoryNumber, followsLinks: true)
      else { continue }
      look(into: DirectoryReader(takingOwnershipOf: directory))
    }
  }

  /// What there is, in words.
  var text: String {
    let places = FontCount.directories.joined(separator: " and ")
    return count > 0
      ? "\(count) in \(places)" : "none in \(places): text in SVG and PDF cannot be shown"
  }

  private mutating func look(into directory: consuming DirectoryReader) {
    lookedInto += 1
    var reader = directory
    while let entry = (try? reader.next()) ?? nil {
      if entry.kind == .directory, lookedInto < FontCount.directoryLimit,
        let below = try? Syscalls.open(directory: entry.name, in: reader.descriptorNumber)
      {
        look(into: DirectoryReader(takingOwnershipOf: below))
      }
      let name = String(decoding: entry.name, as: UTF8.self).lowercased()
      if FontCount.endings.contains(where: name.hasSuffix) { count += 1 }
    }
  }
}
