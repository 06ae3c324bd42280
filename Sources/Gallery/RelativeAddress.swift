/// The address of a file as a page in another directory must write it.
struct RelativeAddress: Sendable {
  /// The directory of the page: absolute, in parts, without `.` and `..`.
  private let directory: [ArraySlice<UInt8>]
  private let currentDirectory: [UInt8]

  /// Takes the place of a page.
  ///
  /// - Parameters:
  ///   - page: The path of the page, absolute or from the current directory.
  ///   - currentDirectory: The absolute path in which relative ones begin.
  init(page: [UInt8], currentDirectory: [UInt8]) {
    self.currentDirectory = currentDirectory
    directory = Array(Self.parts(of: page, in: currentDirectory).dropLast())
  }

  /// The address of a file, percent-encoded.
  ///
  /// - Parameter path: The path of the file, absolute or from the current directory.
  /// - Returns: A relative reference; it holds as long as page and file keep their places.
  ///
  /// Source: RFC 3986 § 4.2 and § 2.1.
  func text(for path: [UInt8]) -> String {
    let target = Self.parts(of: path, in: currentDirectory)
    var shared = 0
    while shared < directory.count, shared < target.count - 1, directory[shared] == target[shared] {
      shared += 1
    }
    let up = Array(repeating: "..", count: directory.count - shared)
    return (up + target[shared...].map(Self.percentEncoded)).joined(separator: "/")
  }

  private static func parts(of path: [UInt8], in directory: [UInt8]) -> [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    let whole = path.first == slash ? path : directory + [slash] + path
    var parts: [ArraySlice<UInt8>] = []
    for part in whole.split(separator: slash) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private static func percentEncoded(_ part: ArraySlice<UInt8>) -> String {
    part.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
