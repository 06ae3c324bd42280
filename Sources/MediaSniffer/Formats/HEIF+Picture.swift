import MediaTypes

extension HEIFParser {
  /// Puts what is known about the item that is shown into the findings.
  func describe(
    _ primary: HEIFItems.Item, of items: HEIFItems, _ found: inout Findings
  ) {
    let tile = items.items.first { $0.role == .tile }
    let coded = tile ?? primary
    found.facts.codec = Self.codec(of: primary.type) ?? Self.codec(of: coded.type)
    found.facts.image.compression = found.facts.codec
    if let size = items.size(of: primary) { found.setSize(size.width, size.height) }
    if let tile { describeTiles(tile, items, &found) }
    // What the tile says is overruled by what the whole picture says.
    for property in (tile.map(items.properties) ?? []) + items.properties(of: primary) {
      describe(property, &found)
    }
    turn(items.properties(of: primary), &found)
    found.facts.image.hasAlpha = items.items.contains { item in
      item.role == .auxiliary && items.properties(of: item).contains { $0.isAlpha }
    }
    if found.facts.image.hasAlpha {
      found.facts.image.channels = found.facts.image.channels.map { $0 + 1 }
    }
    for item in items.items where item.role == .description && item.type == "Exif" {
      let end = item.offset.addingReportingOverflow(item.byteCount)
      if item.byteCount > 0, !end.overflow {
        found.facts.exifBytes = item.offset..<end.partialValue
      }
    }
    for thumbnail in items.items where thumbnail.role == .thumbnail {
      found.add(
        EmbeddedPreview(
          role: .heifThumbnail, format: thumbnail.type == "jpeg" ? .jpeg : nil,
          offset: thumbnail.offset, byteCount: thumbnail.byteCount,
          size: items.size(of: thumbnail), itemID: thumbnail.id))
    }
  }

  private func describe(_ property: HEIFItems.Property, _ found: inout Findings) {
    switch property {
    case .coding(let coding):
      found.facts.image.bitDepth = coding.bitDepth
      found.facts.image.chromaSubsampling = coding.chroma
      found.facts.image.channels = coding.isGrey ? 1 : 3
      found.facts.image.colourModel = coding.isGrey ? .grey : .yCbCr
    case .bits(let bits): if let most = bits.max() { found.facts.image.bitDepth = Int(most) }
    case .profile: found.facts.colour.hasICCProfile = true
    case .codePoints(let points): found.facts.colour.codePoints = points
    default: break
    }
  }

  private func describeTiles(
    _ tile: HEIFItems.Item, _ items: HEIFItems, _ found: inout Findings
  ) {
    guard let side = items.size(of: tile), let size = found.facts.size else { return }
    found.facts.image.tileSize = side
    let columns = (size.width - 1) / side.width + 1
    let rows = (size.height - 1) / side.height + 1
    guard columns.multipliedReportingOverflow(by: rows) == (items.tileCount, false) else { return }
    found.facts.image.grid = PixelSize(width: columns, height: rows)
  }

  /// Applies the properties that crop, turn and mirror, in their order.
  private func turn(_ properties: [HEIFItems.Property], _ found: inout Findings) {
    guard var size = found.facts.size else { return }
    var turns = 0
    var isMirrored = false
    for property in properties {
      switch property {
      case .crop(let crop):
        size = PixelSize(
          width: min(size.width, crop.width), height: min(size.height, crop.height))
      case .aspect(let ratio) where 0.1...10 ~= ratio:
        size.width = max(1, Int(clamping: Int64((Double(size.width) * ratio).rounded())))
      case .rotation(let quarters):
        turns -= quarters
        if quarters & 1 == 1 { size = size.transposed }
      case .mirror(let isLeftRight):
        // A mirror after turns is a mirror before the opposite turns.
        turns = isLeftRight ? -turns : 2 - turns
        isMirrored.toggle()
      default: break
      }
    }
    found.facts.orientation = Orientation(clockwiseQuarterTurns: turns, mirrored: isMirrored)
    found.facts.displaySize = size
  }

  /// The codec of an item type; `nil` where the item is put together from others.
  private static func codec(of type: FourCC) -> String? {
    switch type {
    case "grid", "iden", "iovl", "tmap", "    ": nil
    case "unci": "uncompressed"
    case "jpeg": "jpeg"
    default: MovieTrack.codecName(type)
    }
  }
}

extension HEIFItems.Property {
  fileprivate var isAlpha: Bool {
    if case .alpha = self { true } else { false }
  }
}
