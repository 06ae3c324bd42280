import MediaTypes
import SystemCalls

/// What is remembered of a file: by what it is known again, and what became of it.
struct StoredFile {
  /// By what a file is known to be the one that was read.
  struct Mark: Hashable {
    var seconds: Int64
    var nanoseconds: Int64
    var byteCount: UInt64

    init(_ status: FileStatus) {
      seconds = status.modificationSeconds
      nanoseconds = status.modificationNanoseconds
      byteCount = status.byteCount
    }

    init(seconds: Int64, nanoseconds: Int64, byteCount: UInt64) {
      (self.seconds, self.nanoseconds, self.byteCount) = (seconds, nanoseconds, byteCount)
    }
  }

  /// A thumbnail, as remembered.
  struct Output: Hashable {
    var side: Int
    var format: OutputFormat
    var size: PixelSize?
    var byteCount: UInt64
  }

  /// The row of the directory in which the file was met.
  var root: Int64
  /// Its path from there on.
  var path: [UInt8]
  var mark: Mark
  /// Its number on its device.
  var inode: UInt64
  /// When it was made, in nanoseconds since 1970; 0 where the file system does not tell.
  var birth: Int64
  /// The row of the options that it was decoded with.
  var options: Int64
  var status: FileRecord.Status
  var kind: MediaKind?
  var mime: String?
  var displaySize: PixelSize?
  var source: PreviewSource?
  var warnings: [MediaWarning] = []
  var error: ThumbnailError?
  var outputs: [Output] = []
  var placeholder: Placeholder?
}

extension StoredFile {
  /// A thumbnail takes so many bytes in the store, all numbers with the lowest byte first: side
  /// (4), coding (1), width (4), height (4), length (8).
  private static let outputByteCount = 21
  private static let formats: [OutputFormat] = [.jpeg, .png, .webp, .avif]

  /// The thumbnails as bytes.
  var outputBytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: UInt64, _ count: Int) {
      for place in 0..<count {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))))
      }
    }
    for output in outputs {
      append(UInt64(clamping: output.side), 4)
      append(UInt64(StoredFile.formats.firstIndex(of: output.format) ?? 0), 1)
      append(UInt64(clamping: output.size?.width ?? 0), 4)
      append(UInt64(clamping: output.size?.height ?? 0), 4)
      append(output.byteCount, 8)
    }
    return bytes
  }

  /// Reads thumbnails from bytes; none where they make no sense.
  static func outputs(from bytes: [UInt8]) -> [Output] {
    guard bytes.count.isMultiple(of: outputByteCount) else { return [] }
    return stride(from: 0, to: bytes.count, by: outputByteCount).compactMap { start in
      func number(_ offset: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + offset + $1]) << (8 * UInt64($1)) }
      }
      let code = Int(number(4, 1))
      guard code < formats.count else { return nil }
      let size = PixelSize(width: Int(number(5, 4)), height: Int(number(9, 4)))
      return Output(
        side: Int(number(0, 4)), format: formats[code], size: size.isValid ? size : nil,
        byteCount: number(13, 8))
    }
  }

  /// The placeholder as bytes: red, green and blue, then the hash; none where there is none.
  var placeholderBytes: [UInt8] {
    guard let placeholder else { return [] }
    let colour = placeholder.dominantColour
    return [colour.red, colour.green, colour.blue] + placeholder.thumbHash
  }

  /// Reads a placeholder from bytes.
  static func placeholder(from bytes: [UInt8]) -> Placeholder? {
    guard bytes.count > 3 else { return nil }
    return Placeholder(
      thumbHash: Array(bytes[3...]),
      dominantColour: RGBColour(red: bytes[0], green: bytes[1], blue: bytes[2]))
  }

  /// Warnings as text, one a line.
  var warningText: String? {
    warnings.isEmpty
      ? nil
      : warnings.map { "\($0.code.rawValue)\t\($0.detail.replacing("\n", with: " "))" }
        .joined(separator: "\n")
  }

  /// Reads warnings from text.
  static func warnings(from text: String) -> [MediaWarning] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return MediaWarning(MediaWarning.Code(String(parts[0])), String(parts.last ?? ""))
    }
  }
}
