import Glibc
import MediaTypes

/// Turns the kept coefficients of a component into samples, one row of units at a time.
///
/// From the N lowest coefficients of a direction come N samples, each the mean of the pixels that it
/// stands for. Against the value in the middle of those pixels, which sharper scalers take, that was
/// nearer to a full decode reduced by a good filter, by 0.01 of ΔE2000, and softer by nothing that
/// a second reduction leaves to be seen.
///
/// Source: ITU-T T.81 § A.3.3 (transform), § A.3.4 (quantisation), § A.3.1 (level shift).
final class InverseDCT {
  private let store: CoefficientStore
  private let component: KeptComponent
  /// Samples of one row of units, `component.band.width` in each row.
  let samples: Scratch<UInt8>
  /// The quantisers of the kept coefficients, in their places.
  private let quantisers: Scratch<Float>
  /// The cosines of each row, then of each column: for each sample those of all coefficients.
  private let rowBasis: Scratch<Float>
  private let columnBasis: Scratch<Float>

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - store: Holds the coefficients.
  ///   - divisors: 64 quantisers in zigzag order; none where no scan came.
  /// - Throws: `overBudget` where the system has no memory.
  init(_ store: CoefficientStore, quantisers divisors: [UInt16]) throws(ThumbnailError) {
    self.store = store
    component = store.component
    samples = try Scratch(zeroed: component.band.width * component.band.height)
    quantisers = try Scratch(zeroed: 64)
    for (index, divisor) in divisors.prefix(64).enumerated() {
      let place = store.places[index]
      if place != CoefficientStore.notKept { quantisers[Int(place)] = Float(divisor) }
    }
    rowBasis = try Self.basis(component.rows.kept)
    columnBasis = try Self.basis(component.columns.kept)
  }

  /// What a transform holds beside its samples, in bytes.
  static let tableByteCount = 3 * 64 * MemoryLayout<Float>.stride

  /// The 8-point cosines, averaged over the pixels of each of `count` samples.
  private static func basis(_ count: Int) throws(ThumbnailError) -> Scratch<Float> {
    let basis = try Scratch<Float>(zeroed: 64)
    let pixels = 8 / count
    for pixel in 0..<8 {
      for frequency in 0..<count {
        let cosine = cos(Double((2 * pixel + 1) * frequency) * .pi / 16)
        let value = frequency == 0 ? 0.125.squareRoot() : cosine / 2
        basis[pixel / pixels * count + frequency] += Float(value / Double(pixels))
      }
    }
    return basis
  }

  /// Makes the samples of a row of units.
  ///
  /// - Parameter firstBlockRow: The first row of blocks, among those that are held.
  func transform(firstBlockRow: Int) {
    precondition(
      firstBlockRow >= 0
        && firstBlockRow + component.rows.blocksPerUnit <= component.heldBlockRows)
    for row in 0..<component.rows.blocksPerUnit {
      // SAFETY: the rows of blocks lie in the store by the check above; each block writes
      // `rows.kept` rows of `columns.kept` samples at its own place in the band.
      let coefficients =
        unsafe store.coefficients.start
        + (firstBlockRow + row) * component.columns.blocks * component.keptPerBlock
      let target = unsafe samples.start + row * component.rows.kept * component.band.width
      switch (component.columns.kept, component.rows.kept) {
      case (1, 1): unsafe transformMeans(coefficients, target)
      case (2, 2): unsafe transformPairs(coefficients, target)
      case (4, _): unsafe transform(coefficients, target, rowOf: SIMD4<Float>.self)
      case (8, _): unsafe transform(coefficients, target, rowOf: SIMD8<Float>.self)
      default: unsafe transformSmall(coefficients, target)
      }
    }
  }

  /// One coefficient, one sample.
  @unsafe private func transformMeans(
    _ coefficients: UnsafePointer<Int16>, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let quantiser = Int32(quantisers[0])
    for block in 0..<component.columns.blocks {
      let mean = unsafe Int32(coefficients[block]) &* quantiser
      unsafe target[block] = UInt8(clamping: (mean &+ 4) &>> 3 &+ 128)
    }
  }

