internal import CSystem
internal import Glibc

/// Rules that say which files this process may still reach by name.
///
/// Source: landlock(7).
package struct LandlockRuleset: ~Copyable {
  /// What may be done below a directory.
  package enum Access: Sendable {
    /// Files may be read and directories listed.
    case reading
    /// Files may also be mapped as code.
    case readingAndRunning

    /// `LANDLOCK_ACCESS_FS_READ_FILE`, `_READ_DIR` and `_EXECUTE`.
    fileprivate var bits: UInt64 {
      switch self {
      case .reading: 1 << 2 | 1 << 3
      case .readingAndRunning: 1 << 2 | 1 << 3 | 1 << 0
      }
    }
  }

  private let ruleset: FileDescriptor

  /// The version of the interface that this kernel has.
  ///
  /// - Throws: `SystemError` where it has none, or it is turned off.
  package static func version() throws(SystemError) -> Int {
    try Syscalls.meetFault(in: "landlock_create_ruleset")
    return Int(try Syscalls.checked(csystem_landlock_version(), in: "landlock_create_ruleset"))
  }

  /// Begins rules that forbid all that this kernel can forbid.
  package init() throws(SystemError) {
    let version = try LandlockRuleset.version()
    // One bit a kind of access; each version has brought some.
    let fileKinds: UInt64 =
      switch version {
      case 1: 13
      case 2: 14
      case 3, 4: 15
      default: 16
      }
    let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
    ruleset = FileDescriptor(
      takingOwnershipOf: try Syscalls.checked(
        csystem_landlock_ruleset((1 << fileKinds) - 1, 0b11, 0b11, size),
        in: "landlock_create_ruleset"))
  }

  /// Allows something below a directory, or for a file; names that lead nowhere are left out.
  package func allow(_ access: Access, below path: [UInt8]) throws(SystemError) {
    let number = unsafe try Syscalls.withPath(path, in: "open") {
      unsafe csystem_open($0, csystem_open_as_place | O_CLOEXEC, 0)
    }
    if number == -ENOENT || number == -ENOTDIR { return }
    let place = FileDescriptor(takingOwnershipOf: try Syscalls.checked(number, in: "open"))
    let isDirectory = try Syscalls.status(of: place.number).kind == .directory
    // Listing is no right that a file can have.
    let bits = isDirectory ? access.bits : access.bits & ~(1 << 3)
    _ = try Syscalls.checked(
      csystem_landlock_allow(ruleset.number, place.number, bits), in: "landlock_add_rule")
  }

  /// Lets the rules hold for this thread and those that it starts, for good.
  package consuming func enter() throws(SystemError) {
    _ = try Syscalls.checked(
      csystem_landlock_enter(ruleset.number), in: "landlock_restrict_self")
  }
}
