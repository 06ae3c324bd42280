internal import CSystem
internal import Glibc

/// The pages of files that this process has mapped, such as code of libraries; kept open, so that
/// they can be let go of when no file can be opened any more.
package struct FilePages: ~Copyable {
  private let mappings: FileDescriptor

  /// Opens the kernel's list of mappings.
  ///
  /// Source: proc(5), `/proc/pid/smaps`.
  ///
  /// - Throws: `SystemError` where the kernel has no such file.
  package init() throws(SystemError) {
    mappings = try Syscalls.open(readingPath: Array("/proc/self/smaps".utf8))
  }

  /// Lets go of the pages.
  ///
  /// They stay in the kernel's cache and come back when they are touched. What was written to is
  /// kept. To be called while no other thread loads a library.
  /// The corresponding C function is `madvise` with `MADV_DONTNEED`.
  package func release() {
    guard lseek(mappings.number, 0, SEEK_SET) == 0 else { return }
    var found = CleanFileMappings()
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { room in
        unsafe Glibc.read(mappings.number, room.baseAddress, room.count)
      }
      guard count > 0 else { break }
      for range in found.push(buffer[..<count]) {
        // SAFETY: the range is a mapping that cannot be written and of which no page was, so that
        // the kernel reads from the file again what is read from it next.
        _ = unsafe madvise(
          UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
      }
    }
  }
}

/// Finds mappings of files without pages of this process' own, in the kernel's words.
///
/// Source: proc(5), `/proc/pid/smaps`.
struct CleanFileMappings {
  private var line: [UInt8] = []
  private var mapping: Range<UInt>?

  /// Reads some more text.
  ///
  /// - Parameter text: What follows.
  /// - Returns: The addresses of mappings that are known to be clean now.
  mutating func push(_ text: ArraySlice<UInt8>) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    for byte in text {
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        continue
      }
      if let range = take() { found.append(range) }
      line.removeAll(keepingCapacity: true)
    }
    return found
  }

  /// Reads the line that is complete.
  private mutating func take() -> Range<UInt>? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard let first = words.first else { return nil }
    if first.last != UInt8(ascii: ":") {
      mapping = CleanFileMappings.unwritableFile(words)
      return nil
    }
    let isAnonymous = first.elementsEqual("Anonymous:".utf8)
    guard let range = mapping, isAnonymous || first.elementsEqual("Swap:".utf8) else { return nil }
    guard words.count > 1, words[1].elementsEqual("0".utf8) else {
      mapping = nil
      return nil
    }
    return isAnonymous ? nil : range
  }

  /// The addresses of a mapping of a file that cannot be written to.
  private static func unwritableFile(_ words: [ArraySlice<UInt8>]) -> Range<UInt>? {
    let isReadOnly = { (rights: ArraySlice<UInt8>) in
      rights.elementsEqual("r-xp".utf8) || rights.elementsEqual("r--p".utf8)
    }
    guard words.count == 6, isReadOnly(words[1]), !words[4].elementsEqual("0".utf8) else {
      return nil
    }
    let ends = words[0].split(separator: UInt8(ascii: "-")).map {
      UInt(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start > 0, start < end else {
      return nil
    }
    return start..<end
  }
}
