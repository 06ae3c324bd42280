import ByteSources
import MediaTypes

/// The item tree as a `meta` box has it: numbers by item, not yet put together.
///
/// Lists lie flat in one array each, so that a hostile file cannot make many small allocations.
/// Source: ISO/IEC 14496-12:2022 § 8.11, ISO/IEC 23008-12:2022 § 9.3.
struct MetaBox: Hashable, Sendable {
  /// Bytes of a `meta` box that are read at most, its `idat` not counted: 65,536 items take 3 MB.
  static let byteLimit: UInt64 = 4 << 20
  /// Items, stretches of bytes, references and associations of which each there are at most.
  static let entryLimit = 65_536
  /// Properties are counted from 1 in 15 bits.
  static let propertyLimit = 32_767

  var primaryItemID: UInt32?
  var types: [UInt32: FourCC] = [:]
  var properties: [ItemProperty] = []
  /// By item, a stretch of `associations`.
  var associationRanges: [UInt32: Range<Int>] = [:]
  /// Numbers of properties, counted from 1.
  var associations: [UInt16] = []
  /// By item, where its bytes are.
  var locations: [UInt32: Location] = [:]
  /// Stretches of bytes: of the file, or of `idat`.
  var extents: [Range<UInt64>] = []
  /// By kind and item, a stretch of `targets`.
  var referenceRanges: [Reference: Range<Int>] = [:]
  /// Items that others refer to.
  var targets: [UInt32] = []
  /// The bytes of `idat`, from the start of the file.
  var itemData: Range<UInt64>?
  /// Whether a box broke its rules; what it said before that is kept.
  var isDamaged = false

  /// Who refers to others, and as what.
  struct Reference: Hashable, Sendable {
    var type: FourCC
    var from: UInt32
  }

  /// Where an item's bytes are.
  struct Location: Hashable, Sendable {
    enum Construction: Hashable, Sendable { case file, itemData, elsewhere }

    var construction: Construction
    /// A stretch of `extents`.
    var extents: Range<Int>
  }

  /// Reads the box whose bytes, after its header, are `range`.
  ///
  /// - Throws: `overLimit`, `unsupported`, `unreadable`; what breaks its rules is no error here,
  ///   since often enough can be shown without it.
  init(
    in range: Range<UInt64>, of source: any ByteSource
  ) throws(ThumbnailError) {
    // Version and flags come first: `meta` is a full box.
    guard range.count >= 4 else {
      isDamaged = true
      return
    }
    var boxes = FileBoxes(of: source, in: (range.lowerBound + 4)..<range.upperBound)
    var bytesLeft = Self.byteLimit
    do throws(ThumbnailError) {
      while let box = try boxes.next() { try read(box, of: source, &bytesLeft) }
    } catch {
      guard error.code == .corrupt else { throw error }
      isDamaged = true
    }
  }

  private mutating func read(
    _ box: FileBox, of source: any ByteSource, _ bytesLeft: inout UInt64
  ) throws(ThumbnailError) {
    if box.type == .idat { itemData = box.payload }
    guard [.pitm, .iinf, .iloc, .iref, .iprp].contains(box.type) else { return }
    let byteCount = UInt64(box.payload.count)
    guard byteCount <= bytesLeft else {
      throw ThumbnailError(.overLimit, "the item tree has more than \(Self.byteLimit) bytes")
    }
    bytesLeft -= byteCount
    let payload = ByteCursor(
      try source.bytes(Int(byteCount), at: box.payload.lowerBound), of: box.type)
    do throws(ThumbnailError) {
      try read(box.type, payload)
    } catch {
      guard error.code == .corrupt else { throw error }
      isDamaged = true
    }
  }

  private mutating func read(_ type: FourCC, _ payload: ByteCursor) throws(ThumbnailError) {
    switch type {
    case .pitm: try readPrimaryItem(payload)
    case .iinf: try readItems(payload)
    case .iloc: try readLocations(payload)
    case .iref: try readReferences(payload)
    default: try readProperties(payload)
    }
  }

  /// Source: ISO/IEC 14496-12:2022 § 8.11.4.
  private mutating func readPrimaryItem(_ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    let (version, _) = try payload.fullBoxHeader()
    primaryItemID = try payload.itemID(isWide: version > 0)
  }

  /// Source: ISO/IEC 14496-12:2022 § 8.11.6; entries before version 2 have no type.
  private mutating func readItems(_ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    let (version, _) = try payload.fullBoxHeader()
    _ = try payload.itemID(isWide: version > 0)
    while let (type, box) = try payload.box() {
      guard type == .infe else { continue }
      var entry = box
      let (version, _) = try entry.fullBoxHeader()
      guard version >= 2 else { continue }
      let id = try entry.itemID(isWide: version > 2)
      try entry.skip(2)
      let itemType = try entry.fourCC()
      try Self.checkCount(types.count, of: "items")
      if types[id] == nil { types[id] = itemType }
    }
  }

  static func checkCount(_ count: Int, of what: String) throws(ThumbnailError) {
    guard count < entryLimit else {
      throw ThumbnailError(.overLimit, "there are more than \(entryLimit) \(what)")
    }
  }
}

extension ByteCursor {
  /// An item's number, or a number of items, of two bytes or, `isWide`, of four.
  mutating func itemID(isWide: Bool) throws(ThumbnailError) -> UInt32 {
    isWide ? try uint32() : UInt32(try uint16())
  }
}
