/// What the name of a file says.
package enum FileName {
  /// What follows the last dot of the last name of a path, where that is text; a leading dot begins
  /// no extension.
  ///
  /// - Parameter path: The bytes of a path or a name.
  /// - Returns: The extension without its dot, as it is written.
  package static func fileExtension(of path: [UInt8]) -> String? {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex
    let name = path[start...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > start, dot + 1 < name.endIndex
    else { return nil }
    return String(validating: name[(dot + 1)...], as: UTF8.self)
  }
}
