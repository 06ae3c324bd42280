/// A writer of TIFF files for tests: the same samples in every way of packing them.
///
/// Source: TIFF 6.0, and the BigTIFF design of 2007.
package struct TIFFWriter: Sendable {
  /// How strips and tiles are packed.
  package enum Packing: Int, Sendable, CaseIterable {
    case none = 1
    case lzw = 5
    case deflate = 8
    case oldDeflate = 32946
    case runs = 32773
  }

  /// Width and height, in pixels.
  package var width = 1
  package var height = 1
  /// Samples of pixels from left to right, from top to bottom.
  package var samples: [UInt16] = []
  /// The bits of samples that may be longer, in place of `samples`.
  package var patterns: [UInt64]?
  package var sampleFormat: Int?
  package var channels = 1
  package var bits = 8
  package var photometric = 1
  package var packing = Packing.none
  package var isPredicted = false
  /// Whether bytes of the same weight stand together, as differences.
  package var isBytePredicted = false
  package var isPlanar = false
  package var isBigEndian = false
  package var isBig = false
  package var isBitReversed = false
  package var rowsPerStrip = 7
  /// Width and height of tiles, where it is not in strips.
  package var tile: (width: Int, height: Int)?
  package var orientation: Int?
  package var extraSamples: Int?
  package var chromaSubsampling: [Int]?
  /// Numerators and denominators.
  package var lumaShares: [Int]?
  /// Numerators and denominators.
  package var referenceLevels: [Int]?
  package var profile: [UInt8]?
  /// All reds, all greens, all blues.
  package var colourMap: [Int]?
  package var hasByteCounts = true
  /// Whether the directory stands before strips and tiles, not behind them.
  package var isDirectoryFirst = false
  /// Strips that are packed already, by a number of compression, with what they need of tables.
  package var ready: (strips: [[UInt8]], compression: Int, jpegTables: [UInt8]?)?

  package init() {}

  /// The file.
  package func bytes() -> [UInt8] {
    let blocks =
      ready?.strips
      ?? parts().map { part in
        isBitReversed ? packed(part).map(Self.reversed) : packed(part)
      }
    let (head, directory) = outline(of: blocks.map(\.count))
    let data = blocks.flatMap { $0 }
    return isDirectoryFirst ? head + directory + data : head + data + directory
  }

  /// What stands before and behind the strips or tiles, or before them all, by their lengths.
  package func outline(of counts: [Int]) -> (head: [UInt8], directory: [UInt8]) {
    let start = isBig ? 16 : 8
    let size = directory(entries(places: counts, counts: counts), at: 0).count
    var place = start + (isDirectoryFirst ? size : 0)
    let places = counts.map { count in
      defer { place += count }
      return place
    }
    let directoryStart = isDirectoryFirst ? start : place
    var head: [UInt8] = [isBigEndian ? 0x4D : 0x49, isBigEndian ? 0x4D : 0x49]
    head += number(isBig ? 43 : 42, width: 2)
    head += isBig ? number(8, width: 2) + number(0, width: 2) : []
    head += number(directoryStart, width: isBig ? 8 : 4)
    return (head, directory(entries(places: places, counts: counts), at: directoryStart))
  }

  private func entries(places: [Int], counts: [Int]) -> [(tag: Int, type: Int, values: [Int])] {
    var entries: [(tag: Int, type: Int, values: [Int])] = [
      (256, 3, [width]), (257, 3, [height]),
      (258, 3, [Int](repeating: bits, count: channels)),
      (259, 3, [ready?.compression ?? packing.rawValue]),
      (262, 3, [photometric]), (266, 3, [isBitReversed ? 2 : 1]),
      (277, 3, [channels]), (284, 3, [isPlanar ? 2 : 1]),
      (317, 3, [isBytePredicted ? 3 : isPredicted ? 2 : 1]),
    ]
    if let tile {
      entries += [(322, 3, [tile.width]), (323, 3, [tile.height]), (324, 4, places)]
      if hasByteCounts { entries.append((325, 4, counts)) }
    } else {
      entries += [(273, 4, places), (278, 3, [rowsPerStrip])]
      if hasByteCounts { entries.append((279, 4, counts)) }
    }
    if let orientation { entries.append((274, 3, [orientation])) }
    if let colourMap { entries.append((320, 3, colourMap)) }
    if let extraSamples { entries.append((338, 3, [extraSamples])) }
    if let sampleFormat {
      entries.append((339, 3, [Int](repeating: sampleFormat, count: channels)))
    }
    if let lumaShares { entries.append((529, 5, lumaShares)) }
    if let chromaSubsampling { entries.append((530, 3, chromaSubsampling)) }
    if let referenceLevels { entries.append((532, 5, referenceLevels)) }
    if let tables = ready?.jpegTables { entries.append((347, 7, tables.map(Int.init))) }
    if let profile { entries.append((34675, 7, profile.map(Int.init))) }
    return entries.sorted { $0.tag < $1.tag }
  }

  private func directory(
    _ entries: [(tag: Int, type: Int, values: [Int])], at start: Int
  ) -> [UInt8] {
    let room = isBig ? 8 : 4
    var head = number(entries.count, width: isBig ? 8 : 2)
    var tail: [UInt8] = []
    let length = head.count + entries.count * (isBig ? 20 : 12) + room
    for entry in entries {
      let width = [3: 2, 4: 4, 5: 4, 7: 1][entry.type] ?? 1
      let values = entry.values.flatMap { number($0, width: width) }
      head += number(entry.tag, width: 2) + number(entry.type, width: 2)
      // A fraction is two numbers.
      head += number(entry.values.count / (entry.type == 5 ? 2 : 1), width: room)
      if values.count <= room {
        head += values + [UInt8](repeating: 0, count: room - values.count)
      } else {
        head += number(start + length + tail.count, width: room)
        tail += values
      }
    }
    return head + number(0, width: room) + tail
  }

  private func number(_ value: Int, width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// Rows of strips or tiles, plane by plane.
  private func parts() -> [[UInt8]] {
    let planes = isPlanar ? (0..<channels).map { $0..<($0 + 1) } : [0..<channels]
    let size = tile ?? (width, rowsPerStrip)
    var parts: [[UInt8]] = []
    for plane in planes {
      for top in stride(from: 0, to: height, by: size.height) {
        for left in stride(from: 0, to: width, by: size.width) {
          let bottom = tile == nil ? min(height, top + size.height) : top + size.height
          parts.append((top..<bottom).flatMap { row($0, from: left, count: size.width, plane) })
        }
      }
    }
    return parts
  }

  /// A row of a part; behind the picture it has the samples of its border.
  private func row(_ y: Int, from left: Int, count: Int, _ plane: Range<Int>) -> [UInt8] {
    let y = min(y, height - 1)
    var row: [UInt64] = []
    for x in left..<(left + count) {
      let pixel = (y * width + min(x, width - 1)) * channels
      for index in (pixel + plane.lowerBound)..<(pixel + plane.upperBound) {
        row.append(patterns.map { $0[index] } ?? UInt64(samples[index]))
      }
    }
    if isBytePredicted { return weights(of: row, distance: plane.count) }
    if isPredicted {
      let mask = UInt64.max >> UInt64(64 - bits)
      for index in (plane.count..<row.count).reversed() {
        row[index] = (row[index] &- row[index - plane.count]) & mask
      }
    }
    if bits.isMultiple(of: 16) {
      return row.flatMap { number(Int(bitPattern: UInt($0)), width: bits / 8) }
    }
    var bytes: [UInt8] = []
    var (held, count) = (UInt64(0), 0)
    for sample in row {
      (held, count) = (held << UInt64(bits) | sample, count + bits)
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt64(count - 8)))
        count -= 8
      }
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: held << UInt64(8 - count))) }
    return bytes
  }

  /// The highest bytes of all samples, then the next ones, each less the one of its kind before it.
  private func weights(of row: [UInt64], distance: Int) -> [UInt8] {
    var bytes = stride(from: bits - 8, through: 0, by: -8).flatMap { shift in
      row.map { UInt8(truncatingIfNeeded: $0 >> UInt64(shift)) }
    }
    for index in (distance..<bytes.count).reversed() { bytes[index] &-= bytes[index - distance] }
    return bytes
  }

  private func packed(_ part: [UInt8]) -> [UInt8] {
    switch packing {
    case .none: part
    case .lzw: Self.lzw(part)
    case .deflate, .oldDeflate: DeflateWriter.zlib(part, distance: channels)
    case .runs: Self.runs(part)
    }
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    (0..<8).reduce(UInt8(0)) { $0 << 1 | byte >> $1 & 1 }
  }

  /// Packs runs of three and more.
  private static func runs(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let run = bytes[place...].prefix(128).prefix { $0 == bytes[place] }.count
      if run >= 3 {
        result += [UInt8(bitPattern: Int8(1 - run)), bytes[place]]
        place += run
      } else {
        let count = min(5, bytes.count - place)
        result.append(UInt8(count - 1))
        result += bytes[place..<(place + count)]
        place += count
      }
    }
    // A number that says nothing.
    return [0x80] + result
  }

  private static func lzw(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (bits, count, width) = (0, 0, 9)
    func put(_ code: Int) {
      bits = bits << width | code
      count += width
      while count >= 8 {
        result.append(UInt8(truncatingIfNeeded: bits >> (count - 8)))
        count -= 8
      }
      bits &= 0xFFFF
    }
    var codes: [[UInt8]: Int] = [:]
    var (next, current) = (258, [UInt8]())
    func code(of string: [UInt8]) -> Int { string.count == 1 ? Int(string[0]) : codes[string] ?? 0 }
    put(256)
    for byte in bytes {
      let longer = current + [byte]
      if current.isEmpty || codes[longer] != nil {
        current = longer
        continue
      }
      put(code(of: current))
      codes[longer] = next
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
      if next == 4095 {
        put(256)
        (codes, next, width) = ([:], 258, 9)
      }
      current = [byte]
    }
    if !current.isEmpty { put(code(of: current)) }
    // The reader has made one string more by now.
    if next + 1 == 1 << width, width < 12 { width += 1 }
    put(257)
    if count > 0 { result.append(UInt8(truncatingIfNeeded: bits << (8 - count))) }
    return result
  }
}
