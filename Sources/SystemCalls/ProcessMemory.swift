internal import Glibc

/// What the kernel says about the memory of a process.
package struct ProcessMemory: Sendable, Hashable {
  /// Resident bytes.
  package var resident: UInt64
  /// Resident bytes that no file backs.
  package var anonymous: UInt64
  /// Private writable memory that was asked for, in bytes, whether touched or not.
  package var data: UInt64

  /// Resident bytes of files and of memory shared with other processes.
  package var fileBacked: UInt64 { resident - min(resident, anonymous) }
}

/// An open view on the memory of a process, cheap enough to be asked after every job.
package struct ProcessMemoryView: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Opens the view.
  ///
  /// - Parameter process: The number of a process; `nil` is this one.
  /// - Throws: `SystemError` where there is no such process.
  package init(of process: Int32? = nil) throws(SystemError) {
    let path = "/proc/\(process.map(String.init) ?? "self")/statm"
    descriptor = try Syscalls.open(readingPath: Array(path.utf8))
  }

  /// Asks for the memory now; `nil` once the process ended.
  ///
  /// Source: proc(5), `/proc/pid/statm`.
  package func memory() -> ProcessMemory? {
    guard let text = try? Syscalls.smallFile(descriptor.number) else { return nil }
    let pages = text.split(separator: UInt8(ascii: " ")).map { UInt64(decimal: $0) ?? 0 }
    guard pages.count >= 6, pages[1] > 0 else { return nil }
    let pageSize = UInt64(clamping: sysconf(Int32(_SC_PAGESIZE)))
    return ProcessMemory(
      resident: pages[1] &* pageSize, anonymous: (pages[1] &- min(pages[1], pages[2])) &* pageSize,
      data: pages[5] &* pageSize)
  }
}

/// The peak of this process's memory, kept open so that it can be asked for when no file can be
/// opened any more.
package struct PeakMemoryView: ~Copyable {
  private let status: FileDescriptor
  private let references: FileDescriptor

  /// Opens the view.
  ///
  /// - Throws: `SystemError` where the kernel has no such files.
  package init() throws(SystemError) {
    let status = try Syscalls.open(readingPath: Array("/proc/self/status".utf8))
    references = try Syscalls.replace(
      Array("/proc/self/clear_refs".utf8), in: Syscalls.currentDirectoryNumber)
    self.status = status
  }

  /// The most memory held at once since the last reset, in resident bytes.
  ///
  /// Source: proc(5), `/proc/pid/status`.
  package func residentBytes() -> UInt64? {
    Syscalls.memoryField("VmHWM:", of: status.number)
  }

  /// Lets the peak begin anew at what is resident now.
  ///
  /// Source: proc(5), `/proc/pid/clear_refs`.
  package func reset() throws(SystemError) {
    try Syscalls.write([UInt8(ascii: "5")], to: references.number)
  }
}

extension Syscalls {
  /// The memory that a process holds, each shared page divided by the number of its holders.
  ///
  /// It costs the kernel a walk over all pages.
  ///
  /// - Parameter process: The number of a process; `nil` is this one.
  /// - Returns: Bytes, or `nil` where there is no such process.
  ///
  /// Source: proc(5), `/proc/pid/smaps_rollup`.
  package static func proportionalBytes(of process: Int32? = nil) -> UInt64? {
    memoryField("Pss:", of: process, in: "smaps_rollup")
  }

  /// The most memory that this process held at once, in resident bytes.
  ///
  /// Source: proc(5), `/proc/pid/status`.
  package static func peakResidentBytes() -> UInt64? { memoryField("VmHWM:", in: "status") }

  /// The bytes of a field that is given in units of 1024.
  private static func memoryField(
    _ name: String, of process: Int32? = nil, in file: String
  ) -> UInt64? {
    let path = "/proc/\(process.map(String.init) ?? "self")/\(file)"
    guard let descriptor = try? open(readingPath: Array(path.utf8)) else { return nil }
    return memoryField(name, of: descriptor.number)
  }

  /// The bytes of a field in an open file of `/proc`.
  fileprivate static func memoryField(_ name: String, of descriptor: Int32) -> UInt64? {
    guard let text = try? smallFile(descriptor) else { return nil }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: name.utf8) {
      let words = line.dropFirst(name.utf8.count).split { $0 == 0x20 || $0 == 0x09 }
      return words.first.flatMap { UInt64(decimal: $0) }.map { $0 &* 1024 }
    }
    return nil
  }

  /// The first 4 KB of a file of `/proc`.
  fileprivate static func smallFile(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var failure: SystemError?
    let count = unsafe bytes.withUnsafeMutableBytes { buffer -> Int in
      do throws(SystemError) {
        return unsafe try read(descriptor, into: buffer, at: 0)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}

extension UInt64 {
  /// Reads decimal digits; `nil` for anything else, and for what does not fit.
  fileprivate init?(decimal digits: ArraySlice<UInt8>) {
    self.init(String(decoding: digits, as: UTF8.self))
  }
}
