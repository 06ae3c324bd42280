import ByteSources
import DecoderWorkers
import Glibc
import MediaReading
import MediaTypes
import MemoryBudget
import PreviewPlanning
import SystemCalls

// What decoding really takes, beside what was planned: one line a file and size.

do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  switch arguments.mode {
  case .plans: try PlanMeasurement(arguments).run()
  case .repeated: try RepeatedWork(arguments).run()
  case .inProcess: try await InProcessWork(arguments).run()
  }
} catch {
  try? Syscalls.write(Array("memory-probe: \(error)\n".utf8), to: 2)
  exit(2)
}
