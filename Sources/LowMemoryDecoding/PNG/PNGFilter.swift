/// Undoes the filters of PNG rows, in place.
///
/// Source: W3C PNG Specification (third edition) § 9.
enum PNGFilter: UInt8 {
  case none = 0
  case left = 1
  case up = 2
  case average = 3
  case paeth = 4

  /// Turns differences into samples.
  ///
  /// - Parameters:
  ///   - row: The differences; the samples afterwards.
  ///   - above: The samples of the row above; zeros where there is none.
  ///   - count: Bytes of a row.
  ///   - distance: Bytes from a sample to the one before it, 1 to 8.
  func undo(
    _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, distance: Int
  ) {
    switch self {
    case .none: break
    case .left:
      switch distance {
      case 3: unsafe Self.undoLeft(PNGTriple.self, row, count: count)
      case 4: unsafe Self.undoLeft(PNGQuad.self, row, count: count)
      default: unsafe Self.undoLeft(row, distance..<max(distance, count), distance: distance)
      }
    case .up: unsafe Self.undoUp(row, above: above, count: count)
    case .average:
      switch distance {
      case 3: unsafe Self.undoAverage(PNGTriple.self, row, above: above, count: count)
      case 4: unsafe Self.undoAverage(PNGQuad.self, row, above: above, count: count)
      default: unsafe Self.undoAverage(row, above: above, 0..<count, distance: distance)
      }
    case .paeth:
      switch distance {
      case 3: unsafe Self.undoPaeth(PNGTriple.self, row, above: above, count: count)
      case 4: unsafe Self.undoPaeth(PNGQuad.self, row, above: above, count: count)
      case 6: unsafe Self.undoPaeth(PNGSextuple.self, row, above: above, count: count)
      case 8: unsafe Self.undoPaeth(PNGOctuple.self, row, above: above, count: count)
      default: unsafe Self.undoPaeth(row, above: above, 0..<count, distance: distance)
      }
    }
  }

  // SAFETY, for all below: `count` bytes from `row` and from `above` are the caller's; every index
  // is less than `count`, and whole pixels are taken only where they end at `count` at most.

  private static func undoUp(
    _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int
  ) {
    for index in 0..<count { unsafe row[index] &+= above[index] }
  }

  private static func undoLeft(
    _ row: UnsafeMutablePointer<UInt8>, _ places: Range<Int>, distance: Int
  ) {
    for place in places { unsafe row[place] &+= row[place - distance] }
  }

  private static func undoAverage(
    _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, _ places: Range<Int>,
    distance: Int
  ) {
    for place in places {
      let left = place < distance ? 0 : unsafe UInt16(row[place - distance])
      let sum = unsafe left + UInt16(above[place])
      unsafe row[place] &+= UInt8(truncatingIfNeeded: sum >> 1)
    }
  }

  private static func undoPaeth(
    _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, _ places: Range<Int>,
    distance: Int
  ) {
    for place in places {
      let isFirst = place < distance
      let guess = unsafe paeth(
        left: isFirst ? 0 : Int16(row[place - distance]), up: Int16(above[place]),
        corner: isFirst ? 0 : Int16(above[place - distance]))
      unsafe row[place] &+= UInt8(truncatingIfNeeded: guess)
    }
  }

  /// The neighbour that is nearest to left + up − corner; in a tie left before up before corner.
  ///
  /// The nearest is the corner unless it lies outside of the other two, or so near to one of them
  /// that the other is nearer to the sum; both follow from where 3 × corner − left − up lies.
  @inline(__always)
  private static func paeth(left: Int16, up: Int16, corner: Int16) -> Int16 {
    let bound = 3 &* corner &- left &- up
    let low = min(left, up)
    let high = max(left, up)
    let unlessLow = high <= bound ? low : corner
    return bound <= low ? high : unlessLow
  }

  // In the loops below a pixel is taken before the one at its left is stored, which may reach into
  // it. The last one is put back as it was, and left to the loop over bytes.

  private static func undoLeft<Pixel: PNGPixel>(
    _ type: Pixel.Type, _ row: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let last = count &- Pixel.byteCount
    guard last > 0 else { return }
    var left = Pixel.Lanes()
    var pixel = unsafe Pixel.load(row)
    var place = 0
    while place < last {
      let next = unsafe Pixel.load(row + (place &+ Pixel.byteCount))
      left = (pixel &+ left) & 255
      unsafe Pixel.store(left, to: row + place)
      pixel = next
      place &+= Pixel.byteCount
    }
    unsafe Pixel.store(pixel, to: row + place)
    unsafe undoLeft(row, place..<count, distance: Pixel.byteCount)
  }

  private static func undoAverage<Pixel: PNGPixel>(
    _ type: Pixel.Type, _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int
  ) {
    let last = max(0, count &- Pixel.byteCount)
    var left = Pixel.Lanes()
    var pixel = unsafe Pixel.load(row)
    var place = 0
    while place < last {
      let next = unsafe Pixel.load(row + (place &+ Pixel.byteCount))
      let up = unsafe Pixel.load(above + place)
      left = (pixel &+ ((left &+ up) &>> 1)) & 255
      unsafe Pixel.store(left, to: row + place)
      pixel = next
      place &+= Pixel.byteCount
    }
    unsafe Pixel.store(pixel, to: row + place)
    unsafe undoAverage(row, above: above, place..<count, distance: Pixel.byteCount)
  }

  /// As for single bytes, in an order in which each step waits for as little as can be of the one
  /// before: at most one of the two corrections to the corner is not zero.
  private static func undoPaeth<Pixel: PNGPixel>(
    _ type: Pixel.Type, _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int
  ) {
    let last = max(0, count &- Pixel.byteCount)
    let zero = Pixel.Lanes()
    var left = zero
    var corner = zero
    var pixel = unsafe Pixel.load(row)
    var place = 0
    while place < last {
      let next = unsafe Pixel.load(row + (place &+ Pixel.byteCount))
      let up = unsafe Pixel.load(above + place)
      let bound = (corner &+ corner &+ corner &- up) &- left
      let low = left.replacing(with: up, where: up .< left)
      let high = left.replacing(with: up, where: up .> left)
      let toLow = (low &- corner).replacing(with: zero, where: high .> bound)
      let toHigh = (high &- corner).replacing(with: zero, where: bound .> low)
      left = ((pixel &+ corner) &+ (toLow &+ toHigh)) & 255
      unsafe Pixel.store(left, to: row + place)
      pixel = next
      corner = up
      place &+= Pixel.byteCount
    }
    unsafe Pixel.store(pixel, to: row + place)
    unsafe undoPaeth(row, above: above, place..<count, distance: Pixel.byteCount)
  }
}
