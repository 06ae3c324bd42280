/// The parts of a path between its slashes, in order.
///
/// Nothing here touches the file system.
struct PathComponents: Hashable, Sendable {
  private(set) var names: [[UInt8]]

  init(_ names: [[UInt8]] = []) { self.names = names }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The path as text that the system understands.
  var bytes: [UInt8] { Array(names.joined(separator: [PathComponents.slash])) }

  func appending(_ name: [UInt8]) -> PathComponents { PathComponents(names + [name]) }

  func appending(_ other: PathComponents) -> PathComponents {
    PathComponents(names + other.names)
  }

  /// Where a path that was given ends up below the output directory.
  ///
  /// `.` and doubled slashes vanish, `..` takes a part away; a path that leads out of the current
  /// directory begins at the root instead, and the root's slash is left out. So no path leads out
  /// of the output directory.
  ///
  /// - Parameters:
  ///   - path: The path as given.
  ///   - currentDirectory: The absolute path at which relative ones begin.
  ///   - staysInside: Whether what lies below the current directory begins there.
  init(outputFor path: [UInt8], from currentDirectory: [UInt8], staysInside: Bool = true) {
    let isAbsolute = path.first == PathComponents.slash
    if !isAbsolute, staysInside, let names = PathComponents.resolved([], path) {
      self.names = names
      return
    }
    let start = isAbsolute ? [] : PathComponents.resolved([], currentDirectory) ?? []
    names = PathComponents.resolved(start, path, stopsAtRoot: true) ?? []
  }

  /// The parts after `start` and a path; `nil` where `..` leads above the start.
  private static func resolved(
    _ start: [[UInt8]], _ path: [UInt8], stopsAtRoot: Bool = false
  ) -> [[UInt8]]? {
    var names = start
    for part in path.split(separator: slash) {
      switch Array(part) {
      case [dot]: continue
      case [dot, dot]:
        if names.popLast() == nil, !stopsAtRoot { return nil }
      case let name: names.append(name)
      }
    }
    return names
  }

  /// A path that continues another, with one slash between them.
  static func join(_ directory: [UInt8], _ rest: [UInt8]) -> [UInt8] {
    if directory.isEmpty { return rest }
    if rest.isEmpty { return directory }
    return directory.last == slash ? directory + rest : directory + [slash] + rest
  }
}
