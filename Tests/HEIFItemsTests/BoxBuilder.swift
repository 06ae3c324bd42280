/// Bytes of a number, the highest first.
func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> Number($0))
  }
}

/// A box with a size that is right.
func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
  let content = payload.flatMap { $0 }
  return big(UInt32(content.count + 8)) + Array(type.utf8) + content
}

/// A full box with a size that is right.
func fullBox(
  _ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ payload: [UInt8]...
) -> [UInt8] {
  box(type, big(UInt32(version) << 24 | flags), payload.flatMap { $0 })
}

/// A small HEIF file under construction; every part can be replaced by a broken one.
struct TreeBuilder {
  struct Item {
    var id: UInt16
    var type: String
    /// Numbers of properties, counted from 1.
    var properties: [UInt8] = []
    var data: [UInt8] = [1, 2, 3, 4]
  }

  var items: [Item] = []
  /// Property boxes, counted from 1 by items.
  var properties: [[UInt8]] = []
  /// Whole boxes inside `iref`.
  var references: [[UInt8]] = []
  var primary: UInt16 = 1
  /// Bytes that go before all boxes in `meta`.
  var extra: [UInt8] = []

  static func reference(_ type: String, from: UInt16, to targets: [UInt16]) -> [UInt8] {
    box(type, big(from), big(UInt16(targets.count)), targets.flatMap { big($0) })
  }

  static func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    fullBox("ispe", big(width), big(height))
  }

  static func entry(_ id: UInt16, _ type: String) -> [UInt8] {
    fullBox("infe", version: 2, big(id), big(UInt16(0)), Array(type.utf8), [0])
  }

  private var associations: [UInt8] {
    fullBox(
      "ipma", big(UInt32(items.count)),
      items.flatMap { big($0.id) + [UInt8($0.properties.count)] + $0.properties })
  }

  /// Locations inside `idat` (construction method 1), with 4-byte numbers.
  private var locations: [UInt8] {
    var offset: UInt32 = 0
    var entries: [UInt8] = []
    for item in items {
      entries += big(item.id) + big(UInt16(1)) + big(UInt16(0)) + big(UInt16(1)) + big(offset)
      entries += big(UInt32(item.data.count))
      offset += UInt32(item.data.count)
    }
    return fullBox("iloc", version: 1, [0x44, 0x00], big(UInt16(items.count)), entries)
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    box("ftyp", Array("mif1".utf8), big(UInt32(0)), Array("heic".utf8))
      + fullBox(
        "meta", extra, fullBox("hdlr", big(UInt32(0)), Array("pict".utf8), [0]),
        fullBox("pitm", big(primary)),
        fullBox(
          "iinf", big(UInt16(items.count)), items.flatMap { Self.entry($0.id, $0.type) }),
        locations, references.isEmpty ? [] : fullBox("iref", references.flatMap { $0 }),
        box("iprp", box("ipco", properties.flatMap { $0 }), associations),
        box("idat", items.flatMap(\.data)))
  }
}
