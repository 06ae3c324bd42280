import MediaTypes

/// Reads the items of HEIF and AVIF files, and the tracks of sequences.
///
/// EXIF data are not looked at: `irot` and `imir` alone turn the picture.
/// Source: ISO/IEC 23008-12:2022 § 6 and § 10, AVIF 1.1 § 2 to § 4.
struct HEIFParser: FormatParser {
  /// The boxes of the item directory, in the order in which they are read.
  private enum Stage: Int {
    case references, infos, associations, properties, locations
  }

  private let isSequence: Bool
  private var next: UInt64 = 0
  private var metaEnd: UInt64?
  private var boxes = HEIFBoxes()
  private var walk: HEIFWalk?
  private var stage = Stage.references
  private var items = HEIFItems()
  private var movie: MovieParser?
  private var hasItems = false

  /// Starts at the first box of a file.
  init(isSequence: Bool) { self.isSequence = isSequence }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if movie != nil { return try movie?.step(input, &found) ?? .done }
    if walk != nil { return try walkOn(input) }
    if let metaEnd {
      if next < metaEnd { return try visitDirectory(input, end: metaEnd) }
      self.metaEnd = nil
      guard let primary = boxes.primary else { return afterItems() }
      hasItems = true
      items.add(primary, .primary)
      return begin(.references)
    }
    guard let box = try ISOBox(input, at: next) else { return .done }
    switch box.type {
    case "meta" where !hasItems:
      metaEnd = box.end
      next = box.content + 4
    case "mini" where !hasItems:
      try readMinimal(input, box, &found)
      return .done
    case "moov":
      movie = MovieParser(.mp4, movie: box)
    default:
      guard box.end < ISOBox.endOfFile else { return .done }
      next = box.end
    }
    return .more
  }

  /// Notes where a box of the item directory stands.
  private mutating func visitDirectory(
    _ input: ByteWindow, end: UInt64
  ) throws(Shortage) -> Progress {
    let header: ISOBox?
    do throws(Shortage) {
      header = try ISOBox(input, at: next)
    } catch .unavailable {
      next = end
      return .more
    }
    guard let box = header else {
      next = end
      return .more
    }
    switch box.type {
    case "pitm":
      boxes.primary =
        try box.version(input) == 0
        ? UInt32(try input.u16(at: box.content + 4)) : try input.u32(at: box.content + 4)
    case "iinf": boxes.infos = box
    case "iref": boxes.references = box
    case "iloc": boxes.locations = box
    case "idat": boxes.data = box
    case "iprp":
      next = box.content
      return .more
    case "ipco": boxes.properties = box
    case "ipma": if boxes.associations.count < 4 { boxes.associations.append(box) }
    default: break
    }
    next = box.end
    return .more
  }

  /// Begins to walk the boxes of a stage.
  private mutating func begin(_ stage: Stage) -> Progress {
    self.stage = stage
    switch stage {
    case .references: walk = boxes.references.map { HEIFWalk(.references, $0) }
    case .infos: walk = boxes.infos.map { HEIFWalk(.infos, $0) }
    case .associations:
      walk = boxes.associations.popLast().map { HEIFWalk(.associations, $0) }
    case .properties: walk = boxes.properties.map { HEIFWalk(.properties, $0) }
    case .locations: walk = boxes.locations.map { HEIFWalk(.locations, $0) }
    }
    return walk == nil ? endStage() : .more
  }

  private mutating func endStage() -> Progress {
    walk = nil
    if stage == .associations, !boxes.associations.isEmpty { return begin(.associations) }
    guard let following = Stage(rawValue: stage.rawValue + 1) else { return afterItems() }
    let needsPlaces = items.items.contains {
      $0.role == .thumbnail || $0.role == .description && $0.type == "Exif"
    }
    if following == .locations, !needsPlaces { return afterItems() }
    return begin(following)
  }

  private mutating func walkOn(_ input: ByteWindow) throws(Shortage) -> Progress {
    guard var current = walk else { return .done }
    do throws(Shortage) {
      let progress = try current.step(input, &items, data: boxes.data)
      walk = current
      return progress == .done ? endStage() : .more
    } catch .unavailable {
      return endStage()
    }
  }

  /// A sequence also has a movie box; a still picture is complete.
  private mutating func afterItems() -> Progress {
    guard isSequence || !hasItems else { return .done }
    return .more
  }

  /// Reads the low-overhead box that holds a whole picture.
  ///
  /// Source: ISO/IEC 23008-12:2022/Amd 1, "MinimizedImageBox".
  private func readMinimal(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) {
    var bits = BitReader(at: box.content)
    func flag() throws(Shortage) -> Bool { try bits.next(1, input) == 1 }
    // Version, explicit codec types, float samples, full range.
    _ = try bits.next(5, input)
    let hasAlpha = try flag()
    // Explicit code points, HDR.
    _ = try bits.next(2, input)
    let hasProfile = try flag()
    // EXIF, XMP.
    _ = try bits.next(2, input)
    let chroma = try bits.next(2, input)
    let orientation = try bits.next(3, input) + 1
    let hasLargeSides = try flag()
    let length = hasLargeSides ? 15 : 7
    let width = try bits.next(length, input) + 1
    let height = try bits.next(length, input) + 1
    found.setSize(width, height)
    found.facts.image.hasAlpha = hasAlpha
    found.facts.colour.hasICCProfile = hasProfile
    found.facts.image.colourModel = chroma == 0 ? .grey : .yCbCr
    if let turned = Orientation(rawValue: UInt8(orientation)) {
      found.facts.orientation = turned
    }
  }

  func conclude(_ found: inout Findings) {
    if let primary = items.primary { describe(primary, of: items, &found) }
    if let track = movie?.pictureTrack {
      found.facts.image.isAnimated = isSequence
      found.facts.image.frameCount = track.sampleCount.map { Int($0) }
      if found.facts.size == nil {
        movie?.describe(track, &found)
        found.facts.codec = track.codec
        found.facts.image.bitDepth = track.bitDepth
      }
      if isSequence, track.timescale > 0, track.duration != .max {
        found.facts.duration = Double(track.duration) / Double(track.timescale)
      }
    }
  }
}
