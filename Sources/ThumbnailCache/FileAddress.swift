/// The address of a file as programs of the desktop write it.
///
/// Two programs find each other's thumbnails only where they escape the same bytes: those that GLib
/// escapes in file names (`g_filename_to_uri`), which leaves letters, digits and `!$&'()*+,-./:=@_~`.
package struct FileAddress: Sendable, Hashable {
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
  private static let scheme = "file://"

  /// The address.
  package let text: String

  /// The address of a file.
  ///
  /// - Parameter path: Its absolute path, without `.`, `..` and doubled slashes.
  package init(path: [UInt8]) {
    var text = FileAddress.scheme
    for byte in path {
      if FileAddress.plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    self.text = text
  }

  /// The path that an address leads to; `nil` where it leads elsewhere than to a file of this
  /// machine.
  package static func path(of address: [UInt8]) -> [UInt8]? {
    guard address.starts(with: scheme.utf8) else { return nil }
    var rest = address.dropFirst(scheme.utf8.count)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var path: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count >= 2, value != 0
      else { return nil }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    return path
  }

  /// The name of its thumbnails, in each directory of the cache.
  package var thumbnailName: [UInt8] { Array("\(MD5.text(of: Array(text.utf8))).png".utf8) }
}
