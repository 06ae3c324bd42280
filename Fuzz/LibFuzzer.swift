import Glibc

// What libFuzzer calls. `Fuzz/run` says which parser `Fuzzed` is.

/// Writes the inputs that a parser begins with into the directory that libFuzzer is started in.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(
  _ count: UnsafeMutablePointer<CInt>?, _ words: UnsafeMutableRawPointer?
) -> CInt {
  for (index, seed) in Fuzzed.ownSeeds.enumerated() {
    guard let file = fopen("corpus/seed-\(index)", "w") else { continue }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
  return 0
}

/// Hands an input to the parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = Fuzzed.read(Array(UnsafeBufferPointer(start: start, count: count)), pixelLimit: 1 << 24)
  return 0
}
