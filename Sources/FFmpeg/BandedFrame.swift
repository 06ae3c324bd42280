import CFFmpeg
import MediaTypes
import SystemCalls

/// Reduces a frame while it is decoded, and gives its rows back to the system as they are done.
///
/// Holds some hundred rows and the reduced frame, where the library would hold all rows to the end.
/// So it serves frames that nothing refers to: single key packets. Which rows are done, some
/// decoders tell (`AVCodecContext.draw_horiz_band`); of others that work from top to bottom it
/// shows in which row they first touch.
///
/// SAFETY: the thread that is told of touches changes it while the one that
/// decodes waits for it, and is ended before anybody else looks.
@safe final class BandedFrame: @unchecked Sendable {
  /// How it is known which rows are done.
  enum Progress: Sendable {
    /// The decoder says so.
    case told
    /// It begins with rows further down.
    case touched
    /// The same, and rows of blocks are decoded from side to side, whatever tiles there are.
    case touchedAcross

    /// Rows above the latest that may still be looked at or changed.
    ///
    /// Where decoders tell, those that filters of edges reach; else those of four of HEVC's largest
    /// blocks, since its filters lag behind by up to two, or of two of AV1's, whose filters lag
    /// behind by less than one.
    /// Source: ITU-T H.265 § 8.7; AV1 Bitstream & Decoding Process Specification § 7.14 to 7.17.
    var keptRowCount: Int { self == .told ? 64 : 256 }

    /// Rows above those that were taken that stay.
    ///
    /// What lies far enough above a touched row is done with when it is taken.
    var stayingRowCount: Int { self == .told ? keptRowCount : 0 }

    /// Rows that are in memory at a time.
    var heldRowCount: Int { keptRowCount + 64 }

    /// Pages that come at one touch; more of them cost fewer touches.
    ///
    /// Where tiles may lie side by side, it is by untouched pages that this shows.
    var pagesAtOnce: Int { self == .touchedAcross ? 16 : 1 }

    /// How a codec's decoder shows its progress; `nil` where it does not.
    static func of(_ codec: AVCodecID) -> Progress? {
      switch codec {
      case AV_CODEC_ID_H264: .told
      case AV_CODEC_ID_HEVC: .touched
      case AV_CODEC_ID_AV1: .touchedAcross
      default: nil
      }
    }
  }

  let progress: Progress
  private let reduction: Int
  /// The memory of the frame that is being decoded.
  private var memory: DemandMemory?
  private var reduced: UnsafeMutablePointer<AVFrame>?
  private var planes: [BandedPlane] = []
  /// Whether every band could be taken.
  private(set) var isWhole = true

  /// Prepares to reduce by a divisor of 2 to 8.
  init(reduction: Int, progress: Progress) {
    self.reduction = min(max(reduction, 2), 8)
    self.progress = progress
  }

  deinit {
    // A frame may hold the memory longer than this, which its watch would call.
    memory?.endWatch()
    unsafe av_frame_free(&reduced)
  }

  /// Bytes that a frame takes, the reduced one included, by those that the whole one would take.
  func byteCount(ofWhole byteCount: UInt64, height: Int32) -> UInt64 {
    let height = UInt64(max(1, height))
    let rows = byteCount / height * min(height, UInt64(progress.heldRowCount))
    return rows + byteCount / UInt64(reduction * reduction)
  }

