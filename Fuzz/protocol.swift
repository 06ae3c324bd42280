// Rooms: MediaTypes MemoryBudget PreviewPlanning WorkerProtocol
// Sanitizers: address

import MediaTypes
import PreviewPlanning
import WorkerProtocol

/// What libFuzzer calls with each input: messages that somebody sends who has taken over a worker.
///
/// What is understood must be what is said again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Most inputs are no frame: their bytes are also taken as bodies.
  for kind in Frame.Kind.allCases { understand(Frame(kind: kind, body: bytes)) }
  var assembler = FrameAssembler(bodyLimit: 1 << 16)
  var rest = bytes[...]
  while let frame = try? assembler.take(&rest) { understand(frame) }
  return 0
}

private func understand(_ frame: Frame) {
  if frame.kind == .job {
    guard let job = try? DecodeJob(body: frame.body) else { return }
    let again = try? DecodeJob(body: Array(job.frame.dropFirst(13)))
    // A number that is none equals nothing.
    precondition(again?.frame == job.frame, "a job is said otherwise than it was understood")
    return
  }
  switch try? WorkerMessage(frame) {
  case .ready(let greeting):
    let again = try? WorkerGreeting(body: Array(greeting.frame.dropFirst(13)))
    precondition(again == greeting, "a greeting is said otherwise than it was understood")
  case .answer(let answer):
    let said = Array(answer.frameParts.joined().dropFirst(13))
    precondition((try? DecodeAnswer(body: said)) == answer, "an answer is said otherwise")
  case nil: break
  }
}
