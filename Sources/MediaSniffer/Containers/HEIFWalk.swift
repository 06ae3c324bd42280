/// Where the boxes of an item directory stand.
struct HEIFBoxes: Sendable {
  var primary: UInt32?
  var infos: ISOBox?
  var references: ISOBox?
  var locations: ISOBox?
  var properties: ISOBox?
  var associations: [ISOBox] = []
  var data: ISOBox?
}

/// Goes through one box of an item directory, some entries each step.
///
/// Source: ISO/IEC 14496-12:2022 § 8.11.3 (iloc), § 8.11.6 (iinf), § 8.11.12 (iref), § 8.11.14
/// (iprp).
struct HEIFWalk: Sendable {
  /// Which box is walked.
  enum Kind: Sendable {
    case references, infos, associations, properties, locations
  }

  /// The most entries of any box; pictures of 200 megapixels have some 800 items.
  private static let mostEntries: UInt32 = 16_384
  /// Entries that one step goes through.
  private static let batch: UInt32 = 32

  private let kind: Kind
  private let box: ISOBox
  private var next: UInt64
  private var entriesLeft: UInt32?
  private var index: UInt16 = 0

  /// Starts at the content of a box.
  init(_ kind: Kind, _ box: ISOBox) {
    self.kind = kind
    self.box = box
    next = box.content
  }

  /// Goes through some entries.
  mutating func step(
    _ input: ByteWindow, _ items: inout HEIFItems, data: ISOBox?
  ) throws(Shortage) -> Progress {
    guard let left = entriesLeft else {
      try readHeader(input)
      return .more
    }
    for _ in 0..<min(left, Self.batch) {
      guard next < box.end else { return .done }
      switch kind {
      case .references: try readReference(input, &items)
      case .infos: try readInfo(input, &items)
      case .associations: try readAssociation(input, &items)
      case .properties: try readProperty(input, &items)
      case .locations: try readLocation(input, &items, data: data)
      }
      entriesLeft = (entriesLeft ?? 1) - 1
    }
    return entriesLeft == 0 ? .done : .more
  }

  private mutating func readHeader(_ input: ByteWindow) throws(Shortage) {
    let version = try box.version(input)
    let count: UInt32
    switch kind {
    case .references:
      (count, next) = (Self.mostEntries, box.content + 4)
    case .properties:
      (count, next) = (Self.mostEntries, box.content)
    case .infos where version == 0:
      (count, next) = (UInt32(try input.u16(at: box.content + 4)), box.content + 6)
    case .infos, .associations:
      (count, next) = (try input.u32(at: box.content + 4), box.content + 8)
    case .locations where version < 2:
      (count, next) = (UInt32(try input.u16(at: box.content + 6)), box.content + 8)
    case .locations:
      (count, next) = (try input.u32(at: box.content + 6), box.content + 10)
    }
    entriesLeft = min(count, Self.mostEntries)
  }

  private mutating func readReference(
    _ input: ByteWindow, _ items: inout HEIFItems
  ) throws(Shortage) {
    guard let reference = try ISOBox(input, at: next) else { throw .unavailable }
    let isLong = try box.version(input) != 0
    let width: UInt64 = isLong ? 4 : 2
    func id(_ place: UInt64) throws(Shortage) -> UInt32 {
      isLong ? try input.u32(at: place) : UInt32(try input.u16(at: place))
    }
    let from = try id(reference.content)
    let count = UInt64(try input.u16(at: reference.content + width))
    let list = reference.content + width + 2
    if count > 0, let primary = items.primary?.id {
      switch reference.type {
      case "dimg" where from == primary:
        items.add(try id(list), .tile)
        items.tileCount = Int(count)
      case "thmb", "auxl":
        for place in 0..<min(count, 16) where try id(list + place * width) == primary {
          items.add(from, reference.type == "thmb" ? .thumbnail : .auxiliary)
        }
      case "cdsc":
        for place in 0..<min(count, 16) where try id(list + place * width) == primary {
          items.add(from, .description)
        }
      default: break
      }
    }
    next = reference.end
  }

