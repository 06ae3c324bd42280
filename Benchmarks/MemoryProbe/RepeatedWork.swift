import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// All files again and again through workers, which must not grow.
///
/// Prints lines of fields between tabs: files done, process, resident bytes, anonymous bytes.
struct RepeatedWork {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() throws {
    var queue = try DecodeQueue<Int>(WorkerSettings.settings(arguments, measuring: false))
    let planner = Planner(capacity: queue.capacity)
    let options = ThumbnailOptions(sizes: arguments.sizes, format: arguments.format)
    var (submitted, done, next) = (0, 0, 0)
    while done < arguments.count {
      while queue.wantsMore, submitted < arguments.count {
        let path = arguments.files[next % arguments.files.count]
        next += 1
        guard next < 4 * arguments.count + arguments.files.count else {
          throw Arguments.Misuse(description: "too few of the files can be planned")
        }
        guard let source = try? FileSource(path: Array(path.utf8)),
          let facts = try? MediaReader.facts(of: source),
          let plan = try? planner.plan(for: facts, options: options)
        else { continue }
        queue.submit(source, plan: plan, options: options, tag: submitted)
        submitted += 1
      }
      if let failure = queue.failure { throw failure }
      for _ in try WorkerSettings.advance(&queue) {
        done += 1
        if done % 100 == 0 { tell(done, queue.workerNumbers) }
      }
    }
  }

  private func tell(_ done: Int, _ workers: [Int32]) {
    for number in workers {
      guard let memory = (try? ProcessMemoryView(of: number))?.memory() else { continue }
      print("\(done)\t\(number)\t\(memory.resident)\t\(memory.anonymous)")
    }
  }
}
