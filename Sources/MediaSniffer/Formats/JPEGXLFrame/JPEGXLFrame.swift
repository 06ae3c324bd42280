/// How the only frame of a JPEG XL picture is divided, which decides how much of it a decoder holds.
struct JPEGXLFrame {
  /// What samples are coded as.
  enum Coding {
    /// Cosines of blocks, as in JPEG.
    case blocks
    /// Samples foretold by their neighbours.
    case samples
  }

  let coding: Coding
  /// Pixels of the side of the groups that are decoded one after the other.
  let groupSide: Int
  /// How often edges are smoothed, which needs pixels of other groups.
  var smoothingPasses = 2
  /// Whether there are fewer samples of colour than of lightness, as in what was a JPEG.
  var isSubsampled = false
  /// Whether noise is added, which does too.
  var hasNoise = false

  private enum Flag {
    static let noise: UInt64 = 1
    static let patches: UInt64 = 2
    static let splines: UInt64 = 16
    static let coarseFrame: UInt64 = 32
  }

  /// Reads a frame's header, and of a frame of samples how they were transformed; `nil` where the
  /// picture has to be held whole while it is decoded, or where it cannot be told whether it has.
  ///
  /// - Parameters:
  ///   - image: What the headers before say.
  ///   - bits: The codestream, at the end of those.
  ///
  /// Source: ISO/IEC 18181-1:2024 § F.2 (frame header), § F.3 (table of contents), § G.1.
  init?(of image: JPEGXLImageHead, _ bits: inout JPEGXLBits) {
    guard !image.hasPreview, !image.isAnimated, bits.skipProfile(of: image) else { return nil }
    bits.align()
    // Everything as usual: one pass of blocks, nothing laid on it.
    if bits.flag() {
      guard image.extraChannels == 0 else { return nil }
      (coding, groupSide) = (.blocks, 256)
      return
    }
    guard bits.next(2) == 0 else { return nil }
    let isOfSamples = bits.flag()
    let flags = bits.longNumber()
    guard flags & (Flag.patches | Flag.splines | Flag.coarseFrame) == 0 else { return nil }
    if !image.isXYB, bits.flag() {
      for _ in 0..<3 where bits.next(2) != 0 { isSubsampled = true }
    }
    // No enlarging, of no channel.
    for _ in 0...image.extraChannels where bits.next(2) != 0 { return nil }
    let groupShift = isOfSamples ? bits.next(2) : 1
    if !isOfSamples, image.isXYB { bits.skip(6) }
    // One pass over all of the picture, which replaces what was before and is the last.
    guard bits.next(2) == 0, !bits.flag() else { return nil }
    for _ in 0...image.extraChannels where bits.next(2) != 0 { return nil }
    guard bits.flag(), !bits.isOverrun else { return nil }
    bits.skip(8 * bits.number((0, 0), (0, 4), (16, 5), (48, 10)))
    smoothingPasses = bits.smoothingPasses()
    hasNoise = flags & Flag.noise != 0
    (coding, groupSide) = (isOfSamples ? .samples : .blocks, 128 << groupShift)
    guard isOfSamples else {
      // Other channels than colours are held whole.
      guard image.extraChannels == 0, !bits.isOverrun else { return nil }
      return
    }
    guard !hasNoise, !isSubsampled, !image.isXYB, smoothingPasses == 0,
      bits.longNumber() == 0, bits.longNumber() == 0,
      bits.skipContents(of: image, groupSide: groupSide), JPEGXLTransforms.keepGroupsApart(&bits)
    else { return nil }
  }
}

/// What the headers before the first frame say, as far as reading that needs it.
struct JPEGXLImageHead {
  var width = 0
  var height = 0
  /// Whether no field but the size is written.
  var isAllDefault = false
  var hasToneMapping = false
  var hasPreview = false
  var isAnimated = false
  var extraChannels = 0
  /// Whether there are other channels than one of alpha that has as many samples as the colours.
  var hasOddChannels = false
  var isXYB = true
  var hasProfile = false
  var isGrey = false
  /// Whether the colours' description is left out.
  var hasDefaultColours = true
  /// Bits from the start of the codestream to the end of what has been read: the kind of colours.
  var bitCount = 0
}

