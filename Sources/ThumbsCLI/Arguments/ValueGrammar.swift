import Batch
import MediaTypes
import MemoryBudget

/// How the values of flags are written.
enum ValueGrammar {
  /// Reads a limit of memory: a number of bytes, or the name of a platform's limit.
  static func memoryLimit(_ text: String) throws(ValueError) -> MemoryLimit {
    if let limit = MemoryLimit(preset: text) { return limit }
    let names = MemoryLimit.presets.map(\.name)
    guard text.first?.isLetter == true else { return MemoryLimit(byteCount: try byteCount(text)) }
    let guess = NearestName.nearest(to: text, among: names).map { "; did you mean \($0)?" } ?? ""
    throw ValueError(
      "is neither a number of bytes, such as 120MB, nor one of \(names.joined(separator: ", "))"
        + guess)
  }

  /// Reads a number of bytes: `120MB`, `64MiB`, `1.5G`, `4096`.
  ///
  /// All units are powers of 1024, with or without the `i`; upper and lower case are the same.
  static func byteCount(_ text: String) throws(ValueError) -> UInt64 {
    let wanted = ValueError("is no number of bytes; write it as 120MB, 1.5GiB or 4096")
    guard let quantity = Quantity(text) else { throw wanted }
    let power: Int
    switch quantity.unit.lowercased() {
    case "", "b": power = 0
    case "k", "kb", "kib": power = 10
    case "m", "mb", "mib": power = 20
    case "g", "gb", "gib": power = 30
    case "t", "tb", "tib": power = 40
    default: throw wanted
    }
    let bytes = quantity.number * Double(UInt64(1) << UInt64(power))
    guard bytes < 0x1p62 else { throw ValueError("is more than any machine has") }
    guard bytes >= 1 else { throw ValueError("must be at least one byte") }
    return UInt64(bytes)
  }

  /// Reads a time: `500ms`, `30s`, `2m`, `1h`; a bare number is seconds.
  static func duration(_ text: String) throws(ValueError) -> Duration {
    let wanted = ValueError("is no time; write it as 30s, 2m or 500ms")
    guard let quantity = Quantity(text) else { throw wanted }
    guard let seconds = quantity.unit.isEmpty ? quantity.number : quantity.seconds else {
      throw wanted
    }
    guard seconds >= 0.001 else { throw ValueError("must be at least 1ms") }
    guard seconds <= 1e9 else { throw ValueError("is longer than anybody waits") }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// The largest size that a thumbnail may be asked for, in pixels: what a JPEG can hold.
  static let largestSide = 65500

  /// Reads sizes in pixels: `256`, or several as `45,256,1024`; what stands twice counts once.
  static func sizes(_ text: String) throws(ValueError) -> [Int] {
    var sizes: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let size = try number(
        part, in: 1...largestSide, called: "a list of sizes in pixels, such as 256 or 45,256,1024")
      if !sizes.contains(size) { sizes.append(size) }
    }
    return sizes
  }

  /// Reads a whole number.
  static func number(
    _ text: some StringProtocol, in range: ClosedRange<Int>, called name: String = "a whole number"
  ) throws(ValueError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else {
      throw ValueError("is not \(name)")
    }
    guard let number = Int(text), range.contains(number) else {
      throw ValueError("is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Reads an opaque colour: `white`, `black`, `#f80`, `#ff8800`.
  static func colour(_ text: String) throws(ValueError) -> RGBColour {
    switch text.lowercased() {
    case "white": return .white
    case "black": return RGBColour(red: 0, green: 0, blue: 0)
    default: break
    }
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    let values = digits.compactMap(\.hexDigitValue)
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), values.count == digits.count else {
      throw ValueError("is no colour; write it as white, black or #ff8800")
    }
    switch values.count {
    case 3:
      return RGBColour(
        red: UInt8(values[0] * 17), green: UInt8(values[1] * 17), blue: UInt8(values[2] * 17))
    case 6:
      return RGBColour(
        red: UInt8(values[0] * 16 + values[1]), green: UInt8(values[2] * 16 + values[3]),
        blue: UInt8(values[4] * 16 + values[5]))
    default: throw ValueError("is no colour; write it as white, black or #ff8800")
    }
  }

  /// Reads a place in a video: `first`, `best`, a time such as `3s`, a part such as `10%`.
  static func frame(_ text: String) throws(ValueError) -> ThumbnailOptions.FrameChoice {
    switch text {
    case "first": return .first
    case "best": return .best
    default: break
    }
    let wanted = ValueError("is no place in a video; write it as first, best, 3s or 10%")
    guard let quantity = Quantity(text) else { throw wanted }
    if quantity.unit == "%", quantity.number <= 100 { return .fraction(quantity.number / 100) }
    guard let seconds = quantity.seconds else { throw wanted }
    return .seconds(seconds)
  }

  /// Reads endings of names: `jpg` or `jpg,heic`; a dot before them and upper case do not count.
  static func fileExtensions(_ text: String) throws(ValueError) -> [[UInt8]] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var extensions: [[UInt8]] = []
    for part in parts {
      let name = part.hasPrefix(".") ? part.dropFirst() : part
      guard !name.isEmpty, !name.contains(where: { "./".contains($0) }) else {
        throw ValueError("is no list of endings, such as jpg or jpg,heic")
      }
      extensions.append(Array(name.lowercased().utf8))
    }
    return extensions
  }

  /// Reads kinds of content: `image` or `image,video`.
  static func kinds(_ text: String) throws(ValueError) -> [MediaKind] {
    var kinds: [MediaKind] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      kinds.append(try choice(String(part), of: MediaKind.self))
    }
    return kinds
  }

  /// Reads one of several parts: `2/8`.
  static func shard(_ text: String) throws(ValueError) -> FileSelection.Shard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...1_000_000).contains(count), (1...count).contains(number)
    else { throw ValueError("is no part of a whole; write it as 1/8 to 8/8") }
    return FileSelection.Shard(number: number, count: count)
  }

  /// Reads one of a few words.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, of type: Choice.Type
  ) throws(ValueError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue)
      let guess = NearestName.nearest(to: text, among: words).map { "; did you mean \($0)?" } ?? ""
      throw ValueError("is none of \(words.joined(separator: ", "))\(guess)")
    }
    return choice
  }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A number and what follows it.
private struct Quantity {
  let number: Double
  let unit: Substring

  /// Splits `1.5GiB`; the number has digits and at most one point between digits.
  init?(_ text: String) {
    let digits = text.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), digits.utf8.count <= 30,
      let number = Double(digits)
    else { return nil }
    self.number = number
    unit = text[digits.endIndex...]
  }

  /// The seconds that the number and a unit of time make; `nil` for any other unit.
  var seconds: Double? {
    switch unit {
    case "ms": number / 1000
    case "s": number
    case "m", "min": number * 60
    case "h": number * 3600
    default: nil
    }
  }
}
