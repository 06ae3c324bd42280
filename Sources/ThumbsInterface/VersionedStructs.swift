internal import CThumbs

// A struct begins with the length that its caller was compiled with. What a caller does not know
// keeps its default; what this library does not know must be zero, or the caller wants something
// that cannot be had.

/// Reads a struct of a caller.
///
/// SAFETY: the caller promises as many readable bytes as the struct itself says.
///
/// - Parameters:
///   - pointer: The caller's struct.
///   - defaults: What fields have that the caller does not know.
/// - Returns: The fields.
/// - Throws: A usage failure where the length makes no sense, or something unknown is asked for.
func read<Struct>(
  _ pointer: UnsafePointer<Struct>, defaults: Struct
) throws(CallFailure) -> Struct {
  let start = unsafe UnsafeRawPointer(pointer)
  let size = unsafe start.loadUnaligned(as: Int.self)
  let known = MemoryLayout<Struct>.size
  guard size >= MemoryLayout<Int>.size, size < 1 << 16 else {
    throw CallFailure(usage: "struct_size is \(size): begin with the struct's _INIT macro")
  }
  if size > known {
    let rest = unsafe UnsafeRawBufferPointer(start: start + known, count: size - known)
    guard unsafe rest.allSatisfy({ $0 == 0 }) else {
      throw CallFailure(usage: "the program was compiled for a later version of thumbs")
    }
  }
  var value = defaults
  unsafe withUnsafeMutableBytes(of: &value) { bytes in
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: min(size, known)))
  }
  return value
}

/// Fills a struct of a caller, as far as he knows it.
///
/// SAFETY: the caller promises as many writable bytes as the struct itself says.
func write<Struct>(
  _ value: Struct, to pointer: UnsafeMutablePointer<Struct>
) throws(CallFailure) {
  let start = UnsafeMutableRawPointer(pointer)
  let head = MemoryLayout<Int>.size
  let size = unsafe start.loadUnaligned(as: Int.self)
  guard size >= head, size < 1 << 16 else {
    throw CallFailure(usage: "struct_size is \(size): begin with the struct's _INIT macro")
  }
  let count = min(size, MemoryLayout<Struct>.size) - head
  unsafe withUnsafeBytes(of: value) { bytes in
    unsafe (start + head).copyMemory(
      from: bytes.baseAddress.unsafelyUnwrapped + head, byteCount: count)
  }
}

/// Text of a caller; `nil` for none.
///
/// SAFETY: the caller promises a zero byte at its end.
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(cString: pointer)
}
