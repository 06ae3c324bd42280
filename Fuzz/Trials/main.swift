import Glibc
import SystemCalls

// Every parser of the package, tried with damaged files: see `TrialOptions.usage`.

let parsers: [any ParserUnderTest.Type] = [
  JPEG.self, PNG.self, Deflate.self, WebP.self, BMP.self, PSD.self, TIFF.self, HEIF.self,
  Tiles.self,
  Sniffer.self, Previews.self, EXIF.self, Profile.self, Messages.self, Manifest.self, JSON.self,
  CacheText.self, Worker.self,
]

do {
  let options = try TrialOptions(Array(CommandLine.arguments.dropFirst()))
  let named = try options.names.map { name in
    guard let parser = parsers.first(where: { "\($0)".lowercased() == name.lowercased() }) else {
      let names = parsers.map { "\($0)".lowercased() }.joined(separator: ", ")
      throw Misuse("no parser \(name): there are \(names)")
    }
    return parser
  }
  if let from = options.from, let parser = named.first {
    let inputs = try Inputs(of: parser, options: options)
    ParserTrial(parser: parser, inputs: inputs, descriptor: ChildProcess.inheritedNumber)
      .run(from: from)
  } else if let index = options.input, let path = options.save, let parser = named.first {
    let inputs = try Inputs(of: parser, options: options)
    guard index < inputs.count else { throw Misuse("there are \(inputs.count) inputs") }
    try Output.write(inputs[index], to: path)
  } else {
    let isGood = try TrialSupervisor(options: options).run(named.isEmpty ? parsers : named)
    exit(isGood ? 0 : 1)
  }
} catch {
  try? Syscalls.write(Array("parser-trials: \(error)\n".utf8), to: 2)
  exit(2)
}
