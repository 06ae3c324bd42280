/// The directories of a TIFF structure: a TIFF file, or the EXIF data of another format.
///
/// Source: TIFF 6.0 § 2, the BigTIFF design of 2007, and EXIF 2.32 § 4.5.
struct TIFFStructure: Sendable {
  /// The largest offset that is followed; sums of it and of small numbers do not overflow.
  static let largestOffset: UInt64 = 1 << 62

  /// Where the structure begins in the file: its own offsets count from there.
  let base: UInt64
  /// Where the structure must end; offsets behind are not followed.
  let limit: UInt64
  /// Which byte of a number comes first.
  let order: ByteOrder
  /// Whether offsets have 64 bits.
  let isBig: Bool
  /// The number behind the order mark: 42, 43, or that of a camera maker.
  let version: UInt16
  /// Where the first directory begins, from `base`.
  let firstDirectory: UInt64

  /// Reads the header of a structure; `nil` where there is no order mark.
  init?(
    _ input: ByteWindow, at base: UInt64, limit: UInt64 = largestOffset
  ) throws(Shortage) {
    switch try input.u16(at: base) {
    case 0x4949: order = .little
    case 0x4D4D: order = .big
    default: return nil
    }
    self.base = base
    self.limit = limit
    version = try input.u16(at: base + 2, order)
    isBig = version == 43
    if isBig {
      guard try input.u16(at: base + 4, order) == 8 else { return nil }
      firstDirectory = try input.u64(at: base + 8, order)
    } else {
      firstDirectory = UInt64(try input.u32(at: base + 4, order))
    }
  }

  /// Starts a structure without header, such as a maker note.
  init(at base: UInt64, order: ByteOrder) {
    self.base = base
    self.order = order
    limit = Self.largestOffset
    isBig = false
    version = 42
    firstDirectory = 0
  }

  /// One field of a directory.
  struct Entry: Sendable {
    /// What the field says.
    let tag: UInt16
    /// How its values are stored.
    let type: UInt16
    /// How many values there are.
    let count: UInt64
    /// Where the values stand in the file.
    let place: UInt64
    /// Whether the values stand outside the directory.
    let isOutside: Bool

    /// The bytes of one value; 0 for an unknown type.
    var width: UInt64 {
      switch type {
      case 1, 2, 6, 7: 1
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12, 16, 17, 18: 8
      default: 0
      }
    }

    /// The bytes of all values, or `nil` where that is more than any file has.
    var byteCount: UInt64? {
      let (product, overflows) = count.multipliedReportingOverflow(by: width)
      return overflows ? nil : product
    }
  }

  /// A directory: its entries are read one by one.
  struct Directory: Sendable {
    /// Where the first entry stands in the file.
    let entries: UInt64
    /// How many entries there are.
    let count: Int
  }

  /// Reads the head of the directory at an offset of the structure.
  ///
  /// It is `nil` where it lies outside or has no entries.
  func directory(_ input: ByteWindow, at offset: UInt64) throws(Shortage) -> Directory? {
    guard let place = place(of: offset, byteCount: isBig ? 8 : 2), offset >= 8 else { return nil }
    let count = isBig ? try input.u64(at: place, order) : UInt64(try input.u16(at: place, order))
    guard count > 0, count <= 0xFFFF else { return nil }
    return Directory(entries: place + (isBig ? 8 : 2), count: Int(count))
  }

  /// Reads an entry of a directory.
  func entry(_ input: ByteWindow, _ index: Int, of directory: Directory) throws(Shortage) -> Entry {
    let length: UInt64 = isBig ? 20 : 12
    let at = directory.entries + UInt64(index) * length
    try input.require(Int(length), at: at)
    let tag = try input.u16(at: at, order)
    let type = try input.u16(at: at + 2, order)
    let count = isBig ? try input.u64(at: at + 4, order) : UInt64(try input.u32(at: at + 4, order))
    let inline = at + (isBig ? 12 : 8)
    let plain = Entry(tag: tag, type: type, count: count, place: inline, isOutside: false)
    guard let bytes = plain.byteCount, bytes > (isBig ? 8 : 4) else { return plain }
    let offset = isBig ? try input.u64(at: inline, order) : UInt64(try input.u32(at: inline, order))
    return Entry(
      tag: tag, type: type, count: count, place: place(of: offset, byteCount: 1) ?? .max,
      isOutside: true)
  }

  /// The offset of the directory after this one, from the start of the structure; 0 at the last.
  func next(_ input: ByteWindow, after directory: Directory) throws(Shortage) -> UInt64 {
    let at = directory.entries + UInt64(directory.count) * (isBig ? 20 : 12)
    return isBig ? try input.u64(at: at, order) : UInt64(try input.u32(at: at, order))
  }

  /// The integer value at an index of an entry, or `nil` where it has none.
  func integer(
    _ input: ByteWindow, _ entry: Entry, _ index: UInt64 = 0
  ) throws(Shortage) -> UInt64? {
    guard index < entry.count, entry.place != .max else { return nil }
    let (at, overflows) = entry.place.addingReportingOverflow(index &* entry.width)
    guard !overflows else { return nil }
    switch entry.type {
    case 1, 6, 7: return UInt64(try input.u8(at: at))
    case 3, 8: return UInt64(try input.u16(at: at, order))
    case 4, 9, 13: return UInt64(try input.u32(at: at, order))
    case 16, 17, 18: return try input.u64(at: at, order)
    default: return nil
    }
  }

  /// Where an offset of the structure stands in the file; `nil` where it lies outside.
  func place(of offset: UInt64, byteCount: UInt64) -> UInt64? {
    let (place, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, place <= limit, limit - place >= byteCount else { return nil }
    return place
  }
}
