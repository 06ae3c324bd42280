import Glibc
import MediaTypes
import SystemCalls
import Thumbnails
import WorkerProtocol
import WorkerService

/// Works for a supervisor until it goes.
func serve() -> Int32 {
  var service = WorkerService { source, job throws(ThumbnailError) in
    try ThumbnailPipeline.outcome(of: source, plan: job.plan, options: job.options)
  }
  switch service.run() {
  case .noMoreWork: return 0
  case .noSupervisor(let reason):
    try? Syscalls.write(Array("thumbs-worker is started by thumbs: \(reason)\n".utf8), to: 2)
    return 2
  }
}

exit(serve())
