/// Boxes of equal length along one axis of a picture, each of which becomes a pixel of the output.
///
/// They need not begin at whole pixels: a pixel that lies in two boxes counts in both by its parts.
struct BoxAxis: Sendable, Hashable {
  /// Those of a pass' pixels that lie in a box.
  struct Span: Sendable, Hashable {
    /// The indices of the first and the last one; the last is smaller where there is none.
    let first: Int
    let last: Int
    /// The parts of the first and of the last one that lie in the box.
    let firstWeight: Float
    let lastWeight: Float

    var isEmpty: Bool { last < first }

    /// The part of a pixel of the span that lies in the box.
    func weight(of index: Int) -> Float {
      (index == first ? firstWeight : 1) * (index == last ? lastWeight : 1)
    }

    /// The pixels of the span, parts counted as such.
    func total(below end: Int) -> Float {
      (first..<max(first, min(end, last + 1))).reduce(0) { $0 + weight(of: $1) }
    }
  }

  /// Pixels of the picture along the axis, at most 2^31.
  let length: Int
  /// Boxes along the axis, at most `length`.
  let count: Int

  /// Pixels of the picture a box.
  var boxLength: Float { Float(length) / Float(count) }

  /// Which pixels of a pass lie in a box.
  func span(of box: Int, along line: PNGPass.Line) -> Span {
    let (low, lowRest) = (box * length).quotientAndRemainder(dividingBy: count)
    let (high, highRest) = ((box + 1) * length).quotientAndRemainder(dividingBy: count)
    let lastPlace = highRest == 0 ? high - 1 : high
    let first = low <= line.start ? 0 : (low - line.start + line.step - 1) / line.step
    let last =
      lastPlace < line.start
      ? -1 : min(line.count - 1, (lastPlace - line.start) / line.step)
    let isCutBefore = lowRest > 0 && line.place(first) == low
    let isCutBehind = highRest > 0 && last >= 0 && line.place(last) == high
    return Span(
      first: first, last: last,
      firstWeight: isCutBefore ? 1 - Float(lowRest) / Float(count) : 1,
      lastWeight: isCutBehind ? Float(highRest) / Float(count) : 1)
  }
}
