/// Finds the name that somebody meant who mistyped it.
enum NearestName {
  /// The candidate that is most like a name, or `nil` where none is like it.
  ///
  /// A candidate that the name is the beginning of goes first; else the one with the fewest
  /// changes, at most one for each three signs.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - candidates: What could have been meant.
  /// - Returns: One of the candidates.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    guard name.count > 1, name.count <= 40 else { return nil }
    if let longer = candidates.first(where: { $0.hasPrefix(name) }) { return longer }
    let bound = max(1, name.count / 3)
    let rated = candidates.map { (name: $0, distance: distance(name, $0)) }
    return rated.filter { $0.distance <= bound }.min { $0.distance < $1.distance }?.name
  }

  /// How many signs must be put in, taken out, exchanged or swapped with their neighbour.
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let exchange = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var least = min(exchange, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, beforeLast[j - 2] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
