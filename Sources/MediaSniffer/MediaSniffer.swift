package import MediaTypes

/// Finds out what a file is, how large and which way up, from as few of its bytes as can tell.
///
/// Bytes are pushed in chunks of any size, and the answer does not depend on the chunking. At most
/// 64 KiB are held: 56 KiB of bytes, and what the parsers note.
///
///     var sniffer = MediaSniffer(canSeek: false)
///     while let chunk = next(), sniffer.push(chunk) != .done {}
///     let facts = sniffer.finish()
package struct MediaSniffer: ~Copyable, Sendable {
  /// What the sniffer wants next.
  package enum Answer: Sendable, Hashable {
    /// The bytes at `position`.
    case needsMore
    /// The bytes from an offset on.
    ///
    /// Who can seek calls `seek(to:)` and pushes from there; the offset may lie ahead or back.
    /// A stream goes on pushing: the offset lies ahead, and what is between is let go.
    case skip(to: UInt64)
    /// Nothing: all is found that can be.
    case done
  }

  /// How far behind the furthest byte asked for a stream can be asked again.
  private static let memory: UInt64 = 40 << 10
  /// The most bytes held of a file that can seek.
  private static let capacity = 56 << 10
  /// The bytes taken at once where fewer are asked for; few, so that several places fit.
  private static let usualPiece = 4 << 10
  /// What is read rather than skipped.
  private static let smallGap: UInt64 = 256
  /// The most steps taken, so that no file keeps the sniffer busy for long.
  private static let mostSteps = 20_000
  /// The most times that one step runs again because bytes were missing.
  private static let mostMisses = 2_000

  private enum Stage { case recognising, parsing, sizingPreviews, done }

  private let canSeek: Bool
  private var window: ByteWindow
  private var stage = Stage.recognising
  private var candidates: [any FormatProbe.Type] = []
  private var nextCandidate = 0
  private var parser: (any FormatParser)?
  private var findings = Findings(.unknown, isCertain: false)
  private var isRecognised = false
  private var previewSizing = PreviewSizing()
  /// Whether a step of the parser has begun and lacked bytes.
  private var isWithinStep = false
  private var stepsLeft = mostSteps
  private var missesLeft = mostMisses
  private var furthest: UInt64 = 1

  /// The bytes that are needed next, from the start of the file.
  package private(set) var wanted: Range<UInt64> = 0..<1

  /// The place of the next byte to be pushed, from the start of the file.
  package private(set) var position: UInt64 = 0

  /// Starts at the beginning of a file.
  ///
  /// - Parameters:
  ///   - byteCount: The length of the file, where it is known beforehand.
  ///   - canSeek: Whether `skip(to:)` will be followed, also back.
  package init(byteCount: UInt64? = nil, canSeek: Bool) {
    self.canSeek = canSeek
    window = ByteWindow(byteCount: byteCount, isForwardOnly: !canSeek)
  }

  /// Starts where another sniffer stands.
  private init(at other: borrowing MediaSniffer) {
    canSeek = other.canSeek
    window = other.window
    stage = other.stage
    candidates = other.candidates
    nextCandidate = other.nextCandidate
    parser = other.parser
    findings = other.findings
    isRecognised = other.isRecognised
    previewSizing = other.previewSizing
    isWithinStep = other.isWithinStep
    stepsLeft = other.stepsLeft
    missesLeft = other.missesLeft
    furthest = other.furthest
    wanted = other.wanted
    position = other.position
  }

  /// Every format that can be recognised.
  package static var knownFormats: [MediaFormat] {
    MediaFormat.shared + FormatProbes.all.flatMap { $0.formats }
  }

  /// The format, as soon as it is certain; it never changes again.
  package var format: MediaFormat? {
    findings.isFormatCertain ? findings.facts.format : nil
  }

  /// What is known so far; `nil` as long as nothing is recognised.
  package var facts: MediaFacts? { isRecognised ? findings.facts : nil }

  /// How many bytes of the file are held at the moment.
  package var heldByteCount: Int { window.count }

  /// Takes the bytes at `position`.
  ///
  /// - Parameter bytes: Bytes of the file, as many as there are.
  /// - Returns: What is wanted next.
  package mutating func push(_ bytes: [UInt8]) -> Answer {
    var rest = bytes[...]
    // The first read of a file mostly decides it: it is not worth a copy.
    if canSeek, position == 0, window.count == 0, bytes.count <= Self.usualPiece {
      window.adopt(bytes)
      pass(bytes.count, &rest)
    }
    while stage != .done {
      absorb(&rest)
      guard window.holds(wanted) else { break }
      run()
    }
    position += UInt64(rest.count)
    return answer
  }

  /// Declares that the next bytes pushed stand at an offset; only for who can seek.
  ///
  /// - Parameter offset: The place of the next byte, from the start of the file.
  package mutating func seek(to offset: UInt64) {
    precondition(canSeek, "a stream cannot seek")
    position = offset
  }

  /// Declares that there are no more bytes, or none that can be had.
  ///
  /// - Returns: What is known; `nil` where the bytes fit no format.
  package mutating func finish() -> MediaFacts? {
    if stage != .done {
      window.byteCount = min(window.byteCount ?? .max, position)
      run()
      conclude()
    }
    return facts
  }

  /// What `finish()` would say now; more bytes can still be pushed.
  ///
  /// - Returns: What is known; `nil` where the bytes fit no format.
  package func factsIfEndedHere() -> MediaFacts? {
    var other = MediaSniffer(at: self)
    return other.finish()
  }

  private var answer: Answer {
    if stage == .done { return .done }
    let isHeadHeld = window.end == position && window.start <= wanted.lowerBound
    let isNext = wanted.lowerBound >= position && wanted.lowerBound - position <= Self.smallGap
    let follows = isNext || (isHeadHeld && wanted.lowerBound < position)
    return follows ? .needsMore : .skip(to: wanted.lowerBound)
  }

  /// Moves bytes of a file that can seek into the window, as many as fit.
  private mutating func absorb(_ rest: inout ArraySlice<UInt8>) {
    guard canSeek else { return absorbStream(&rest) }
    guard !rest.isEmpty else { return }
    if wanted.lowerBound > position, wanted.lowerBound - position < UInt64(rest.count) {
      pass(Int(wanted.lowerBound - position), &rest)
    }
    if window.end != position { window.begin(at: position) }
    let needed = wanted.upperBound > position ? Int(clamping: wanted.upperBound - position) : 0
    let piece = rest.prefix(max(needed, Self.usualPiece))
    window.shrink(to: Self.capacity - piece.count, sparing: wanted.lowerBound)
    window.append(piece)
    pass(piece.count, &rest)
  }

  /// Moves bytes of a stream into the window.
  ///
  /// It takes no byte before it is asked for: what the window holds then depends on the questions
  /// alone, and so do the answers.
  private mutating func absorbStream(_ rest: inout ArraySlice<UInt8>) {
    window.drop(before: furthest > Self.memory ? furthest - Self.memory : 0)
    if window.start > position { pass(Int(clamping: window.start - position), &rest) }
    guard window.end == position, furthest > position else { return }
    let piece = rest.prefix(Int(clamping: furthest - position))
    window.append(piece)
    pass(piece.count, &rest)
  }

  private mutating func pass(_ count: Int, _ rest: inout ArraySlice<UInt8>) {
    let passed = min(count, rest.count)
    rest = rest.dropFirst(passed)
    position += UInt64(passed)
  }

  /// Takes steps until bytes are missing or all is found.
  private mutating func run() {
    while stage != .done {
      guard stepsLeft > 0 else {
        findings.warn(.oddHeader, "the header has too many parts; the rest was not read")
        return conclude()
      }
      do throws(Shortage) {
        switch stage {
        case .recognising: try recognise()
        case .parsing: try parse()
        case .sizingPreviews: try sizePreviews()
        case .done: break
        }
        stepsLeft -= 1
        missesLeft = Self.mostMisses
      } catch {
        switch error {
        case .missing(let range): return want(range)
        case .unavailable:
          warnOfEnd()
          conclude()
        }
      }
    }
  }

  private mutating func want(_ range: Range<UInt64>) {
    wanted = range
    furthest = max(furthest, range.upperBound)
    missesLeft -= 1
    if missesLeft == 0 { conclude() }
  }

  private mutating func warnOfEnd() {
    if window.byteCount == nil {
      findings.warn(.oddHeader, "parts of the header lie before what the stream has passed")
    } else {
      findings.warn(.truncated, "the file ends within its header")
    }
  }

  /// Asks the probes one after another, from the one that lacked bytes on.
  private mutating func recognise() throws(Shortage) {
    if candidates.isEmpty { candidates = FormatProbes.candidates(for: try window.u8(at: 0)) }
    while nextCandidate < candidates.count {
      let recognition: Recognition?
      do throws(Shortage) {
        recognition = try candidates[nextCandidate].recognise(window)
      } catch .unavailable {
        recognition = nil
      }
      nextCandidate += 1
      if let recognition { return begin(recognition) }
    }
    stage = .done
  }

  private mutating func begin(_ recognition: Recognition) {
    isRecognised = true
    findings = Findings(recognition.format, isCertain: recognition.isCertain)
    parser = recognition.parser
    if parser == nil { conclude() } else { stage = .parsing }
  }

  private mutating func parse() throws(Shortage) {
    if !isWithinStep, previewSizing.isNear(findings.facts, furthest: furthest) {
      return try previewSizing.step(window, &findings.facts)
    }
    isWithinStep = true
    let progress = try parser?.step(window, &findings)
    isWithinStep = false
    if progress != .more { stage = .sizingPreviews }
  }

  private mutating func sizePreviews() throws(Shortage) {
    guard !previewSizing.isComplete(findings.facts) else { return conclude() }
    try previewSizing.step(window, &findings.facts)
  }

  private mutating func conclude() {
    stage = .done
    guard isRecognised else { return }
    parser?.conclude(&findings)
    if !findings.isFormatCertain { findings.settle(on: findings.facts.format) }
    if let end = window.byteCount { findings.cutPreviews(at: end) }
    findings.facts.byteCount = window.byteCount
    if findings.facts.displaySize == nil, let size = findings.facts.size {
      findings.facts.displaySize = findings.facts.orientation.displaySize(of: size)
    }
  }
}
