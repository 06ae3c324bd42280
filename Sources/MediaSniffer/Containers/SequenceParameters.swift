import MediaTypes

/// What the parameter set of a sequence says about its pictures.
struct SequenceParameters: Sendable {
  var size = PixelSize(width: 0, height: 0)
  var bitDepth = 8
  var chroma: PixelSize?
  var pixelAspect: Double?
  var colour: ColourFacts.CodePoints?

  /// Puts it into the findings.
  func describe(_ found: inout Findings) {
    found.setSize(size.width, size.height)
    found.facts.displaySize = found.facts.size
    found.facts.tracks.bitDepth = bitDepth
    if let pixelAspect { found.setPixelAspect(pixelAspect) }
    found.facts.colour.codePoints = colour ?? found.facts.colour.codePoints
    found.facts.image.chromaSubsampling = chroma
  }
}

// MARK: H.264

extension SequenceParameters {
  /// Reads a parameter set of H.264, behind the byte of its unit's header.
  ///
  /// Source: ITU-T H.264 § 7.3.2.1.1 and annex E.1.1.
  init?(h264 unit: ArraySlice<UInt8>) {
    var bits = EscapedBits(unit)
    let profile = bits.next(8)
    bits.skip(16)
    _ = bits.golomb()
    var chromaFormat = 1
    var isSeparate = false
    if [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244].contains(profile) {
      chromaFormat = bits.golomb()
      if chromaFormat == 3 { isSeparate = bits.flag() }
      bitDepth = 8 + bits.golomb()
      _ = bits.golomb()
      bits.skip(1)
      if bits.flag() { Self.skipScalingLists(chromaFormat == 3 ? 12 : 8, &bits) }
    }
    _ = bits.golomb()
    Self.skipOrderCount(&bits)
    _ = bits.golomb()
    bits.skip(1)
    let columns = bits.golomb() + 1
    let rows = bits.golomb() + 1
    let isFrameOnly = bits.flag()
    if !isFrameOnly { bits.skip(1) }
    bits.skip(1)
    guard 0...3 ~= chromaFormat, columns <= 4096, rows <= 4096 else { return nil }
    chroma = Self.subsampling(chromaFormat)
    let units =
      isSeparate ? PixelSize(width: 1, height: 1) : chroma ?? PixelSize(width: 1, height: 1)
    let crop = Self.crop(
      &bits, PixelSize(width: units.width, height: units.height * (isFrameOnly ? 1 : 2)))
    size = PixelSize(
      width: 16 * columns - crop.width, height: 16 * rows * (isFrameOnly ? 1 : 2) - crop.height)
    guard !bits.isOverrun, size.isValid, 8...14 ~= bitDepth else { return nil }
    if bits.flag() { readUsability(&bits) }
  }

  private static func skipScalingLists(_ count: Int, _ bits: inout EscapedBits) {
    for list in 0..<count where bits.flag() {
      var last = 8
      var next = 8
      for _ in 0..<(list < 6 ? 16 : 64) where !bits.isOverrun {
        if next != 0 { next = (last + bits.signedGolomb() + 256) & 255 }
        if next != 0 { last = next }
      }
    }
  }

  private static func skipOrderCount(_ bits: inout EscapedBits) {
    switch bits.golomb() {
    case 0: _ = bits.golomb()
    case 1:
      bits.skip(1)
      _ = bits.signedGolomb()
      _ = bits.signedGolomb()
      for _ in 0..<min(bits.golomb(), 255) where !bits.isOverrun { _ = bits.signedGolomb() }
    default: break
    }
  }
}

// MARK: HEVC

extension SequenceParameters {
  /// Reads a parameter set of HEVC, behind the two bytes of its unit's header.
  ///
  /// Source: ITU-T H.265 § 7.3.2.2.1, § 7.3.3, § 7.3.4, § 7.3.7 and annex E.2.1.
  init?(hevc unit: ArraySlice<UInt8>) {
    var bits = EscapedBits(unit)
    bits.skip(4)
    let layers = Int(bits.next(3))
    bits.skip(1)
    Self.skipProfile(layers, &bits)
    _ = bits.golomb()
    let chromaFormat = bits.golomb()
    let isSeparate = chromaFormat == 3 ? bits.flag() : false
    let width = bits.golomb()
    let height = bits.golomb()
    guard 0...3 ~= chromaFormat, 1...65_536 ~= width, 1...65_536 ~= height else { return nil }
    chroma = Self.subsampling(chromaFormat)
    let units =
      isSeparate ? PixelSize(width: 1, height: 1) : chroma ?? PixelSize(width: 1, height: 1)
    let crop = Self.crop(&bits, units)
    size = PixelSize(width: width - crop.width, height: height - crop.height)
    bitDepth = 8 + bits.golomb()
    _ = bits.golomb()
    guard !bits.isOverrun, size.isValid, 8...16 ~= bitDepth else { return nil }
    guard skipToUsability(layers, &bits), bits.flag() else { return }
    readUsability(&bits)
  }

