package import MediaTypes
package import SystemCalls

/// What an entry of the cache says of its file.
///
/// Source: Thumbnail Managing Standard 0.9 (freedesktop.org), "Creation" and "Detect Modifications".
package struct CacheEntry: Sendable {
  /// The address of the file.
  package let address: FileAddress
  private let seconds: Int64
  private let nanoseconds: Int64
  private let byteCount: UInt64

  /// Names a file.
  ///
  /// - Parameters:
  ///   - address: Its address.
  ///   - status: Its status.
  package init(_ address: FileAddress, _ status: FileStatus) {
    self.address = address
    seconds = status.modificationSeconds
    nanoseconds = status.modificationNanoseconds
    byteCount = status.byteCount
  }

  /// The text that a thumbnail of the file carries.
  ///
  /// - Parameters:
  ///   - facts: What is known of the file; `nil` for one that failed.
  ///   - program: The name and version of the program that makes it.
  /// - Returns: Keys and values.
  package func text(_ facts: MediaFacts?, program: String) -> [PNGText.Pair] {
    var pairs: [PNGText.Pair] = [
      ("Thumb::URI", address.text), ("Thumb::MTime", "\(seconds)"), ("Thumb::Size", "\(byteCount)"),
      ("Software", program),
    ]
    guard let facts else { return pairs }
    pairs.append(("Thumb::Mimetype", facts.mime))
    if let size = facts.displaySize, facts.kind == .image {
      pairs.append(("Thumb::Image::Width", "\(size.width)"))
      pairs.append(("Thumb::Image::Height", "\(size.height)"))
    }
    if let duration = facts.duration, duration.isFinite, duration >= 0, duration < 1e12,
      facts.kind == .video
    {
      pairs.append(("Thumb::Movie::Length", "\(Int64(duration.rounded()))"))
    }
    return pairs
  }

  /// Whether an entry is one of this file as it is: address and time are the same and, where it is
  /// told, the size.
  ///
  /// - Parameter values: The text of the entry.
  /// - Returns: Whether it is valid.
  package func isValid(_ values: [String: [UInt8]]) -> Bool {
    guard values["Thumb::URI"]?.elementsEqual(address.text.utf8) == true,
      let time = values["Thumb::MTime"], hasTime(time)
    else { return false }
    guard let size = values["Thumb::Size"] else { return true }
    return UInt64(String(decoding: size, as: UTF8.self)) == byteCount
  }

  /// Some programs write parts of a second.
  private func hasTime(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, Int64(String(decoding: parts[0], as: UTF8.self)) == seconds else {
      return false
    }
    guard parts.count == 2, let part = Double("0." + String(decoding: parts[1], as: UTF8.self)),
      part > 0
    else { return parts.count == 1 || parts[1].allSatisfy { $0 == UInt8(ascii: "0") } }
    return abs(part - Double(nanoseconds) / 1e9) < 1e-6
  }
}
