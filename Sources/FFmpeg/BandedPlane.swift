import MediaTypes
import SystemCalls

/// One plane of a frame that is reduced while it is decoded.
@safe struct BandedPlane {
  /// Where a plane's samples lie.
  struct Plan {
    /// Samples of a row, and rows.
    let width: Int
    let height: Int
    /// Bytes from a row to the next.
    let stride: Int
    /// Bytes of the mapping that it takes, whole pages.
    let byteCount: Int

    /// Decoders read and write a little beyond rows.
    private static let slackByteCount = 128
    private static let alignment = 64

    /// Lays a plane out.
    ///
    /// - Parameters:
    ///   - size: Width and height of the frame, in pixels.
    ///   - shift: By how many bits the plane is narrower, and lower.
    ///   - alignedWidth: The width that the decoder wants room for, in pixels.
    ///   - alignedHeight: The height.
    ///   - sampleBytes: Bytes a sample.
    init(
      size: PixelSize, shift: (across: Int, down: Int), alignedWidth: Int, alignedHeight: Int,
      sampleBytes: Int
    ) {
      width = (size.width + 1 << shift.across - 1) >> shift.across
      height = (size.height + 1 << shift.down - 1) >> shift.down
      let row = (alignedWidth >> shift.across) * sampleBytes + Self.slackByteCount
      stride = (row + Self.alignment - 1) & ~(Self.alignment - 1)
      let rows = (alignedHeight >> shift.down) + 2
      let page = DemandMemory.pageByteCount
      byteCount = (stride * rows + page - 1) & ~(page - 1)
      self.sampleBytes = sampleBytes
      self.shift = shift.down
    }

    /// Bytes a sample.
    let sampleBytes: Int
    /// By how many bits the plane is lower than the frame.
    let shift: Int

    /// The planes of a frame.
    ///
    /// - Parameters:
    ///   - samples: The form of its samples.
    ///   - size: Width and height, in pixels.
    ///   - aligned: Width and height that the decoder wants room for, in pixels.
    /// - Returns: One plan a plane.
    static func planes(of samples: SampleFormat, size: PixelSize, aligned: PixelSize) -> [Plan] {
      (0..<samples.planeCount).map { index in
        Plan(
          size: size, shift: index > 0 && !samples.isRGB ? samples.chromaShift : (0, 0),
          alignedWidth: aligned.width, alignedHeight: aligned.height,
          sampleBytes: samples.bitDepth > 8 ? 2 : 1)
      }
    }

    /// The rows of the plane that lie above a row of the frame.
    func rows(below end: Int) -> Int {
      end >= height << shift ? height : (end + 1 << shift - 1) >> shift
    }
  }

  private let plan: Plan
  private let memory: DemandMemory
  private let offset: Int
  private let reduction: Int
  /// Rows that have been taken.
  private var rowCount = 0
  /// Bytes at the start that have been given back.
  private var releasedByteCount = 0
  /// Sums of the columns of the rows that make the next reduced one.
  private var sums: [UInt32]
  /// Whether each page has been touched.
  private var touches: [Bool]
  /// Pages from the first on that all have been.
  private var touchedPageCount = 0

  init(_ plan: Plan, in memory: DemandMemory, at offset: Int, reduction: Int) {
    self.plan = plan
    self.memory = memory
    self.offset = offset
    self.reduction = reduction
    sums = [UInt32](repeating: 0, count: plan.width)
    touches = [Bool](repeating: false, count: plan.byteCount / DemandMemory.pageByteCount)
  }

  /// The first sample of the first row; valid as long as the memory is held.
  var start: UnsafeMutablePointer<UInt8> {
    unsafe (memory.start + offset).assumingMemoryBound(to: UInt8.self)
  }

  /// The row that a byte of the planes' memory belongs to; `nil` where that is another plane's.
  func row(at place: Int) -> Int? {
    guard place >= offset, place - offset < plan.byteCount else { return nil }
    return (place - offset) / plan.stride
  }

  /// What a touch of a page says.
  enum Touch {
    /// It comes for the first time, and as many bytes with it.
    case new(byteCount: Int)
    /// It held rows that have been given back, and holds nothing now.
    case givenBack
  }

  /// Notes that a page has been touched.
  ///
  /// - Parameters:
  ///   - place: The number of a byte of it in the planes' memory.
  ///   - pagesAtOnce: How many pages are to count as touched with it.
  /// - Returns: `nil` where the page is another plane's.
  mutating func note(_ place: Int, pagesAtOnce: Int) -> Touch? {
    guard place >= offset, place - offset < plan.byteCount else { return nil }
    guard place - offset >= releasedByteCount else { return .givenBack }
    let first = (place - offset) / DemandMemory.pageByteCount
    var end = first
    repeat {
      touches[end] = true
      end += 1
    } while end < touches.count && end - first < pagesAtOnce && !touches[end]
    while touchedPageCount < touches.count, touches[touchedPageCount] { touchedPageCount += 1 }
    return .new(byteCount: (end - first) * DemandMemory.pageByteCount)
  }

  /// Whether all rows above one of the frame have been touched.
  func isTouched(rowsBelow end: Int) -> Bool {
    plan.rows(below: end) * plan.stride <= touchedPageCount * DemandMemory.pageByteCount
  }

  /// Adds rows up to one of the frame to the reduced plane, and gives those far above back.
  mutating func take(
    rowsBelow end: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, keeping kept: Int
  ) {
    let lastRow = plan.rows(below: end)
    while rowCount < lastRow {
      addRow()
      rowCount += 1
      if rowCount % reduction == 0 || rowCount == plan.height {
        let row = (rowCount - 1) / reduction
        unsafe write(to: target + row * stride, rows: rowCount - row * reduction)
      }
    }
    let page = DemandMemory.pageByteCount
    let end = max(0, rowCount - kept) * plan.stride / page * page
    guard end > releasedByteCount else { return }
    memory.release((offset + releasedByteCount)..<(offset + end))
    releasedByteCount = end
  }

  private mutating func addRow() {
    // SAFETY: the row is inside the plane, which the frame keeps mapped while it is decoded.
    let row = unsafe UnsafeMutableRawPointer(start) + rowCount * plan.stride
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      guard let target = sums.baseAddress else { return }
      if plan.sampleBytes == 1 {
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
        for column in 0..<sums.count { unsafe target[column] &+= UInt32(samples[column]) }
      } else {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
        for column in 0..<sums.count { unsafe target[column] &+= UInt32(samples[column]) }
      }
    }
  }

  private mutating func write(to target: UnsafeMutablePointer<UInt8>, rows: Int) {
    // SAFETY: the reduced plane has a sample for each group of columns, the last one included.
    let wide = unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self)
    for (index, first) in Swift.stride(from: 0, to: plan.width, by: reduction).enumerated() {
      let end = min(first + reduction, plan.width)
      var sum: UInt32 = 0
      for column in first..<end {
        sum &+= sums[column]
        sums[column] = 0
      }
      let count = UInt32((end - first) * rows)
      let mean = (sum + count / 2) / count
      if plan.sampleBytes == 1 {
        unsafe target[index] = UInt8(truncatingIfNeeded: mean)
      } else {
        unsafe wide[index] = UInt16(truncatingIfNeeded: mean)
      }
    }
  }
}
