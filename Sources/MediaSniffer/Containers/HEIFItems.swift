import MediaTypes

/// The items of a HEIF file that its picture is made of, and what is said about them.
///
/// Source: ISO/IEC 14496-12:2022 § 8.11, ISO/IEC 23008-12:2022 § 6.
struct HEIFItems: Sendable {
  /// What an item is to the picture.
  enum Role: Sendable {
    case primary
    case tile
    case thumbnail
    case auxiliary
    case description
  }

  /// An item that matters.
  struct Item: Sendable {
    let id: UInt32
    let role: Role
    var type: FourCC = "    "
    /// Indices of its properties, counted from 1, in the order in which they apply.
    var properties: [UInt16] = []
    var offset: UInt64 = 0
    var byteCount: UInt64 = 0
  }

  /// What a property says.
  enum Property: Sendable {
    case size(PixelSize)
    case crop(PixelSize)
    /// Turns of 90° counter-clockwise.
    case rotation(Int)
    /// Whether left and right change places, instead of top and bottom.
    case mirror(leftRight: Bool)
    case aspect(Double)
    case bits([UInt8])
    case profile
    case codePoints(ColourFacts.CodePoints)
    case coding(CodecConfiguration)
    case alpha
  }

  private static let mostItems = 16

  private(set) var items: [Item] = []
  private(set) var properties: [UInt16: Property] = [:]
  /// How many items the picture is put together from.
  var tileCount = 0

  /// The item that is shown.
  var primary: Item? { items.first }

  /// Notes that an item matters.
  mutating func add(_ id: UInt32, _ role: Role) {
    guard items.count < Self.mostItems, !items.contains(where: { $0.id == id }) else { return }
    items.append(Item(id: id, role: role))
  }

  /// Changes an item, where it matters.
  mutating func update(_ id: UInt32, _ change: (inout Item) -> Void) {
    guard let place = items.firstIndex(where: { $0.id == id }) else { return }
    change(&items[place])
  }

  /// Whether some item that matters has the property of an index.
  func isUsed(_ index: UInt16) -> Bool {
    items.contains { $0.properties.contains(index) }
  }

  /// Notes what the property of an index says.
  mutating func set(_ index: UInt16, _ property: Property) { properties[index] = property }

  /// The properties of an item, in order.
  func properties(of item: Item) -> [Property] { item.properties.compactMap { properties[$0] } }

  /// The size of an item as coded.
  func size(of item: Item) -> PixelSize? {
    for case .size(let size) in properties(of: item) { return size }
    return nil
  }
}

extension HEIFItems.Property {
  /// Reads a property; `nil` where it says nothing of interest.
  init?(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) {
    let at = box.content
    switch box.type {
    case "ispe":
      let size = PixelSize(
        width: Int(try input.u32(at: at + 4)), height: Int(try input.u32(at: at + 8)))
      guard size.isValid else { return nil }
      self = .size(size)
    case "irot": self = .rotation(Int(try input.u8(at: at) & 3))
    case "imir": self = .mirror(leftRight: try input.u8(at: at) & 1 == 1)
    case "clap":
      func quotient(_ place: UInt64) throws(Shortage) -> Int {
        let denominator = try input.u32(at: at + place + 4)
        return denominator == 0 ? 0 : Int(try input.u32(at: at + place) / denominator)
      }
      let size = PixelSize(width: try quotient(0), height: try quotient(8))
      guard size.isValid else { return nil }
      self = .crop(size)
    case "pasp":
      let (across, down) = (try input.u32(at: at), try input.u32(at: at + 4))
      guard across > 0, down > 0 else { return nil }
      self = .aspect(Double(across) / Double(down))
    case "pixi":
      let count = min(try input.u8(at: at + 4), 8)
      var bits: [UInt8] = []
      for channel in 0..<UInt64(count) { bits.append(try input.u8(at: at + 5 + channel)) }
      self = .bits(bits)
    case "colr":
      if let points = try MovieTrack.codePoints(input, box) {
        self = .codePoints(points)
      } else {
        self = .profile
      }
    case "auxC":
      let alphas = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0", "urn:mpeg:hevc:2015:auxid:1\0",
      ]
      for name in alphas where try input.has(name, at: at + 4) {
        self = .alpha
        return
      }
      return nil
    case "hvcC": self = .coding(try CodecConfiguration(hevc: at, input))
    case "av1C": self = .coding(try CodecConfiguration(av1: at, input))
    default: return nil
    }
  }
}
