/// Three rows of floating-point samples, one of each plane.
@safe struct SampleRows: ~Copyable {
  /// Samples of a row.
  let count: Int
  private let memory: UnsafeMutablePointer<Float>

  init(count: Int) {
    self.count = max(1, count)
    unsafe memory = .allocate(capacity: 3 * self.count)
    unsafe memory.initialize(repeating: 0, count: 3 * self.count)
  }

  deinit { unsafe memory.deallocate() }

  /// The row of a plane, 0 to 2; of `count` samples, for as long as this is held.
  subscript(plane: Int) -> UnsafeMutablePointer<Float> {
    precondition((0...2).contains(plane), "there are three rows")
    return unsafe memory + plane * count
  }

  /// Copies the first row to the others.
  func repeatFirst() {
    for index in 0..<(2 * count) { unsafe memory[count + index] = memory[index % count] }
  }

  /// Gives all samples one value.
  func fill(with value: Float) {
    for index in 0..<(3 * count) { unsafe memory[index] = value }
  }
}
