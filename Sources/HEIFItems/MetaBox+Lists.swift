import MediaTypes

extension MetaBox {
  /// Source: ISO/IEC 14496-12:2022 § 8.11.3.
  ///
  /// A count in the box is never believed: entries are read until the bytes end.
  mutating func readLocations(_ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    let (version, _) = try payload.fullBoxHeader()
    guard version <= 2 else {
      throw ThumbnailError(.unsupported, "version \(version) of iloc is not known")
    }
    let widths = try payload.uint16()
    let offsetWidth = Int(widths >> 12)
    let lengthWidth = Int(widths >> 8 & 15)
    let baseWidth = Int(widths >> 4 & 15)
    let indexWidth = version > 0 ? Int(widths & 15) : 0
    guard [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) })
    else { throw ThumbnailError(.corrupt, "iloc has numbers of other than 0, 4 or 8 bytes") }

    for _ in 0..<(try payload.itemID(isWide: version > 1)) {
      let id = try payload.itemID(isWide: version > 1)
      let method = version > 0 ? try payload.uint16() & 15 : 0
      try payload.skip(2)
      let base = try payload.unsigned(byteCount: baseWidth)
      let start = extents.count
      for _ in 0..<(try payload.uint16()) {
        try payload.skip(indexWidth)
        let offset = try payload.unsigned(byteCount: offsetWidth)
        let byteCount = try payload.unsigned(byteCount: lengthWidth)
        try Self.checkCount(extents.count, of: "stretches of bytes")
        extents.append(Self.extent(base: base, offset: offset, byteCount: byteCount))
      }
      try Self.checkCount(locations.count, of: "locations of items")
      let construction: [Location.Construction] = [.file, .itemData]
      locations[id] = Location(
        construction: method < 2 ? construction[Int(method)] : .elsewhere,
        extents: start..<extents.count)
    }
  }

  /// A stretch of bytes; one of no length goes on to the end of whatever it is in.
  private static func extent(base: UInt64, offset: UInt64, byteCount: UInt64) -> Range<UInt64> {
    let (start, startOverflows) = base.addingReportingOverflow(offset)
    guard !startOverflows else { return UInt64.max..<UInt64.max }
    let (end, endOverflows) = start.addingReportingOverflow(byteCount)
    return start..<(endOverflows || byteCount == 0 ? UInt64.max : end)
  }

  /// Source: ISO/IEC 14496-12:2022 § 8.11.12.
  mutating func readReferences(_ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    let (version, _) = try payload.fullBoxHeader()
    let isWide = version > 0
    while let (type, box) = try payload.box() {
      var box = box
      let from = try box.itemID(isWide: isWide)
      let start = targets.count
      for _ in 0..<(try box.uint16()) {
        try Self.checkCount(targets.count, of: "references among items")
        targets.append(try box.itemID(isWide: isWide))
      }
      let reference = Reference(type: type, from: from)
      if referenceRanges[reference] == nil { referenceRanges[reference] = start..<targets.count }
    }
  }

  /// Source: ISO/IEC 23008-12:2022 § 9.3.
  mutating func readProperties(_ payload: ByteCursor) throws(ThumbnailError) {
    var payload = payload
    while let (type, box) = try payload.box() {
      var box = box
      switch type {
      case .ipco:
        while let (type, property) = try box.box() {
          guard properties.count < Self.propertyLimit else {
            throw ThumbnailError(.overLimit, "there are more than \(Self.propertyLimit) properties")
          }
          properties.append(ItemProperty(type, payload: property))
        }
      case .ipma: try readAssociations(&box)
      default: continue
      }
    }
  }

  /// The numbers of properties are of 7 or 15 bits; the bit above says that the property is
  /// essential, which matters to none of those that are understood here.
  private mutating func readAssociations(_ box: inout ByteCursor) throws(ThumbnailError) {
    let (version, flags) = try box.fullBoxHeader()
    for _ in 0..<(try box.uint32()) {
      let id = try box.itemID(isWide: version > 0)
      let start = associations.count
      for _ in 0..<(try box.uint8()) {
        try Self.checkCount(associations.count, of: "properties of items")
        associations.append(
          flags & 1 == 0 ? UInt16(try box.uint8() & 0x7F) : try box.uint16() & 0x7FFF)
      }
      if associationRanges[id] == nil { associationRanges[id] = start..<associations.count }
    }
  }
}
