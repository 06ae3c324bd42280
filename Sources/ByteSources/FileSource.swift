package import MediaTypes
package import SystemCalls

/// The bytes of an open file.
package final class FileSource: ByteSource {
  private let descriptor: FileDescriptor
  /// The file's status when it was opened.
  package let status: FileStatus

  /// How many bytes there were when it was opened.
  package var byteCount: UInt64 { status.byteCount }

  /// The number of the open descriptor; valid as long as this source is.
  package var descriptorNumber: Int32 { descriptor.number }

  /// Opens the file at a path, given as the bytes of its name.
  ///
  /// - Throws: `ThumbnailError` with the code `vanished`, `unreadable` or, for what is not a
  ///   regular file, `notMedia`.
  package convenience init(path: [UInt8]) throws(ThumbnailError) {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try Syscalls.open(readingPath: path)
    } catch {
      throw ThumbnailError(error.isNoSuchFile ? .vanished : .unreadable, "cannot open: \(error)")
    }
    try self.init(takingOwnershipOf: descriptor)
  }

  /// Takes an open descriptor.
  ///
  /// - Throws: `ThumbnailError` with the code `unreadable` or, for what is not a regular file,
  ///   `notMedia`.
  package init(takingOwnershipOf descriptor: consuming FileDescriptor) throws(ThumbnailError) {
    do throws(SystemError) {
      status = try Syscalls.status(of: descriptor.number)
    } catch {
      throw ThumbnailError(.unreadable, "cannot ask for the file's status: \(error)")
    }
    self.descriptor = descriptor
    switch status.kind {
    case .regular: break
    case .directory: throw ThumbnailError(.notMedia, "is a directory, not a file")
    case .symbolicLink, .special:
      throw ThumbnailError(.notMedia, "is a pipe, a socket or a device, not a regular file")
    }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    do throws(SystemError) {
      return unsafe try Syscalls.read(descriptor.number, into: buffer, at: offset)
    } catch {
      throw ThumbnailError(.unreadable, "cannot read at byte \(offset): \(error)")
    }
  }
}
