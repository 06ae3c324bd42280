import DecoderWorkers
import MediaTypes
import PreviewPlanning
import SystemCalls
import WorkerProtocol

/// What this machine offers, as lines for a person.
struct MachineReport {
  /// A name and what is found under it.
  typealias Line = (name: String, text: String)

  /// The lines.
  let lines: [Line]
  /// Whether everything is there.
  let isWhole: Bool

  /// Looks around, and has a worker make a small picture.
  ///
  /// - Parameter settings: What the worker may take.
  init(_ settings: DecodeQueue<Void>.Settings?) {
    var lines: [Line] = [
      ("version", ProgramDescription.version), ("kernel", Kernel.release),
      ("processors", "\(Syscalls.processorCount)"),
    ]
    let trial = settings.map(WorkerTrial.init)
    let greeting = trial?.greeting
    lines += [("libraries", greeting?.libraries.joined(separator: ", ") ?? "not known")]
    lines += [("formats", MachineReport.formats(greeting))]
    lines += [("trial", trial?.text ?? "the program \(WorkerProgram.name) is not beside this one")]
    lines += MachineReport.jail(greeting)
    lines += [("cgroup", Kernel.memoryLimit), ("fonts", FontCount().text)]
    self.lines = lines
    isWhole = trial?.hasWorked == true && greeting?.gaps.isEmpty == true
  }

  private static func formats(_ greeting: WorkerGreeting?) -> String {
    guard let missing = greeting?.missingFormats else { return "not known" }
    return missing.isEmpty
      ? "all that thumbs knows" : "all that thumbs knows but \(missing.joined(separator: ", "))"
  }

  private static func jail(_ greeting: WorkerGreeting?) -> [Line] {
    guard let greeting else { return [("jail", "not known")] }
    let version = greeting.landlockVersion
    let hasFilter = !greeting.gaps.contains { $0.hasPrefix("seccomp") }
    return [
      ("Landlock", version > 0 ? "version \(version)" : "none"),
      ("seccomp", hasFilter ? "yes" : "none"),
      ("jail", greeting.gaps.isEmpty ? "whole" : "lacks \(greeting.gaps.joined(separator: "; "))"),
    ]
  }
}

/// Facts that the kernel tells in small files.
enum Kernel {
  /// The kernel's release.
  static var release: String { text(of: "/proc/sys/kernel/osrelease") ?? "not known" }

  /// The bound on memory of the control group that this process is in.
  ///
  /// Source: cgroups(7); version 2 has one tree, version 1 one for memory.
  static var memoryLimit: String {
    for line in (text(of: "/proc/self/cgroup") ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let places =
        parts[0] == "0"
        ? ["/sys/fs/cgroup\(parts[2])/memory.max"]
        : parts[1].split(separator: ",").contains("memory")
          ? ["/sys/fs/cgroup/memory\(parts[2])/memory.limit_in_bytes"] : []
      for place in places {
        guard let limit = text(of: place) else { continue }
        // Version 1 says "none" by a number that no machine has.
        guard let bytes = UInt64(limit), bytes < 1 << 60 else { return "no limit of memory" }
        return "at most \(QuantityText.byteCount(bytes)) of memory"
      }
    }
    return "no limit of memory that can be seen"
  }

  /// The first 4 KB of a file without the blanks at their end.
  private static func text(of path: String) -> String? {
    guard let file = try? Syscalls.open(readingPath: Array(path.utf8)),
      let bytes = try? Syscalls.readNext(file.number, atMost: 4096)
    else { return nil }
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x20 }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
