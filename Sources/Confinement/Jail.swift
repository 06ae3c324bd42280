internal import SystemCalls

/// What keeps a decoder that was taken over from doing anything but answering.
///
/// ```
/// no new rights ──► bounds ──► no capabilities ──► Landlock ──► seccomp
///                                                  └ names     └ calls
/// ```
///
/// Each step is taken as far as the kernel goes; what it does not give is told, not hidden.
package struct Jail: Sendable, Hashable {
  /// The version of Landlock that holds; 0 where there is none.
  package private(set) var landlockVersion = 0
  /// What the kernel did not give, in words; empty where all holds.
  package private(set) var gaps: [String] = []

  private init() {}

  /// Descriptors that decoders need at once: the socket, a file, fonts, modules.
  private static let descriptorLimit: UInt64 = 64

  /// Confines this process for good.
  ///
  /// To be called before it has read a byte that is not trusted, when its libraries are loaded and
  /// no other thread runs.
  ///
  /// - Returns: What holds from here on.
  package static func enter() -> Jail {
    var jail = Jail()
    jail.take("no_new_privs") { () throws(SystemError) in try Syscalls.refuseNewPrivileges() }
    jail.take("standard streams") { () throws(SystemError) in
      try Syscalls.silenceStandardStreams()
    }
    Syscalls.clearEnvironment()
    jail.take("limits") { () throws(SystemError) in
      try Syscalls.setLimit(.core, to: 0)
      // Nothing is written but to sockets and pipes, which no such limit counts. A library that
      // tries shall see its write fail, and go on.
      Syscalls.ignoreLongFiles()
      try Syscalls.setLimit(.fileLength, to: 0)
      try Syscalls.setLimit(.descriptors, to: descriptorLimit)
    }
    jail.take("capabilities") { () throws(SystemError) in try Syscalls.dropCapabilities() }
    jail.take("Landlock") { jail throws(SystemError) in
      let version = try LandlockRuleset.version()
      let rules = try LandlockRuleset()
      try ReadablePlaces.allow(in: rules)
      try rules.enter()
      jail.landlockVersion = version
    }
    if jail.landlockVersion > 0, Syscalls.threadCount() != 1 {
      jail.gaps.append("Landlock: other threads ran already")
    }
    // After Landlock, whose calls no filter lets through; last but one, since it forbids itself.
    jail.take("inspection") { () throws(SystemError) in try Syscalls.forbidInspection() }
    jail.take("seccomp") { jail throws(SystemError) in
      // Where no rules bound what is opened, nothing is: text in SVG and PDF goes without fonts.
      let filter = DecoderCalls.filter(
        opensFiles: jail.landlockVersion > 0, process: Syscalls.ownProcessNumber)
      try Syscalls.filterCalls(by: filter.program)
    }
    return jail
  }

  private mutating func take(
    _ step: String, _ body: (inout Jail) throws(SystemError) -> Void
  ) {
    do throws(SystemError) {
      try body(&self)
    } catch {
      gaps.append("\(step): \(error)")
    }
  }

  private mutating func take(_ step: String, _ body: () throws(SystemError) -> Void) {
    take(step) { _ throws(SystemError) in try body() }
  }
}
