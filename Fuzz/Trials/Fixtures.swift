import ByteSources
import SystemCalls

/// The files that trials begin with.
enum Fixtures {
  /// Longer files are left out, in bytes.
  private static let longest: UInt64 = 64 << 10

  /// The files below a directory in the order of their paths, recipes left out.
  ///
  /// - Parameter path: The path of the directory.
  /// - Returns: Their bytes.
  /// - Throws: What reading throws, and a misuse where there are none.
  static func files(below path: String) throws -> [[UInt8]] {
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    var waiting = [Array(path.utf8)]
    while let directory = waiting.popLast() {
      var reader = DirectoryReader(
        takingOwnershipOf: try Syscalls.open(
          directory: directory, in: Syscalls.currentDirectoryNumber, followsLinks: true))
      while let entry = try reader.next() {
        let place = directory + [UInt8(ascii: "/")] + entry.name
        if entry.kind == .directory, !entry.name.elementsEqual("recipes".utf8) {
          waiting.append(place)
        } else if entry.kind == .regular, directory.count > path.utf8.count {
          let file = try FileSource(path: place)
          guard file.byteCount <= longest else { continue }
          files.append((place, try file.bytes(Int(file.byteCount), at: 0)))
        }
      }
    }
    guard !files.isEmpty else { throw Misuse("there are no files below \(path)") }
    return files.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.bytes)
  }
}
