import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import WorkerProtocol

/// A worker that is started to see whether it can be, and a picture that it makes.
struct WorkerTrial {
  /// What the worker said of itself; `nil` where none came up.
  let greeting: WorkerGreeting?
  /// How it went, in words.
  let text: String
  /// Whether there is a thumbnail.
  let hasWorked: Bool

  /// A drawing with a word in it, so that fonts are asked for too.
  private static let picture = """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" \
    fill="#c93c28"/><text x="4" y="32" font-size="24">abc</text></svg>
    """

  /// Has a worker draw a picture.
  init(_ settings: DecodeQueue<Void>.Settings) {
    var greeting: WorkerGreeting?
    do throws(WorkerFailure) {
      switch try WorkerTrial.outcome(settings, greeting: &greeting) {
      case .success(let made):
        let size = made.thumbnails.first.map { "\($0.size)" } ?? "no"
        text = "a worker drew a picture of \(size) pixels"
        hasWorked = made.thumbnails.first?.size.longerSide == 64
      case .failure(let error):
        text = "a worker could not draw a picture: \(error)"
        hasWorked = false
      }
    } catch {
      text = error.description
      hasWorked = false
    }
    self.greeting = greeting
  }

  private static func outcome(
    _ settings: DecodeQueue<Void>.Settings, greeting: inout WorkerGreeting?
  ) throws(WorkerFailure) -> Result<ThumbnailOutcome, ThumbnailError> {
    var settings = settings
    settings.loadsAll = true
    var queue = try DecodeQueue<Void>(settings)
    let options = ThumbnailOptions(sizes: [64])
    do throws(ThumbnailError) {
      var spool = try SpoolFile(limit: 1 << 16)
      try spool.append(Array(picture.utf8))
      let source = try spool.finish()
      let facts = try MediaReader.facts(of: source)
      let plan = try Planner(capacity: queue.capacity).plan(for: facts, options: options)
      queue.submit(source, plan: plan, options: options, tag: ())
    } catch {
      return .failure(error)
    }
    defer { greeting = queue.greeting }
    return try queue.waitForOnly()
  }
}
