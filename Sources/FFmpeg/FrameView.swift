import CFFmpeg
import MediaTypes

/// A part of a frame's memory, seen as a frame.
///
/// SAFETY: borrows the frame's pointers; lives inside the call of `Scaler.scale` that borrows the
/// frame.
@safe struct FrameView {
  private(set) var size: PixelSize
  let samples: SampleFormat
  private var data: [UnsafePointer<UInt8>?]
  private var strides: [Int32]

  init(of frame: borrowing Frame, part: Scaler.Part) throws(FFmpegError) {
    guard let samples = frame.samples else { throw .noConversion("unknown") }
    let whole = frame.size
    guard part.left >= 0, part.top >= 0, part.size.isValid,
      part.left <= whole.width - part.size.width, part.top <= whole.height - part.size.height
    else { throw .refused(number: CFFMPEG_ERROR_INVALID, call: "crop") }
    self.samples = samples
    size =
      part.oneField
      ? PixelSize(width: part.size.width, height: max(1, part.size.height / 2)) : part.size
    let planes = unsafe frame.pointer.pointee.data
    let steps = unsafe frame.pointer.pointee.linesize
    unsafe data = [
      UnsafePointer(planes.0), UnsafePointer(planes.1), UnsafePointer(planes.2),
      UnsafePointer(planes.3),
    ]
    strides = [steps.0, steps.1, steps.2, steps.3]
    cut(part)
    if part.oneField { strides = strides.map { $0 &* 2 } }
  }

  init(_ picture: borrowing ScaledPicture) {
    size = picture.size
    samples = picture.samples
    unsafe data = [UnsafePointer(picture.start), nil, nil, nil]
    strides = [Int32(picture.stride), 0, 0, 0]
  }

  /// A band of rows, beginning at an even row where chroma is shared between rows.
  func rows(from top: Int, count: Int) -> FrameView {
    var band = self
    band.cut(Scaler.Part(top: top, size: PixelSize(width: size.width, height: count)))
    band.size = PixelSize(width: size.width, height: count)
    return band
  }

  /// Moves the planes' starts to the part's corner.
  private mutating func cut(_ part: Scaler.Part) {
    guard part.left > 0 || part.top > 0,
      let descriptor = unsafe av_pix_fmt_desc_get(samples.raw)
    else { return }
    let components = unsafe descriptor.pointee.comp
    let all = [components.0, components.1, components.2, components.3]
    for plane in 0..<4 {
      if samples.isPalette && plane == 1 { continue }
      guard unsafe data[plane] != nil,
        let component = all.prefix(unsafe Int(descriptor.pointee.nb_components))
          .first(where: { Int($0.plane) == plane })
      else { continue }
      let isChroma = !samples.isRGB && (plane == 1 || plane == 2)
      let (across, down) = isChroma ? samples.chromaShift : (0, 0)
      let offset =
        (part.top >> down) * Int(strides[plane]) + (part.left >> across) * Int(component.step)
      unsafe data[plane] = data[plane]?.advanced(by: offset)
    }
  }

  func withPlanes(
    _ body: (UnsafePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    unsafe data.withUnsafeBufferPointer { data in
      unsafe strides.withUnsafeBufferPointer { strides in
        guard let data = data.baseAddress, let strides = strides.baseAddress else {
          return CFFMPEG_ERROR_INVALID
        }
        return unsafe body(data, strides)
      }
    }
  }
}
