package import MediaTypes

/// Pictures side by side that make one.
///
/// Source: ISO/IEC 23008-12:2022 § 6.6.2.3.
package struct ImageGrid: Hashable, Sendable {
  /// Rows of tiles, 1 to 256.
  package let rows: Int
  /// Columns of tiles, 1 to 256.
  package let columns: Int
  /// Width and height of the whole, in pixels; tiles may stand out on the right and below.
  package let size: PixelSize

  /// Reads the bytes of an item of type `grid`.
  ///
  /// - Throws: `corrupt` where they are too few or the size is zero.
  package init(_ bytes: [UInt8]) throws(ThumbnailError) {
    var cursor = ByteCursor(bytes, of: .grid)
    let isWide = try cursor.derivedImageHeader(of: "grid")
    rows = Int(try cursor.uint8()) + 1
    columns = Int(try cursor.uint8()) + 1
    size = try cursor.derivedImageSize(isWide: isWide, of: "grid")
  }
}

/// Pictures that lie on each other, the first one lowest.
///
/// Source: ISO/IEC 23008-12:2022 § 6.6.2.2.
package struct ImageOverlay: Hashable, Sendable {
  /// What is seen where no picture lies: red, green, blue and opacity, 0 to 65,535, in sRGB.
  package let fill: [UInt16]
  /// Width and height of the whole, in pixels; what stands out is cut off.
  package let size: PixelSize
  /// Where the pictures' left upper corners lie, in pixels; may be negative.
  package let offsets: [Offset]

  /// A place relative to the left upper corner.
  package struct Offset: Hashable, Sendable {
    /// Pixels to the right.
    package var x: Int
    /// Pixels down.
    package var y: Int

    /// Creates an offset in pixels.
    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Reads the bytes of an item of type `iovl`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the item.
  ///   - layerCount: How many pictures it refers to.
  /// - Throws: `corrupt` where they are too few or the size is zero.
  package init(_ bytes: [UInt8], layerCount: Int) throws(ThumbnailError) {
    var cursor = ByteCursor(bytes, of: .iovl)
    let isWide = try cursor.derivedImageHeader(of: "overlay")
    var fill: [UInt16] = []
    for _ in 0..<4 { fill.append(try cursor.uint16()) }
    self.fill = fill
    size = try cursor.derivedImageSize(isWide: isWide, of: "overlay")
    var offsets: [Offset] = []
    for _ in 0..<layerCount {
      offsets.append(
        Offset(x: try cursor.signed(isWide: isWide), y: try cursor.signed(isWide: isWide)))
    }
    self.offsets = offsets
  }
}

extension ByteCursor {
  /// Reads version and flags; says whether numbers have 32 bits.
  fileprivate mutating func derivedImageHeader(of what: String) throws(ThumbnailError) -> Bool {
    let version = try uint8()
    guard version == 0 else {
      throw ThumbnailError(.unsupported, "version \(version) of an image \(what) is not known")
    }
    return try uint8() & 1 == 1
  }

  fileprivate mutating func derivedImageSize(
    isWide: Bool, of what: String
  ) throws(ThumbnailError) -> PixelSize {
    let size = PixelSize(
      width: Int(try itemID(isWide: isWide)), height: Int(try itemID(isWide: isWide)))
    guard size.isValid else {
      throw ThumbnailError(.corrupt, "an image \(what) has the size \(size)")
    }
    return size
  }

  fileprivate mutating func signed(isWide: Bool) throws(ThumbnailError) -> Int {
    isWide ? Int(Int32(bitPattern: try uint32())) : Int(Int16(bitPattern: try uint16()))
  }
}
