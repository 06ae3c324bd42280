import Foundation

/// A socket on this machine's own network that notes whether somebody calls.
package struct LocalListener: ~Copyable {
  /// Where it listens, at 127.0.0.1.
  package let port: UInt16
  private let descriptor: Int32

  /// Begins to listen at a port that is free.
  package init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isReady else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Whether somebody has called.
  package var wasCalled: Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, 100) > 0
  }
}

/// A file that nobody may open, and a watch on it.
package struct PlantedFile: ~Copyable {
  /// Its path.
  package let path: String
  private let watch: Int32

  /// Writes the file and begins to watch.
  package init(_ content: [UInt8], at path: String) throws {
    try Data(content).write(to: URL(filePath: path))
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    guard inotify_add_watch(watch, path, UInt32(IN_OPEN | IN_ACCESS | IN_MODIFY)) >= 0 else {
      throw POSIXError(.EIO)
    }
    self.path = path
    self.watch = watch
  }

  deinit { close(watch) }

  /// Whether somebody has opened, read or changed it since this was asked for the last time.
  package var wasTouched: Bool {
    var events = [UInt8](repeating: 0, count: 4096)
    return read(watch, &events, events.count) > 0
  }
}
