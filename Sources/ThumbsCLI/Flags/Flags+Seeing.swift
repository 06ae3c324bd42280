/// Flags that say what is told.
extension Flag {
  static let report = Flag(
    "report", short: "r", Value("FILE", .file), in: .seeing,
    summary: "Write one JSON line a file to FILE; - is standard output",
    details: [
      """
      Every file has its line: made (ok), up to date (current), not media (skipped) or failed, \
      with a code and a message. Lines come as files are done.
      """
    ]
  ) { $0.report = $1 }

  static let gallery = Flag(
    "gallery", short: "g", Value("FILE", .file), in: .seeing,
    summary: "Write a contact sheet to FILE, a page for any browser",
    details: [
      """
      The page shows every thumbnail with name, size, type and, where there is none, the reason. \
      It needs no server. A sheet of up to 2000 thumbnails holds their pictures and can be moved \
      or sent; a larger one refers to the thumbnails' files.
      """
    ]
  ) { $0.gallery = $1 }

  static let quiet = Flag(
    "quiet", short: "q", in: .seeing, summary: "Print neither progress nor summary"
  ) { $0.isQuiet = true }

  static let verbose = Flag(
    "verbose", short: "v", in: .seeing, summary: "Print a line for each file as it is done"
  ) { $0.isVerbose = true }
}
