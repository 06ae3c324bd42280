internal import Foundation

/// A memory cgroup of its own with a limit and no swap, of version 1 or 2.
package final class MemoryGroup: Sendable {
  /// Whether one can be made here; tests that need one are left out where none can.
  package static let canBeMade = (try? MemoryGroup(limit: 64 << 20)) != nil

  /// The directory that stands for the group.
  package let path: String
  private let isVersion1: Bool

  /// Makes a group.
  ///
  /// - Parameter limit: The most memory that its processes may hold, in bytes.
  /// - Throws: Where no controller is mounted, or none may be written to.
  package init(limit: UInt64) throws {
    let name = "thumbs-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    var failure: any Error = CocoaError(.fileNoSuchFile)
    for (parent, isVersion1) in try Self.places() {
      let path = parent + "/" + name
      do {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        try Self.limit(path, to: limit, isVersion1: isVersion1)
        self.path = path
        self.isVersion1 = isVersion1
        return
      } catch {
        failure = error
        rmdir(path)
      }
    }
    throw failure
  }

  deinit {
    for _ in 0..<100 {
      if rmdir(path) == 0 { return }
      usleep(20_000)
    }
  }

  /// The numbers of the processes in the group.
  package var processes: [Int32] {
    Self.text(path + "/cgroup.procs").split(separator: "\n").compactMap { Int32($0) }
  }

  /// How many processes the kernel has killed for want of memory.
  package var killCount: Int {
    let file = isVersion1 ? "/memory.oom_control" : "/memory.events"
    for line in Self.text(path + file).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "oom_kill" { return Int(words[1]) ?? 0 }
    }
    return 0
  }

  /// The memory of the group's processes in bytes, each shared page divided by its holders.
  package var proportionalBytes: UInt64 {
    processes.reduce(0) { sum, process in
      let lines = Self.text("/proc/\(process)/smaps_rollup").split(separator: "\n")
      let field = lines.first { $0.hasPrefix("Pss:") }
      let kibibytes = field?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
      return sum + (kibibytes ?? 0) << 10
    }
  }

  /// Directories below which groups are made.
  private static func places() throws -> [(path: String, isVersion1: Bool)] {
    let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8)
    let own = text("/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::/") }
    return mounts.split(separator: "\n").flatMap { line -> [(path: String, isVersion1: Bool)] in
      let words = line.split(separator: " ")
      guard words.count > 3 else { return [] }
      let place = String(words[1])
      switch words[2] {
      case "cgroup" where words[3].split(separator: ",").contains("memory"):
        return [(place, true)]
      case "cgroup2": return [(place + (own?.dropFirst(3) ?? ""), false), (place, false)]
      default: return []
      }
    }
  }

  private static func limit(_ path: String, to limit: UInt64, isVersion1: Bool) throws {
    func set(_ name: String, _ value: UInt64) throws {
      try "\(value)".write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
    }
    guard isVersion1 else {
      try set("memory.max", limit)
      try? set("memory.swap.max", 0)
      return
    }
    try set("memory.limit_in_bytes", limit)
    try set("memory.swappiness", 0)
    try? set("memory.memsw.limit_in_bytes", limit)
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
