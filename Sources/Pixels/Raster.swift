package import MediaTypes
package import MemoryBudget

/// What the numbers of a raster mean as colours.
package enum RasterColour: Hashable, Sendable {
  /// sRGB, or grey with sRGB's transfer function; also what says nothing about itself.
  case sRGB
  /// The colours of an ICC profile, given as its bytes.
  case iccProfile([UInt8])
  /// Code points; the samples are RGB already, only primaries and transfer matter.
  case codePoints(ColourFacts.CodePoints)
  /// A power function and chromaticities, given as numbers.
  case calibrated(CalibratedColour)
}

/// Decoded pixels, held against a budget.
///
/// Rows go from top to bottom without padding between them, samples are interleaved.
/// There is no raster without a reservation that pays for it.
package struct Raster: ~Copyable, Sendable {
  /// Width and height as stored here, in pixels.
  package let size: PixelSize
  /// How samples are to be read.
  package let layout: PixelLayout
  /// What the numbers mean.
  package var colour: RasterColour
  /// How the picture must still be turned to stand upright.
  package var orientation: Orientation
  /// The size of the whole picture that this is a reduction of, in pixels as stored.
  ///
  /// Sides that were rounded up by a reduction would otherwise bend its shape; `nil` is this size.
  package var wholeSize: PixelSize?
  /// How much of the raster the picture takes, where that is not whole pixels.
  package var extent: RasterExtent?
  /// What was odd while decoding.
  package var warnings: [MediaWarning]

  private let storage: PixelStorage
  private var reservation: Reservation

  /// Bytes from one row to the next.
  package var stride: Int { size.width * layout.bytesPerPixel }

  /// Bytes of all rows.
  package var byteCount: Int { storage.byteCount }

  /// Makes a raster whose pixels are written by a closure.
  ///
  /// The reservation shrinks to the raster's own bytes once they are written, since what the
  /// decoder held is free by then.
  ///
  /// - Parameters:
  ///   - size: Width and height, in pixels.
  ///   - layout: How samples are to be read.
  ///   - colour: What the numbers mean.
  ///   - orientation: How the picture must be turned.
  ///   - reservation: What pays for the bytes.
  ///   - write: Writes all rows into zeroed memory; what it returns are warnings.
  /// - Returns: The raster.
  /// - Throws: `overLimit` where the size is not positive or its bytes do not fit in an `Int`,
  ///   `overBudget` where the reservation is too small, and whatever the closure throws.
  package static func filled(
    size: PixelSize, layout: PixelLayout, colour: RasterColour = .sRGB,
    orientation: Orientation = .up, reservation: consuming Reservation,
    write: (UnsafeMutableRawBufferPointer) throws(ThumbnailError) -> [MediaWarning]
  ) throws(ThumbnailError) -> Raster {
    guard let byteCount = Raster.byteCount(of: size, layout: layout) else {
      throw ThumbnailError(.overLimit, "a picture of \(size) pixels cannot be held")
    }
    guard UInt64(byteCount) <= reservation.byteCount else {
      throw ThumbnailError(
        .overBudget,
        "the reduced picture needs \(byteCount) bytes, \(reservation.byteCount) are reserved")
    }
    let storage = PixelStorage(byteCount: byteCount)
    let warnings = unsafe try write(storage.buffer)
    reservation.shrink(to: UInt64(byteCount))
    return Raster(
      size: size, layout: layout, colour: colour, orientation: orientation, warnings: warnings,
      storage: storage, reservation: reservation)
  }

  /// Makes a raster as `filled` does, with a reservation of its own from a budget.
  package static func filled(
    size: PixelSize, layout: PixelLayout, colour: RasterColour = .sRGB,
    orientation: Orientation = .up, budget: MemoryBudget,
    write: (UnsafeMutableRawBufferPointer) throws(ThumbnailError) -> [MediaWarning]
  ) throws(ThumbnailError) -> Raster {
    let byteCount = UInt64(byteCount(of: size, layout: layout) ?? Int.max)
    guard let reservation = budget.reserveNow(byteCount) else {
      throw ThumbnailError(
        .overBudget,
        "the reduced picture needs \(byteCount) bytes of \(budget.byteCount) that are reserved")
    }
    return unsafe try filled(
      size: size, layout: layout, colour: colour, orientation: orientation,
      reservation: reservation, write: write)
  }

  private init(
    size: PixelSize, layout: PixelLayout, colour: RasterColour, orientation: Orientation,
    warnings: [MediaWarning], storage: PixelStorage, reservation: consuming Reservation
  ) {
    self.size = size
    self.layout = layout
    self.colour = colour
    self.orientation = orientation
    self.warnings = warnings
    self.storage = storage
    self.reservation = reservation
  }

  /// The bytes that a raster takes, or `nil` where the size is not positive or they do not fit.
  package static func byteCount(of size: PixelSize, layout: PixelLayout) -> Int? {
    guard let area = size.area else { return nil }
    let (bytes, overflows) = area.multipliedReportingOverflow(by: layout.bytesPerPixel)
    return overflows ? nil : bytes
  }

  /// Lends the bytes of all rows for reading.
  package borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(storage.buffer))
  }

  /// Gives up the pixels and keeps what paid for them.
  package consuming func relinquish() -> Reservation { reservation }
}

/// Owns the memory of a raster.
///
/// SAFETY: the memory is allocated and freed here, written only while its raster is being made,
/// and read-only afterwards, so that it may be read from any thread.
@safe private final class PixelStorage: @unchecked Sendable {
  let buffer: UnsafeMutableRawBufferPointer

  var byteCount: Int { unsafe buffer.count }

  init(byteCount: Int) {
    unsafe buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe buffer.deallocate() }
}
