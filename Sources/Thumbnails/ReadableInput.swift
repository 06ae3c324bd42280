internal import ByteSources
internal import MediaTypes
internal import SystemCalls

/// An input that stays readable when the caller does something else with what he gave.
enum ReadableInput: Sendable {
  case path(String)
  case bytes([UInt8])
  case opened(FileSource)

  /// Takes an input; a descriptor is duplicated, a path is not opened yet.
  ///
  /// - Throws: `ThumbnailError` with the code `unreadable` for a descriptor that is not open, or of
  ///   what cannot be read from any place.
  init(_ input: ThumbnailInput) throws(ThumbnailError) {
    switch input {
    case .file(let path): self = .path(path)
    case .bytes(let bytes): self = .bytes(bytes)
    case .descriptor(let number):
      let own: FileDescriptor
      do throws(SystemError) {
        own = try Syscalls.duplicate(number)
      } catch {
        throw ThumbnailError(.unreadable, "cannot use the descriptor: \(error)")
      }
      self = .opened(try FileSource(takingOwnershipOf: own))
    }
  }

  /// Where its bytes are; opens a path, which may block.
  func source() throws(ThumbnailError) -> any ByteSource {
    switch self {
    case .path(let path): try FileSource(path: Array(path.utf8))
    case .bytes(let bytes): MemorySource(bytes)
    case .opened(let source): source
    }
  }

  /// The extension of the name, without the dot, where there is a name that has one.
  var fileExtension: String? {
    guard case .path(let path) = self, let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot != name.startIndex
    else { return nil }
    return String(name[name.index(after: dot)...])
  }
}
