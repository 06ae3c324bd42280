/// Flags that say what is read.
extension Flag {
  static let filesFrom = Flag(
    "files-from", Value("FILE", .file), in: .input,
    summary: "Read paths from FILE, one a line; - is standard input",
    details: [
      """
      The list is read as the work goes on, so it may come from a program that is still writing. \
      Empty lines are left out. A path of the list counts as named: what is not media is an error.
      """
    ]
  ) { $0.filesFrom = $1 }

  static let null = Flag(
    "null", short: "0", in: .input,
    summary: "Paths of the list end with a zero byte, as find -print0 writes them"
  ) { $0.endsPathsWithZero = true }
}
