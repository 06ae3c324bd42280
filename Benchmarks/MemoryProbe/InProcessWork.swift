import MediaTypes
import SystemCalls
import Synchronization
import Thumbnails

/// All files again and again in this process, a few at once.
///
/// Prints lines of fields between tabs: files done, resident bytes, anonymous bytes; last the peak
/// of resident bytes, and how files ended.
struct InProcessWork {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws {
    let thumbnailer = Thumbnailer(
      Thumbnailer.Configuration(
        budgetByteCount: arguments.budget, threadCount: arguments.jobs,
        allowsUntrustedFormats: true))
    let options = ThumbnailOptions(sizes: arguments.sizes, format: arguments.format)
    let ends = Ends()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<arguments.count {
        if number >= 2 * arguments.jobs { await group.next() }
        let path = arguments.files[number % arguments.files.count]
        group.addTask { ends.add(await Self.end(of: path, options, thumbnailer)) }
      }
    }
    ends.tell()
  }

  private static func end(
    of path: String, _ options: ThumbnailOptions, _ thumbnailer: Thumbnailer
  ) async -> String {
    do throws(ThumbnailError) {
      _ = try await thumbnailer.thumbnails(of: .file(path), options: options)
      return "ok"
    } catch {
      return "\(error.code)"
    }
  }
}

/// How files ended, and what the process holds as they do.
private final class Ends: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let view: ProcessMemoryView?

  init() { view = try? ProcessMemoryView() }

  func add(_ end: String) {
    counts.withLock { counts in
      counts[end, default: 0] += 1
      let done = counts.values.reduce(0, +)
      guard done % 100 == 0, let memory = view?.memory() else { return }
      print("\(done)\t\(memory.resident)\t\(memory.anonymous)")
    }
  }

  func tell() {
    print("peak\t\(Syscalls.peakResidentBytes() ?? 0)")
    let all = counts.withLock { $0 }
    print(all.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)" }.joined(separator: "\n"))
  }
}
