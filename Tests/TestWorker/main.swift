import ByteSources
import CMisdeeds
import Glibc
import MediaTypes
import PreviewPlanning
import SystemCalls
import WorkerProtocol
import WorkerService

// A worker for tests: what it does with a file stands in the file, one word and a number.

/// Whether libvips would find its modules; asked before the environment is gone.
let hasModules = Syscalls.environment("VIPSHOME") == nil

func number(_ words: [Substring]) -> Int { words.count > 1 ? Int(words[1]) ?? 0 : 0 }

/// Sends bytes past the protocol.
func say(_ bytes: [UInt8]) { try? Syscalls.write(bytes, to: ChildProcess.inheritedNumber) }

/// The 25 bytes before the data of a grey JPEG that is one pixel high.
func jpegHead(width: Int) -> [UInt8] {
  let (high, low) = (UInt8(width >> 8 & 0xFF), UInt8(width & 0xFF))
  return [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, high, low, 1, 1, 0x11, 0]
    + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
}

/// An outcome with thumbnails of a length and at least of a head, of the sizes that were asked for.
///
/// Its warning is the number of this process.
func outcome(_ job: DecodeJob, byteCount: Int = 100) -> ThumbnailOutcome {
  ThumbnailOutcome(
    thumbnails: job.options.sizes.map { side in
      let head = jpegHead(width: side)
      let body = [UInt8](repeating: 0x55, count: max(0, byteCount - head.count))
      return EncodedThumbnail(
        askedSize: side, size: PixelSize(width: side, height: 1), format: .jpeg,
        bytes: head + body)
    },
    source: .scaled, displaySize: PixelSize(width: 640, height: 1),
    warnings: [MediaWarning(.oddHeader, "\(getpid())")])
}

/// Does what the words of a file say.
func obey(_ words: [Substring], _ job: DecodeJob) throws(ThumbnailError) -> ThumbnailOutcome {
  switch words.first {
  case "thumbnail": return outcome(job, byteCount: number(words))
  case "refuse": throw ThumbnailError(.corrupt, "as told")
  case "try":
    // The number with which something is refused is told as a warning; 0 where it works.
    var outcome = outcome(job)
    let name = words.dropFirst().first.map(String.init) ?? ""
    let refusal = unsafe misdeed(name, words.dropFirst(2).joined(separator: " "))
    outcome.warnings = [MediaWarning(.oddHeader, "\(refusal)")]
    return outcome
  case "exit": exit(Int32(number(words)))
  case "signal": kill(getpid(), Int32(number(words)))
  case "needs-ffmpeg":
    guard !CommandLine.arguments.contains(WorkerArgument.withoutFFmpeg) else {
      throw ThumbnailError(.unsupported, "as told")
    }
  case "needs-modules":
    guard hasModules else {
      throw ThumbnailError(.unsupported, "as told")
    }
  case "sleep": usleep(UInt32(number(words)) * 1000)
  case "hang": while true { pause() }
  case "keep":
    let byteCount = number(words) << 20
    _ = unsafe memset(malloc(byteCount), 1, byteCount)
  case "take":
    let taken = [UInt8](repeating: 1, count: number(words) << 20)
    guard taken.count > 0 else { break }
  case "needs":
    // A decoder that finds that it needs more megabytes than it was promised.
    let promised = job.plan.plannedBytes >> 20
    guard promised >= number(words) else { throw ThumbnailError(.overBudget, "as told") }
  case "shows-from":
    // A way that shows nothing with less than it takes.
    guard job.plan.plannedBytes >> 20 >= number(words) else {
      throw ThumbnailError(.corrupt, "as told")
    }
  case "crashes-below": if job.plan.plannedBytes >> 20 < number(words) { abort() }
  case "garbage": say([UInt8](repeating: 0xAA, count: 100))
  case "half":
    let parts = DecodeAnswer(number: job.number, result: .success(outcome(job))).frameParts
    say(Array(parts[0].prefix(20)))
    exit(0)
  case "other-number":
    for part in DecodeAnswer(number: 99_999, result: .success(outcome(job))).frameParts {
      say(part)
    }
  case "twice":
    for _ in 0..<2 {
      for part in DecodeAnswer(number: job.number, result: .success(outcome(job))).frameParts {
        say(part)
      }
    }
  case "not-a-jpeg":
    var outcome = outcome(job)
    outcome.thumbnails[0].bytes[0] = 0
    return outcome
  case "other-header":
    // The header says a hundred times the pixels that were announced.
    var outcome = outcome(job)
    outcome.thumbnails[0].bytes = jpegHead(width: 100 * outcome.thumbnails[0].askedSize)
    return outcome
  case "other-coding":
    var outcome = outcome(job)
    outcome.thumbnails[0].format = .png
    return outcome
  case "no-pixels":
    var outcome = outcome(job)
    outcome.thumbnails[0].size.height = 0
    return outcome
  case "negative-picture":
    var outcome = outcome(job)
    outcome.displaySize = PixelSize(width: -1, height: .min)
    return outcome
  case "no-bytes":
    var outcome = outcome(job)
    outcome.thumbnails[0].bytes = []
    return outcome
  case "greets-again": say(WorkerGreeting(landlockVersion: 1, gaps: []).frame)
  case "commands": say(job.frame)
  case "too-large":
    var outcome = outcome(job)
    outcome.thumbnails[0].size.width += 1
    return outcome
  case "too-few":
    var outcome = outcome(job)
    outcome.thumbnails.removeLast()
    return outcome
  case "endless":
    say([0x74, 0x68, 0x77, Frame.version, 3] + [UInt8](repeating: 0xFF, count: 8))
  default: throw ThumbnailError(.unsupported, "no such order")
  }
  return outcome(job)
}

/// The words of a file: all it holds or, in a Netpbm picture, its comment.
func order(in bytes: [UInt8]) -> [Substring] {
  let text = String(decoding: bytes, as: UTF8.self)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let comment = lines.dropFirst().first { $0.hasPrefix("# ") }?.dropFirst(2)
  return (comment ?? lines.first ?? "").split(separator: " ")
}

func serve() -> Int32 {
  var service = WorkerService { source, job throws(ThumbnailError) in
    try obey(order(in: try source.bytes(1000, at: 0)), job)
  }
  return service.run() == .noMoreWork ? 0 : 2
}

exit(serve())