  private mutating func readInfo(
    _ input: ByteWindow, _ items: inout HEIFItems
  ) throws(Shortage) {
    guard let info = try ISOBox(input, at: next) else { throw .unavailable }
    let version = try info.version(input)
    if version >= 2 {
      let id =
        version == 2
        ? UInt32(try input.u16(at: info.content + 4)) : try input.u32(at: info.content + 4)
      let type = try input.fourCC(at: info.content + (version == 2 ? 8 : 10))
      items.update(id) { $0.type = type }
    }
    next = info.end
  }

  private mutating func readAssociation(
    _ input: ByteWindow, _ items: inout HEIFItems
  ) throws(Shortage) {
    let isLongID = try box.version(input) != 0
    let isLongIndex = try box.flags(input) & 1 != 0
    let id = isLongID ? try input.u32(at: next) : UInt32(try input.u16(at: next))
    var place = next + (isLongID ? 4 : 2)
    let count = try input.u8(at: place)
    place += 1
    var indices: [UInt16] = []
    for _ in 0..<count {
      // The highest bit says whether the property must be understood.
      let index =
        isLongIndex
        ? try input.u16(at: place) & 0x7FFF : UInt16(try input.u8(at: place) & 0x7F)
      place += isLongIndex ? 2 : 1
      if index > 0, indices.count < 32 { indices.append(index) }
    }
    items.update(id) { if $0.properties.isEmpty { $0.properties = indices } }
    next = place
  }

  private mutating func readProperty(
    _ input: ByteWindow, _ items: inout HEIFItems
  ) throws(Shortage) {
    guard let property = try ISOBox(input, at: next) else { throw .unavailable }
    let number = index == .max ? index : index + 1
    if items.isUsed(number), let value = try HEIFItems.Property(input, property) {
      items.set(number, value)
    }
    index = number
    next = property.end
  }

  private mutating func readLocation(
    _ input: ByteWindow, _ items: inout HEIFItems, data: ISOBox?
  ) throws(Shortage) {
    let version = try box.version(input)
    let sizes = try input.u16(at: box.content + 4)
    let (offsetSize, lengthSize) = (UInt64(sizes >> 12), UInt64(sizes >> 8 & 15))
    let (baseSize, indexSize) = (UInt64(sizes >> 4 & 15), version > 0 ? UInt64(sizes & 15) : 0)
    var place = next
    let id = version < 2 ? UInt32(try input.u16(at: place)) : try input.u32(at: place)
    place += version < 2 ? 2 : 4
    var method: UInt16 = 0
    if version > 0 {
      method = try input.u16(at: place) & 15
      place += 2
    }
    place += 2
    let base = try Self.number(input, at: place, size: baseSize)
    place += baseSize
    let extents = UInt64(try input.u16(at: place))
    place += 2
    let offset = try Self.number(input, at: place + indexSize, size: offsetSize)
    let length = try Self.number(input, at: place + indexSize + offsetSize, size: lengthSize)
    let origin: UInt64? = method == 0 ? 0 : method == 1 ? data?.content : nil
    let sum = base.addingReportingOverflow(offset)
    // Data in several pieces cannot be handed on as one.
    if extents == 1, let origin, !sum.overflow, sum.partialValue < ISOBox.endOfFile {
      items.update(id) {
        $0.offset = origin + sum.partialValue
        $0.byteCount = length
      }
    }
    next = place + extents * (indexSize + offsetSize + lengthSize)
  }

  private static func number(
    _ input: ByteWindow, at place: UInt64, size: UInt64
  ) throws(Shortage) -> UInt64 {
    switch size {
    case 4: UInt64(try input.u32(at: place))
    case 8: try input.u64(at: place)
    default: 0
    }
  }
}
