package import ByteSources
package import MediaTypes

/// The item tree of a HEIF or AVIF file, and the first picture of its sequence.
///
/// Reading it takes at most 4 MB of the file and, for a hostile file, about three times as much
/// memory; phone photos have some tens of kilobytes.
package struct HEIFFile: Hashable, Sendable {
  /// The item that is the file's picture, where the file names one.
  package var primaryItemID: UInt32? { items?.primaryItemID }
  /// The first picture of the first picture track, where there is one.
  package let track: PictureTrack?
  /// Whether boxes broke their rules, so that something may be missing.
  package let isDamaged: Bool

  private let items: MetaBox?
  private let fileByteCount: UInt64
  /// By picture, the item with its opacity.
  private let alphaItems: [UInt32: UInt32]

  /// Reads the tree of a file.
  ///
  /// - Throws: `corrupt` where there is neither an item tree nor a picture track, or where what
  ///   matters in it breaks its rules; `overLimit` for trees beyond all reason; `unreadable`.
  package init(reading source: any ByteSource) throws(ThumbnailError) {
    var boxes = FileBoxes(of: source, in: 0..<source.byteCount)
    var items: MetaBox?
    var track: PictureTrack?
    var isDamaged = false
    do throws(ThumbnailError) {
      while let box = try boxes.next() {
        if box.type == .meta, items == nil {
          items = try MetaBox(in: box.payload, of: source)
        } else if box.type == .moov, track == nil {
          track = try PictureTrack.first(in: box.payload, of: source)
        }
      }
    } catch {
      // What comes after the tree can break nothing that is shown.
      guard error.code == .corrupt, items != nil || track != nil else { throw error }
      isDamaged = true
    }
    guard items != nil || track != nil else {
      throw ThumbnailError(.corrupt, "there is neither an item tree nor a picture track")
    }
    self.items = items
    self.track = track
    self.isDamaged = isDamaged || items?.isDamaged == true
    fileByteCount = source.byteCount
    alphaItems = items?.alphaItems() ?? [:]
  }

  /// The item with a number, or `nil` where there is none.
  package func item(_ id: UInt32) -> HEIFItem? {
    guard let items, let type = items.types[id] else { return nil }
    return HEIFItem(
      id: id, type: type, properties: items.properties(of: id), location: location(of: id))
  }

  /// The items to which an item refers, in the file's order.
  ///
  /// - Parameters:
  ///   - type: The kind of the reference, such as `dimg`.
  ///   - id: The item that refers.
  /// - Returns: The numbers of items, which need not exist.
  package func references(_ type: FourCC, from id: UInt32) -> [UInt32] {
    items?.references(type, from: id) ?? []
  }

  /// The item that holds the opacity of a picture.
  package func alphaItemID(of id: UInt32) -> UInt32? { alphaItems[id] }

  private func location(of id: UInt32) -> ItemLocation? {
    guard let items, let location = items.locations[id] else { return nil }
    let stretches = items.extents[location.extents]
    switch location.construction {
    case .file: return ItemLocation(stretches, of: 0..<fileByteCount)
    case .itemData: return items.itemData.flatMap { ItemLocation(stretches, of: $0) }
    case .elsewhere: return nil
    }
  }
}

extension MetaBox {
  /// The properties of an item, in the order of association.
  func properties(of id: UInt32) -> [ItemProperty] {
    guard let range = associationRanges[id] else { return [] }
    return associations[range].compactMap { number in
      number > 0 && number <= properties.count ? properties[Int(number) - 1] : nil
    }
  }

  func references(_ type: FourCC, from id: UInt32) -> [UInt32] {
    referenceRanges[Reference(type: type, from: id)].map { Array(targets[$0]) } ?? []
  }

  /// By picture, the item that holds its opacity: the one that says of itself that it does.
  func alphaItems() -> [UInt32: UInt32] {
    var result: [UInt32: UInt32] = [:]
    for (reference, range) in referenceRanges where reference.type == .auxl {
      guard let type = types[reference.from] else { continue }
      let item = HEIFItem(
        id: reference.from, type: type, properties: properties(of: reference.from), location: nil)
      guard item.isAlpha else { continue }
      for target in targets[range] { result[target] = min(result[target] ?? .max, item.id) }
    }
    return result
  }
}
