import ByteSources
import MediaTypes
import SystemCalls

/// What lies at a path of the command line.
enum NamedInput {
  /// A file.
  case file(FileSource)
  /// A pipe: one of mkfifo(1), or what a shell writes for `<(command)`.
  case pipe(NamedPipe)

  /// Opens it, once: a pipe that is closed again ends those who write to it.
  ///
  /// - Parameter path: The bytes of its name.
  /// - Throws: `vanished`, `unreadable`, or `notMedia` for directories, sockets and devices.
  init(path: [UInt8]) throws(ThumbnailError) {
    let opened: FileDescriptor
    do throws(SystemError) {
      opened = try Syscalls.open(readingPath: path)
    } catch {
      throw ThumbnailError(error.isNoSuchFile ? .vanished : .unreadable, "cannot open: \(error)")
    }
    if (try? Syscalls.status(of: opened.number))?.isPipe == true {
      self = .pipe(NamedPipe(takingOwnershipOf: opened))
    } else {
      self = .file(try FileSource(takingOwnershipOf: opened))
    }
  }
}

/// A pipe that has a path.
final class NamedPipe {
  private static let pieceByteCount = 1 << 18

  private let descriptor: FileDescriptor

  init(takingOwnershipOf descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Waits until somebody writes to it: before, reading would find its end already.
  ///
  /// - Throws: `unreadable`.
  func waitForWriter() throws(ThumbnailError) {
    do throws(SystemError) {
      var arrival = PollSet()
      arrival.add(descriptor.number, .readable)
      try arrival.wait(atMost: nil)
    } catch {
      throw ThumbnailError(.unreadable, "cannot wait for the pipe: \(error)")
    }
  }

  /// Reads what comes next, and waits for it where somebody has the pipe open for writing.
  ///
  /// - Returns: The bytes; none at the end.
  /// - Throws: `unreadable`.
  func next() throws(ThumbnailError) -> [UInt8] {
    do throws(SystemError) {
      return try Syscalls.readNext(descriptor.number, atMost: Self.pieceByteCount)
    } catch {
      throw ThumbnailError(.unreadable, "cannot read the pipe: \(error)")
    }
  }
}
