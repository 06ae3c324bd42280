import Glibc
import MediaTypes
import PreviewPlanning
import SystemCalls
import Thumbnails
import WorkerProtocol
import WorkerService

/// Says on standard error why this program ends.
func complain(_ reason: String) -> Int32 {
  try? Syscalls.write(Array("thumbs-worker is started by thumbs: \(reason)\n".utf8), to: 2)
  return 2
}

/// Works for a supervisor until it goes.
func serve() -> Int32 {
  guard WorkerService.hasSupervisor else { return complain("there is none") }
  var service = WorkerService {
    let goesWithout = CommandLine.arguments.contains(WorkerArgument.withoutFFmpeg)
    let loaded = ThumbnailPipeline.load(withFFmpeg: !goesWithout)
    return WorkerService.Preparation(
      libraries: loaded.libraries, missingFormats: loaded.missingFormats.map(\.name))
  } work: { source, job throws(ThumbnailError) in
    ThumbnailPipeline.limitAllocations(toBytes: job.plan.plannedBytes)
    return try ThumbnailPipeline.outcome(of: source, plan: job.plan, options: job.options)
  }
  switch service.run() {
  case .noMoreWork: return 0
  case .noSupervisor(let reason): return complain(reason)
  }
}

exit(serve())
