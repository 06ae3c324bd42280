import Glibc
import MemoryBudget
import MediaTypes

/// What the program was asked for.
struct Arguments {
  /// What is measured.
  enum Mode: String, CaseIterable {
    /// Each file once a size, in a worker: planned and actual.
    case plans
    /// All files again and again, in a worker: what it holds after each.
    case repeated
    /// All files again and again, in this process: what it holds after each.
    case inProcess = "in-process"
  }

  /// Why the arguments mean nothing.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: memory-probe plans|repeated|in-process [--budget BYTES] [--sizes N,...]
             [--count N] [--jobs N] [--format jpeg|png|webp|avif]
             [--cover center|attention|entropy|top] FILE...
    A FILE of - reads paths from standard input, one a line.
    """

  let mode: Mode
  /// Bytes of the whole run.
  private(set) var budget = MemoryBudget.standardByteCount
  /// The sizes, each measured by itself.
  private(set) var sizes = [256]
  /// How many files are decoded in all, where they are repeated.
  private(set) var count = 2000
  /// How many at once.
  private(set) var jobs = 1
  /// The coding of the thumbnails.
  private(set) var format: OutputFormat?
  /// The part that is kept, where a square shall be covered.
  private(set) var crop: ThumbnailOptions.Crop?
  private(set) var files: [String] = []

  init(_ words: [String]) throws {
    guard let word = words.first, let mode = Mode(rawValue: word) else {
      throw Misuse(description: Arguments.usage)
    }
    self.mode = mode
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--budget": budget = try Arguments.number(rest.popFirst())
      case "--count": count = Int(try Arguments.number(rest.popFirst()))
      case "--jobs": jobs = max(1, Int(try Arguments.number(rest.popFirst())))
      case "--format": format = rest.popFirst().flatMap(OutputFormat.init(rawValue:))
      case "--cover": crop = rest.popFirst().flatMap(ThumbnailOptions.Crop.init(rawValue:))
      case "--sizes":
        sizes = try (rest.popFirst() ?? "").split(separator: ",").map {
          Int(try Arguments.number(String($0)))
        }
      case "-": while let line = readLine() { files.append(line) }
      default: files.append(word)
      }
    }
    guard !files.isEmpty, !sizes.isEmpty else { throw Misuse(description: Arguments.usage) }
  }

  private static func number(_ word: String?) throws -> UInt64 {
    guard let word, let number = UInt64(word), number > 0 else { throw Misuse(description: usage) }
    return number
  }
}
