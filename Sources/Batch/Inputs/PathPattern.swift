/// A pattern for paths: `*` is any run of signs but the slash, `**` any run at all, `?` one sign but
/// the slash, `[a-z]` one of several and `[!a-z]` none of them; a backslash takes what follows as it
/// stands.
///
/// Without a slash it is about the last name, wherever that stands; with one about the whole path
/// from the directory on that is walked. It compares bytes.
package struct PathPattern: Sendable, Hashable {
  private enum Piece: Hashable {
    case byte(UInt8)
    case one
    case run
    case deepRun
    /// The next piece may be left out.
    case optional
    /// Anything that ends with a slash.
    case directories
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private static let slash = UInt8(ascii: "/")
  private let pieces: [Piece]
  private let isAboutNames: Bool

  /// Reads a pattern; what cannot be read as a set stands for itself.
  package init(_ text: [UInt8]) {
    var text = text[...]
    if text.last == PathPattern.slash, text.count > 1 { text = text.dropLast() }
    isAboutNames = !text.contains(PathPattern.slash)
    if text.first == PathPattern.slash { text = text.dropFirst() }
    var pieces: [Piece] = []
    while let byte = text.popFirst() {
      switch byte {
      case UInt8(ascii: "?"): pieces.append(.one)
      case UInt8(ascii: "*"):
        guard text.first == UInt8(ascii: "*") else {
          pieces.append(.run)
          continue
        }
        text = text.dropFirst()
        if text.first == PathPattern.slash {
          // It also stands for no directory at all.
          text = text.dropFirst()
          pieces += [.optional, .directories]
        } else {
          pieces.append(.deepRun)
        }
      case UInt8(ascii: "["):
        if let set = PathPattern.takeSet(from: &text) {
          pieces.append(set)
        } else {
          pieces.append(.byte(byte))
        }
      case UInt8(ascii: "\\"): pieces.append(.byte(text.popFirst() ?? byte))
      default: pieces.append(.byte(byte))
      }
    }
    self.pieces = pieces
  }

  private static func takeSet(from text: inout ArraySlice<UInt8>) -> Piece? {
    var rest = text
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let low = rest.popFirst() {
      if low == UInt8(ascii: "]"), !ranges.isEmpty {
        text = rest
        return .set(ranges, isNegated: isNegated)
      }
      let next = rest.startIndex
      if rest.count >= 2, rest[next] == UInt8(ascii: "-"), rest[next + 1] != UInt8(ascii: "]") {
        let high = rest[next + 1]
        guard low <= high else { return nil }
        ranges.append(low...high)
        rest = rest.dropFirst(2)
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }

  /// Whether a path fits.
  ///
  /// It takes time in the product of both lengths at most, whatever the pattern.
  package func fits(_ path: [UInt8]) -> Bool {
    let text = isAboutNames ? PathPattern.lastName(of: path)[...] : path[...]
    // The places in the pattern at which it stands after each byte.
    var states = closure([0])
    for byte in text {
      var next: Set<Int> = []
      for state in states where state < pieces.count {
        switch pieces[state] {
        case .byte(let wanted): if wanted == byte { next.insert(state + 1) }
        case .one: if byte != PathPattern.slash { next.insert(state + 1) }
        case .run: if byte != PathPattern.slash { next.insert(state) }
        case .deepRun: next.insert(state)
        case .optional: break
        case .directories:
          next.insert(state)
          if byte == PathPattern.slash { next.insert(state + 1) }
        case .set(let ranges, let isNegated):
          if byte != PathPattern.slash, ranges.contains(where: { $0.contains(byte) }) != isNegated {
            next.insert(state + 1)
          }
        }
      }
      states = closure(next)
      if states.isEmpty { return false }
    }
    return states.contains(pieces.count)
  }

  /// Adds the places that are reached without a byte: runs may be empty.
  private func closure(_ states: Set<Int>) -> Set<Int> {
    var all = states
    var waiting = Array(states)
    while let state = waiting.popLast() {
      guard state < pieces.count else { continue }
      let next: [Int]
      switch pieces[state] {
      case .run, .deepRun: next = [state + 1]
      case .optional: next = [state + 1, state + 2]
      default: next = []
      }
      for place in next where all.insert(place).inserted { waiting.append(place) }
    }
    return all
  }

  static func lastName(of path: [UInt8]) -> ArraySlice<UInt8> {
    guard let slash = path.lastIndex(of: slash) else { return path[...] }
    return path[(slash + 1)...]
  }
}