  /// Gives a frame that is to be decoded its memory.
  ///
  /// - Returns: The library's status.
  func allocate(
    _ frame: UnsafeMutablePointer<AVFrame>, for context: UnsafeMutablePointer<AVCodecContext>
  ) -> Int32 {
    // SAFETY: the frame and the context are the decoder's, alive during its call.
    var (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
    unsafe avcodec_align_dimensions(context, &width, &height)
    return unsafe allocate(
      frame, aligned: PixelSize(width: Int(width), height: Int(height)))
  }

  /// Gives a frame that is to be decoded its memory, with room for more columns and rows.
  ///
  /// - Returns: The library's status.
  func allocate(_ frame: UnsafeMutablePointer<AVFrame>, aligned: PixelSize) -> Int32 {
    let size = unsafe PixelSize(
      width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    guard let samples = unsafe SampleFormat(AVPixelFormat(rawValue: frame.pointee.format)),
      samples.isPlanar || samples.isGrey, !samples.isPalette, !samples.hasAlpha
    else { return CFFMPEG_ERROR_INVALID }
    let plans = BandedPlane.Plan.planes(of: samples, size: size, aligned: aligned)
    guard unsafe prepareReduced(frame, size: size, samples: samples),
      let memory = try? DemandMemory(byteCount: plans.reduce(0) { $0 + $1.byteCount }),
      unsafe lend(memory, plans, to: frame)
    else { return CFFMPEG_ERROR_NO_MEMORY }
    return 0
  }

  /// Makes a frame point into memory, which goes with the frame's last reference.
  private func lend(
    _ memory: DemandMemory, _ plans: [BandedPlane.Plan], to frame: UnsafeMutablePointer<AVFrame>
  ) -> Bool {
    // SAFETY: the buffer holds the memory's owner; `planes` point into it, and this holds it too.
    self.memory?.endWatch()
    self.memory = memory
    isWhole = true
    planes = []
    var offset = 0
    for plan in plans {
      planes.append(BandedPlane(plan, in: memory, at: offset, reduction: reduction))
      offset += plan.byteCount
    }
    if progress != .told {
      let watched: Void? = try? memory.watchTouches { [unowned self] place in noteTouch(at: place) }
      guard watched != nil else { return false }
    }
    let owner = unsafe av_buffer_create(
      memory.start.assumingMemoryBound(to: UInt8.self), memory.byteCount, letGo,
      Unmanaged.passRetained(memory).toOpaque(), 0)
    guard let owner = unsafe owner else {
      unsafe Unmanaged.passUnretained(memory).release()
      return false
    }
    unsafe frame.pointee.buf.0 = owner
    let starts = unsafe firstPlanes(of: frame)
    for index in planes.indices { unsafe starts[index] = planes[index].start }
    unsafe frame.pointee.linesize.0 = Int32(plans[0].stride)
    if plans.count > 1 { unsafe frame.pointee.linesize.1 = Int32(plans[1].stride) }
    if plans.count > 2 { unsafe frame.pointee.linesize.2 = Int32(plans[2].stride) }
    unsafe frame.pointee.extended_data = unsafe starts
    return true
  }

  private func prepareReduced(
    _ frame: UnsafeMutablePointer<AVFrame>, size: PixelSize, samples: SampleFormat
  ) -> Bool {
    unsafe av_frame_free(&reduced)
    guard let small = unsafe av_frame_alloc() else { return false }
    unsafe reduced = small
    unsafe small.pointee.format = frame.pointee.format
    unsafe small.pointee.width = Int32((size.width + reduction - 1) / reduction)
    unsafe small.pointee.height = Int32((size.height + reduction - 1) / reduction)
    guard unsafe av_frame_get_buffer(small, 0) >= 0 else { return false }
    // What never comes stays black.
    let strides = unsafe [
      Int(small.pointee.linesize.0), Int(small.pointee.linesize.1),
      Int(small.pointee.linesize.2), 0,
    ]
    return unsafe av_image_fill_black(
      firstPlanes(of: small), strides, samples.raw, small.pointee.color_range,
      small.pointee.width, small.pointee.height) >= 0
  }

  /// Takes rows that the decoder says are done.
  ///
  /// - Parameters:
  ///   - start: The first sample of the frame they belong to.
  ///   - end: The row below them.
  ///   - structure: The library's number for the fields that they are of.
  func take(from start: UnsafePointer<UInt8>?, rowsBelow end: Int, of structure: Int32) {
    guard unsafe start == planes.first.map({ unsafe UnsafePointer($0.start) }),
      structure == Self.bothFields
    else {
      isWhole = false
      return
    }
    takeRows(below: end)
  }

  /// The library's number for rows of both fields.
  private static let bothFields: Int32 = 3

  /// Takes rows that lie far enough above one that is touched first now.
  ///
  /// - Parameter place: The number of a byte in the planes' memory.
  /// - Returns: How many bytes from there on may come at once.
  private func noteTouch(at place: Int) -> Int {
    if let row = planes.first?.row(at: place) { noteTouch(ofRow: row) }
    var byteCount = 0
    for index in planes.indices {
      switch planes[index].note(place, pagesAtOnce: progress.pagesAtOnce) {
      case .new(let coming): byteCount = coming
      // Pictures of screens may be made of parts of themselves.
      case .givenBack: isWhole = false
      case nil: break
      }
    }
    return byteCount
  }

  private func noteTouch(ofRow row: Int) {
    let end = row - progress.keptRowCount
    guard end > 0 else { return }
    // What was never touched is not done: the picture comes in tiles that lie side by side.
    guard planes.allSatisfy({ $0.isTouched(rowsBelow: end) }) else {
      isWhole = false
      return
    }
    takeRows(below: end)
  }

  private func takeRows(below end: Int) {
    guard let small = unsafe reduced else { return }
    let targets = unsafe firstPlanes(of: small)
    let strides = unsafe [
      small.pointee.linesize.0, small.pointee.linesize.1, small.pointee.linesize.2,
    ]
    for index in planes.indices.prefix(3) {
      guard let target = unsafe targets[index] else { continue }
      unsafe planes[index].take(
        rowsBelow: end, into: target, stride: Int(strides[index]), keeping: progress.stayingRowCount
      )
    }
  }

  /// The reduced picture of a frame that has been decoded, with all that is known of the frame.
  ///
  /// - Returns: `nil` where the frame's rows did not come from top to bottom.
  /// - Throws: `outOfMemory`.
  func frame(for decoded: borrowing Frame) throws(FFmpegError) -> Frame? {
    memory?.endWatch()
    guard isWhole, let start = unsafe planes.first?.start, unsafe decoded.start == start else {
      return nil
    }
    if progress != .told { takeRows(below: .max) }
    guard let small = unsafe reduced else { return nil }
    let whole = decoded.size
    let frame = try Frame(reduction: reduction, wholeSize: whole)
    unsafe av_frame_move_ref(frame.pointer, small)
    unsafe av_frame_free(&reduced)
    let status = unsafe av_frame_copy_props(frame.pointer, decoded.pointer)
    guard status >= 0 else { throw FFmpegError(status, in: "av_frame_copy_props") }
    unsafe frame.pointer.pointee.width = Int32((whole.width + reduction - 1) / reduction)
    unsafe frame.pointer.pointee.height = Int32((whole.height + reduction - 1) / reduction)
    // Fields have been averaged.
    unsafe frame.pointer.pointee.interlaced_frame = 0
    return frame
  }
}

/// The array of planes in a frame itself.
private func firstPlanes(
  of frame: UnsafeMutablePointer<AVFrame>
) -> UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?> {
  unsafe UnsafeMutableRawPointer(frame)
    .advanced(by: MemoryLayout<AVFrame>.offset(of: \AVFrame.data) ?? 0)
    .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
}

/// Lets go of the memory that a buffer holds.
private let letGo: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> Void =
  {
    owner, _ in
    guard let owner = unsafe owner else { return }
    unsafe Unmanaged<DemandMemory>.fromOpaque(owner).release()
  }
