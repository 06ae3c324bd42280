import Glibc
import MediaTypes

/// Memory of a fixed length that one decode owns, zeroed when it is made.
///
/// Large pieces come as pages that take no memory until they are written, so that a header which
/// promises more picture than the file holds costs little.
///
/// SAFETY: the memory is allocated and freed here; the subscript checks its bounds; `start` is
/// lent to loops that keep the owner alive.
@safe final class Scratch<Element: BitwiseCopyable> {
  /// How many elements there are.
  let count: Int
  /// The first element; valid as long as this object is.
  @unsafe let start: UnsafeMutablePointer<Element>

  /// Takes zeroed memory from the system.
  ///
  /// - Parameter count: How many elements; the caller has bounded it.
  /// - Throws: `ThumbnailError` with the code `overBudget` where the system has no such memory.
  init(zeroed count: Int) throws(ThumbnailError) {
    guard count >= 0, let memory = unsafe calloc(max(1, count), MemoryLayout<Element>.stride)
    else {
      throw ThumbnailError(
        .overBudget, "the system has no memory for \(count) × \(MemoryLayout<Element>.stride) bytes"
      )
    }
    self.count = count
    unsafe start = memory.bindMemory(to: Element.self, capacity: max(1, count))
  }

  deinit { unsafe free(start) }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }

  /// Sets every byte to zero.
  func clear() {
    unsafe _ = memset(start, 0, count * MemoryLayout<Element>.stride)
  }
}
