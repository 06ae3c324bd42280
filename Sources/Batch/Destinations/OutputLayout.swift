/// How places below the output directory follow from the paths of files.
///
/// No two files have the same place.
package enum OutputLayout: String, Sendable, CaseIterable {
  /// Directories and names as the files' own; a name so long that no ending fits behind it keeps
  /// its end, with a number for the rest.
  case tree
  /// All in one directory; a slash in the path becomes `%2F`, and a percent sign `%25`.
  case flat
  /// As `flat`, in 65,536 directories on two levels that follow from the path.
  case sharded

  /// The longest name that is kept whole, in bytes: file systems take 255, and endings follow.
  private static let longestName = 200
  /// The same in a tree, where names are kept as they are: what the longest ending leaves.
  private static let longestNameInTree = 240

  /// The place of a file.
  ///
  /// - Parameter path: Its path below the output directory where all is kept as it is.
  /// - Returns: The place.
  func place(of path: PathComponents) -> PathComponents {
    switch self {
    case .tree:
      guard let name = path.names.last, name.count > OutputLayout.longestNameInTree else {
        return path
      }
      return PathComponents(path.names.dropLast() + [OutputLayout.shortened(name)])
    case .flat: return PathComponents([OutputLayout.flatName(path.bytes)])
    case .sharded:
      let bytes = path.bytes
      let digits = Array(StableHash.text(of: bytes).utf8)
      return PathComponents([
        Array(digits[0..<2]), Array(digits[2..<4]), OutputLayout.flatName(bytes),
      ])
    }
  }

  /// A path as one name; what would be too long keeps its end, with a number for the rest.
  private static func flatName(_ path: [UInt8]) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(path.count)
    for byte in path {
      switch byte {
      case UInt8(ascii: "/"): name += "%2F".utf8
      case UInt8(ascii: "%"): name += "%25".utf8
      default: name.append(byte)
      }
    }
    // A percent sign that no two digits follow stands in no other name.
    return name.count > longestName ? shortened(name, of: path) : name
  }

  /// The end of a name, and a number that follows from all of it or of what it stands for.
  private static func shortened(_ name: [UInt8], of path: [UInt8]? = nil) -> [UInt8] {
    Array("%~\(StableHash.text(of: path ?? name))~".utf8) + name.suffix(longestName - 20)
  }
}

/// A number that follows from bytes, the same on every machine and in every version.
///
/// FNV-1a of 64 bits (Fowler, Noll, Vo), with the last mixing of MurmurHash3 (Appleby), since the
/// upper bits of FNV alone are much alike for paths that differ at their ends.
enum StableHash {
  /// The number.
  static func value(of bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }

  /// The number as 16 hexadecimal digits.
  static func text(of bytes: [UInt8]) -> String {
    let digits = String(value(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