extension JPEGXLBits {
  /// Goes from the kind of colours to the end of the headers, the profile included.
  ///
  /// - Returns: Whether nothing unusual was met.
  ///
  /// Source: ISO/IEC 18181-1:2024 § D.3 to § E.4.
  fileprivate mutating func skipProfile(of image: JPEGXLImageHead) -> Bool {
    if !image.isAllDefault {
      if !image.hasDefaultColours, !image.hasProfile { skipColours(isGrey: image.isGrey) }
      // How bright white is.
      if image.hasToneMapping, !flag() { skip(16 + 16 + 1 + 16) }
      guard longNumber() == 0 else { return false }
    }
    // The usual weights for enlarging and for XYB.
    guard flag(), !isOverrun else { return false }
    return !image.hasProfile || skipProfile()
  }

  private mutating func skipColours(isGrey: Bool) {
    func skipPoint(_ bits: inout JPEGXLBits) {
      for _ in 0..<2 { _ = bits.number((0, 19), (524_288, 19), (1_048_576, 20), (2_097_152, 21)) }
    }
    let custom = 2
    if enumeration() == custom { skipPoint(&self) }
    if !isGrey, enumeration() == custom { for _ in 0..<3 { skipPoint(&self) } }
    if flag() { skip(24) } else { _ = enumeration() }
    _ = enumeration()
  }

  /// Source: § E.4.2, the contexts of a profile's bytes.
  private mutating func skipProfile() -> Bool {
    let count = longNumber()
    guard count <= 1 << 16, var symbols = JPEGXLSymbols(contexts: 41, &self) else { return false }
    symbols.begin(&self)
    var (last, beforeLast) = (0, 0)
    for index in 0..<Int(count) {
      let context = index > 128 ? Self.profileContext(last, beforeLast) : 0
      guard let byte = symbols.next(context, &self) else { return false }
      (last, beforeLast) = (byte, last)
    }
    return symbols.endsWell
  }

  private static func profileContext(_ last: Int, _ beforeLast: Int) -> Int {
    let isLetter: (Int) -> Bool = { (97...122).contains($0) || (65...90).contains($0) }
    let isDigit: (Int) -> Bool = { (48...57).contains($0) || $0 == 46 || $0 == 44 }
    let first =
      switch last {
      case 0...1: last + 2
      case 2..<16: 4
      case _ where isLetter(last): 0
      case _ where isDigit(last): 1
      case 255: 6
      case 241...: 5
      default: 7
      }
    let second =
      switch beforeLast {
      case ..<16: 2
      case _ where isLetter(beforeLast): 0
      case _ where isDigit(beforeLast): 1
      case 241...: 3
      default: 4
      }
    return 1 + first + 8 * second
  }

  /// Reads how edges are smoothed, in passes.
  ///
  /// Source: § F.2, restoration filter; § J.
  fileprivate mutating func smoothingPasses() -> Int {
    if flag() { return 2 }
    let isSharpened = flag()
    if isSharpened, flag() { skip(6 * 16) }
    return next(2)
  }

  /// Skips the table of the sections' lengths; `false` where they are not in their order.
  ///
  /// Source: § F.3.1.
  fileprivate mutating func skipContents(of image: JPEGXLImageHead, groupSide side: Int) -> Bool {
    func count(_ side: Int) -> Int {
      ((image.width + side - 1) / side) * ((image.height + side - 1) / side)
    }
    let groups = count(side)
    guard !flag() else { return false }
    align()
    for _ in 0..<(groups == 1 ? 1 : 2 + count(8 * side) + groups) {
      guard !isOverrun else { return false }
      _ = number((0, 10), (1024, 14), (17_408, 22), (4_211_712, 30))
    }
    align()
    return groups > 1
  }
}