  /// 2×2 coefficients; their cosines are all alike but for the sign.
  @unsafe private func transformPairs(
    _ coefficients: UnsafePointer<Int16>, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let cosines = SIMD4(
      rowBasis[0] * columnBasis[0], rowBasis[0] * columnBasis[1],
      rowBasis[1] * columnBasis[0], rowBasis[1] * columnBasis[1])
    let scale = cosines * SIMD4(quantisers[0], quantisers[1], quantisers[2], quantisers[3])
    let width = component.band.width
    for block in 0..<component.columns.blocks {
      let raw = unsafe UnsafeRawPointer(coefficients + 4 * block)
        .loadUnaligned(as: SIMD4<Int16>.self)
      let values = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: raw)) * scale
      let (left, right) = (values.evenHalf + values.oddHalf, values.evenHalf - values.oddHalf)
      let top = SIMD2(left[0] + left[1], right[0] + right[1])
      let bottom = SIMD2(left[0] - left[1], right[0] - right[1])
      let bytes = Self.bytes(SIMD4(lowHalf: top, highHalf: bottom))
      unsafe target[2 * block] = bytes[0]
      unsafe target[2 * block + 1] = bytes[1]
      unsafe target[width + 2 * block] = bytes[2]
      unsafe target[width + 2 * block + 1] = bytes[3]
    }
  }

  /// Rows of 4 or 8 coefficients, any number of them.
  @unsafe @inline(__always) private func transform<Row: SIMD>(
    _ coefficients: UnsafePointer<Int16>, _ target: UnsafeMutablePointer<UInt8>,
    rowOf: Row.Type
  ) where Row.Scalar == Float, Row.MaskStorage.Scalar == Int32 {
    let rows = component.rows.kept
    let width = component.band.width
    unsafe withUnsafeTemporaryAllocation(of: Row.self, capacity: 16) { rowBuffer in
      guard let base = rowBuffer.baseAddress else { return }
      let (input, columns) = unsafe (base, base + 8)
      // `columns[frequency]` holds that cosine for each sample of a row.
      for frequency in 0..<Row.scalarCount {
        var cosines = Row()
        for sample in 0..<Row.scalarCount {
          cosines[sample] = columnBasis[sample * Row.scalarCount + frequency]
        }
        unsafe columns[frequency] = cosines
      }
      for block in 0..<component.columns.blocks {
        let first = unsafe coefficients + block * component.keptPerBlock
        // High frequencies down are mostly all zero, and cost nothing then.
        var used = rows
        while used > 1, unsafe Self.isZero(first + (used &- 1) &* Row.scalarCount, Row.scalarCount)
        {
          used &-= 1
        }
        for row in 0..<used {
          var values = Row()
          for column in 0..<Row.scalarCount {
            let place = row &* Row.scalarCount &+ column
            values[column] = unsafe Float(first[place]) * quantisers.start[place]
          }
          unsafe input[row] = values
        }
        for sample in 0..<rows {
          var half = Row()
          for row in 0..<used {
            unsafe half += rowBasis.start[sample &* rows &+ row] * input[row]
          }
          var sum = Row()
          for frequency in 0..<Row.scalarCount {
            unsafe sum += half[frequency] * columns[frequency]
          }
          unsafe Self.store(sum, at: target + (sample &* width &+ block &* Row.scalarCount))
        }
      }
    }
  }

  /// Whether `count` coefficients, a multiple of 4, are all zero.
  @unsafe @inline(__always) private static func isZero(
    _ coefficients: UnsafePointer<Int16>, _ count: Int
  ) -> Bool {
    var sum: UInt64 = 0
    for index in 0..<(count &>> 2) {
      sum |= unsafe UnsafeRawPointer(coefficients + 4 &* index).loadUnaligned(as: UInt64.self)
    }
    return sum == 0
  }

  /// Writes samples with the level shift, rounded and bounded.
  @unsafe @inline(__always) private static func store<Row: SIMD>(
    _ values: Row, at target: UnsafeMutablePointer<UInt8>
  ) where Row.Scalar == Float, Row.MaskStorage.Scalar == Int32 {
    // Added to 1.5 × 2^23 a number's integer part stands in the lowest bits, rounded.
    let shifted = (values + 128).clamped(lowerBound: Row(), upperBound: Row(repeating: 255))
    let integers = unsafe unsafeBitCast(shifted + 12_582_912, to: Row.MaskStorage.self)
    for index in 0..<Row.scalarCount {
      unsafe target[index] = UInt8(truncatingIfNeeded: integers[index])
    }
  }

  /// One or two coefficients a row, any number of rows: chroma of unusual sampling.
  @unsafe private func transformSmall(
    _ coefficients: UnsafePointer<Int16>, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let rows = component.rows.kept
    let columns = component.columns.kept
    for block in 0..<component.columns.blocks {
      let first = unsafe coefficients + block * component.keptPerBlock
      for y in 0..<rows {
        for x in 0..<columns {
          var sum: Float = 0
          for row in 0..<rows {
            for column in 0..<columns {
              let place = row * columns + column
              sum +=
                unsafe Float(first[place]) * quantisers.start[place]
                * rowBasis.start[y * rows + row] * columnBasis.start[x * columns + column]
            }
          }
          unsafe target[y * component.band.width + block * columns + x] = Self.byte(sum)
        }
      }
    }
  }

  /// A sample with the level shift, rounded and bounded.
  @inline(__always) private static func byte(_ value: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Int32(max(0, min(255, value + 128)) + 0.5))
  }

  @inline(__always) private static func bytes(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
    SIMD4(byte(values[0]), byte(values[1]), byte(values[2]), byte(values[3]))
  }
}
