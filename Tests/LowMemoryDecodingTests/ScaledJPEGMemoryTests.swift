import ByteSources
import Foundation
import LowMemoryDecoding
import MediaTypes
import Testing

/// The bound of a decode is kept: with the process limited to it, the decode succeeds; with a third
/// of it, it does not.
///
/// Each case runs in a process of its own, where a limit on writable memory harms nobody else.
@Suite("Memory of scaled JPEG", .timeLimit(.minutes(3)))
struct ScaledJPEGMemoryTests {
  @Test("A progressive file is decoded within its bound")
  func progressive() async {
    await #expect(processExitsWith: .success) {
      exit(outcome(width: 2048, height: 2048, isProgressive: true, share: 1) == nil ? 0 : 1)
    }
  }

  @Test("A third of the bound is too little for a progressive file")
  func progressiveThird() async {
    await #expect(processExitsWith: .success) {
      let code = outcome(width: 2048, height: 2048, isProgressive: true, share: 3)
      exit(code == .overBudget ? 0 : 1)
    }
  }

  @Test("A sequential file is decoded within its bound")
  func sequential() async {
    await #expect(processExitsWith: .success) {
      exit(outcome(width: 65535, height: 64, isProgressive: false, share: 1) == nil ? 0 : 1)
    }
  }
}

/// What the runtime, the test library and the heap's own pages may take meanwhile.
private let slack = 512 << 10

/// Decodes an even picture at 1/4 in a process whose writable memory may grow by a share of the
/// bound.
///
/// - Returns: The code of the error; `nil` where there is none.
private func outcome(
  width: Int, height: Int, isProgressive: Bool, share: Int
) -> ThumbnailError.Code? {
  do throws(ThumbnailError) {
    let source = MemorySource(
      evenFile(width: width, height: height, isProgressive: isProgressive))
    let jpeg = try ScaledJPEG(source: source)
    guard let geometry = jpeg.geometry(denominator: 4) else { return .unsupported }
    let output = UnsafeMutableRawBufferPointer.allocate(
      byteCount: geometry.outputByteCount, alignment: 64)
    defer { output.deallocate() }
    output.initializeMemory(as: UInt8.self, repeating: 0)
    let bound = rlim_t(writableByteCount() + geometry.workingByteCount / share + slack)
    var limit = rlimit(rlim_cur: bound, rlim_max: bound)
    guard setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
      return .crashed
    }
    let warnings = try jpeg.decode(geometry, into: output, maximumByteCount: .max)
    return warnings.isEmpty && output.allSatisfy { $0 == 128 } ? nil : .corrupt
  } catch { return error.code }
}

/// The process's private writable memory, as the limit counts it.
private func writableByteCount() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmData:") }
  let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
  return (number.flatMap { Int($0) } ?? 0) << 10
}

/// A mid-grey picture with 4:2:0: all its data are zeros, one byte a block and scan.
private func evenFile(width: Int, height: Int, isProgressive: Bool) -> [UInt8] {
  var picture = CoefficientPicture(
    size: PixelSize(width: 8, height: 8),
    sampling: [PixelSize(width: 2, height: 2)]
      + Array(repeating: PixelSize(width: 1, height: 1), count: 2))
  picture.size = PixelSize(width: width, height: height)
  let units = quotient(width, 16) * quotient(height, 16)
  let plan = ScanPlan(parts: [0, 1, 2], band: 0...(isProgressive ? 0 : 63))
  var file = picture.headers(frame: isProgressive ? 0xC2 : 0xC0) + picture.scanHeader(plan)
  guard isProgressive else {
    // A mean and the end of the block.
    return file + [UInt8](repeating: 0, count: units * 12) + [0xFF, 0xD9]
  }
  file += [UInt8](repeating: 0, count: units * 6)
  for part in 0..<3 {
    let blocks = part == 0 ? quotient(width, 8) * quotient(height, 8) : units
    file += picture.scanHeader(ScanPlan(parts: [part], band: 1...63, after: 1))
    file += [UInt8](repeating: 0, count: blocks)
  }
  return file + [0xFF, 0xD9]
}
