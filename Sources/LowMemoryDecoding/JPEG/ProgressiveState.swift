/// How exactly each coefficient of a progressive picture is known.
///
/// Scans that do not follow on what is known are refused, which also bounds how many a file can
/// make us decode: each must lower the approximation of all its coefficients.
///
/// Source: ITU-T T.81 § G.1.1.1.
struct ProgressiveState {
  private static let unknown: Int8 = -1

  /// For each component the low bits that are missing of each coefficient, in zigzag order.
  private var missingBits: [[Int8]]
  private let keptMasks: [UInt64]

  /// Starts with nothing known.
  ///
  /// - Parameter keptMasks: The kept coefficients of each component as bits in zigzag order.
  init(keptMasks: [UInt64]) {
    self.keptMasks = keptMasks
    missingBits = keptMasks.map { _ in Array(repeating: Self.unknown, count: 64) }
  }

  /// Notes a scan; `false` where it does not follow on the scans before.
  mutating func accept(_ scan: JPEGScan) -> Bool {
    let before =
      scan.approximationBefore == 0 ? Self.unknown : Int8(scan.approximationBefore)
    let follows = scan.parts.allSatisfy { part in
      scan.band.allSatisfy { missingBits[part.index][$0] == before }
    }
    guard follows else { return false }
    for part in scan.parts {
      for index in scan.band { missingBits[part.index][index] = Int8(scan.approximation) }
    }
    return true
  }

  /// Whether a scan must be decoded.
  ///
  /// It must where it has kept coefficients, and where a later one that has some may go over bits
  /// of all coefficients that this one finds to be not zero.
  func needs(_ scan: JPEGScan) -> Bool {
    scan.parts.contains { part in
      let kept = keptMasks[part.index]
      let hasKept = scan.band.contains { kept >> UInt64($0) & 1 == 1 }
      let keepsOthers = scan.band.lowerBound > 0 && kept > 1
      return hasKept || keepsOthers && scan.approximation > 0
    }
  }

  /// Whether all bits of all kept coefficients are known.
  var hasAllKept: Bool {
    zip(missingBits, keptMasks).allSatisfy { bits, kept in
      bits.indices.allSatisfy { kept >> UInt64($0) & 1 == 0 || bits[$0] == 0 }
    }
  }

  /// Whether all bits of all coefficients are known.
  var hasAll: Bool { missingBits.allSatisfy { $0.allSatisfy { $0 == 0 } } }

  /// Whether something is known of each component's mean.
  var hasAllMeans: Bool { missingBits.allSatisfy { $0[0] != Self.unknown } }
}
