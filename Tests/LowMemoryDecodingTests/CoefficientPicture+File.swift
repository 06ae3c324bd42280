import MediaTypes

/// A scan of a file: which components, which coefficients, which bits.
struct ScanPlan {
  var parts: [Int]
  var band = 0...63
  /// The point transform before (0 in a first scan) and after.
  var before = 0
  var after = 0
}

extension CoefficientPicture {
  /// A sequential file (SOF0) whose scans have these components.
  func sequentialFile(_ scans: [[Int]]? = nil) -> [UInt8] {
    let all = scans ?? [Array(components.indices)]
    return file(frame: 0xC0, scans: all.map { ScanPlan(parts: $0) }, isProgressive: false)
  }

  /// A progressive file (SOF2).
  func progressiveFile(_ scans: [ScanPlan]) -> [UInt8] {
    file(frame: 0xC2, scans: scans, isProgressive: true)
  }

  private func file(frame: UInt8, scans: [ScanPlan], isProgressive: Bool) -> [UInt8] {
    var bytes = headers(frame: frame)
    for scan in scans {
      bytes += scanHeader(scan)
      bytes += isProgressive ? progressiveData(scan) : sequentialData(scan)
    }
    return bytes + [0xFF, 0xD9]
  }

  /// All segments before the first scan.
  func headers(frame: UInt8) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8] + segments
    bytes += segment(0xDB, [0x10] + quantisers.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    bytes += segment(frame, frameHeader)
    bytes += segment(0xC4, [0x00] + plainCodes(16)) + segment(0xC4, [0x10] + plainCodes(255))
    guard restartInterval > 0 else { return bytes }
    return bytes
      + segment(0xDD, [UInt8(restartInterval >> 8), UInt8(restartInterval & 0xFF)])
  }

  func scanHeader(_ scan: ScanPlan) -> [UInt8] {
    var payload = [UInt8(scan.parts.count)]
    for part in scan.parts { payload += [components[part].identifier, 0x00] }
    payload += [UInt8(scan.band.lowerBound), UInt8(scan.band.upperBound)]
    return segment(0xDA, payload + [UInt8(scan.before << 4 | scan.after)])
  }

  private var frameHeader: [UInt8] {
    [
      8, UInt8(size.height >> 8), UInt8(size.height & 0xFF), UInt8(size.width >> 8),
      UInt8(size.width & 0xFF), UInt8(components.count),
    ]
      + components.flatMap {
        [$0.identifier, UInt8($0.sampling.width << 4 | $0.sampling.height), 0]
      }
  }

  /// A Huffman table in which the codes of the first symbols are these numbers themselves.
  private func plainCodes(_ count: UInt8) -> [UInt8] {
    (1...16).map { $0 == codeWidth ? count : 0 } + Array(0..<count)
  }

  private func sequentialData(_ scan: ScanPlan) -> [UInt8] {
    var writer = BitWriter(codeWidth: codeWidth)
    var predictions = [Int](repeating: 0, count: components.count)
    for (index, unit) in units(of: scan.parts).enumerated() {
      if restartInterval > 0, index > 0, index % restartInterval == 0 {
        writer.restart()
        predictions = predictions.map { _ in 0 }
      }
      for (component, block) in unit {
        let values = components[component].coefficients[block]
        writer.writeDifference(values[0] - predictions[component])
        predictions[component] = values[0]
        var run = 0
        for value in values.dropFirst() {
          if value == 0 {
            run += 1
            continue
          }
          while run > 15 {
            writer.writeSymbol(0xF0)
            run -= 16
          }
          writer.writeValue(value, run: run)
          run = 0
        }
        if run > 0 { writer.writeSymbol(0x00) }
      }
    }
    return writer.finish()
  }

  private func progressiveData(_ scan: ScanPlan) -> [UInt8] {
    var writer = BitWriter(codeWidth: codeWidth)
    var predictions = [Int](repeating: 0, count: components.count)
    for (index, unit) in units(of: scan.parts).enumerated() {
      if restartInterval > 0, index > 0, index % restartInterval == 0 {
        writer.endRun()
        writer.restart()
        predictions = predictions.map { _ in 0 }
      }
      for (component, block) in unit {
        let values = components[component].coefficients[block]
        if scan.band.lowerBound > 0 {
          if scan.before == 0 {
            writer.writeBand(values[scan.band], after: scan.after)
          } else {
            writer.refineBand(values[scan.band], after: scan.after)
          }
        } else if scan.before == 0 {
          let value = values[0] >> scan.after
          writer.writeDifference(value - predictions[component])
          predictions[component] = value
        } else {
          writer.write(values[0] >> scan.after & 1, width: 1)
        }
      }
    }
    writer.endRun()
    return writer.finish()
  }
}

/// A marker segment.
func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
  [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
}