  private static func skipProfile(_ layers: Int, _ bits: inout EscapedBits) {
    bits.skip(96)
    guard layers > 0 else { return }
    var present: [(profile: Bool, level: Bool)] = []
    for layer in 0..<8 {
      let flags = bits.next(2)
      if layer < layers { present.append((flags & 2 != 0, flags & 1 != 0)) }
    }
    for layer in present { bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }

  /// Passes what lies between the depths and the usability information; `false` where that is not
  /// worth while.
  private func skipToUsability(_ layers: Int, _ bits: inout EscapedBits) -> Bool {
    let orderBits = bits.golomb() + 4
    let isPerLayer = bits.flag()
    for _ in (isPerLayer ? 0 : layers)...layers { for _ in 0..<3 { _ = bits.golomb() } }
    for _ in 0..<6 { _ = bits.golomb() }
    // Scaling lists of their own are rare.
    if bits.flag(), bits.flag() { return false }
    bits.skip(2)
    if bits.flag() {
      bits.skip(8)
      _ = bits.golomb()
      _ = bits.golomb()
      bits.skip(1)
    }
    let sets = bits.golomb()
    guard sets <= 64, orderBits <= 16 else { return false }
    var pictures = 0
    for set in 0..<sets {
      guard let count = Self.skipReferences(set, of: pictures, &bits) else { return false }
      pictures = count
    }
    if bits.flag() {
      for _ in 0..<min(bits.golomb(), 33) { bits.skip(orderBits + 1) }
    }
    bits.skip(2)
    return !bits.isOverrun
  }

  /// Passes a short-term reference picture set; gives the pictures it has, `nil` where it is broken.
  private static func skipReferences(
    _ set: Int, of previous: Int, _ bits: inout EscapedBits
  ) -> Int? {
    if set > 0, bits.flag() {
      bits.skip(1)
      _ = bits.golomb()
      var count = 0
      for _ in 0...previous {
        if bits.flag() {
          count += 1
        } else if bits.flag() {
          count += 1
        }
      }
      return bits.isOverrun || count > 32 ? nil : count
    }
    let count = bits.golomb() + bits.golomb()
    guard count <= 32 else { return nil }
    for _ in 0..<count {
      _ = bits.golomb()
      bits.skip(1)
    }
    return bits.isOverrun ? nil : count
  }
}

// MARK: What both have

extension SequenceParameters {
  /// Luma samples a chroma sample; `nil` without chroma.
  static func subsampling(_ chromaFormat: Int) -> PixelSize? {
    switch chromaFormat {
    case 1: PixelSize(width: 2, height: 2)
    case 2: PixelSize(width: 2, height: 1)
    case 3: PixelSize(width: 1, height: 1)
    default: nil
    }
  }

  /// The pixels that are cut off in all, in both directions.
  private static func crop(_ bits: inout EscapedBits, _ unit: PixelSize) -> PixelSize {
    guard bits.flag() else { return PixelSize(width: 0, height: 0) }
    let across = min(bits.golomb(), 1 << 16) + min(bits.golomb(), 1 << 16)
    let down = min(bits.golomb(), 1 << 16) + min(bits.golomb(), 1 << 16)
    return PixelSize(width: across * unit.width, height: down * unit.height)
  }

  /// Reads the shape of pixels and the colour.
  private mutating func readUsability(_ bits: inout EscapedBits) {
    let shapes: [(Double, Double)] = [
      (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33),
      (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    var aspect: Double?
    if bits.flag() {
      let code = Int(bits.next(8))
      if code == 255 {
        let across = Double(bits.next(16))
        let down = Double(bits.next(16))
        if across > 0, down > 0 { aspect = across / down }
      } else if 1...shapes.count ~= code {
        aspect = shapes[code - 1].0 / shapes[code - 1].1
      }
    }
    if bits.flag() { bits.skip(1) }
    var points: ColourFacts.CodePoints?
    if bits.flag() {
      bits.skip(3)
      let isFullRange = bits.flag()
      if bits.flag() {
        points = ColourFacts.CodePoints(
          primaries: Int(bits.next(8)), transfer: Int(bits.next(8)), matrix: Int(bits.next(8)),
          isFullRange: isFullRange)
      }
    }
    guard !bits.isOverrun else { return }
    pixelAspect = aspect
    colour = points
  }
}
