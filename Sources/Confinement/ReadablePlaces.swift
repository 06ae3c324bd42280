internal import SystemCalls

/// What decoders still read by name: fonts and what describes them, for text in SVG and PDF.
///
/// All of it is the same for every user of the machine; nothing of anybody's own is among it.
enum ReadablePlaces {
  /// Places that are read.
  private static let read = [
    // Fonts, fontconfig's rules and its index.
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
    "/var/cache/fontconfig", "/usr/share/texmf/fonts",
    // Poppler's tables of Asian scripts.
    "/usr/share/poppler",
    // How GdkPixbuf, which librsvg uses, knows pictures inside an SVG.
    "/usr/share/mime",
  ]

  /// Where libraries keep modules: GdkPixbuf's loaders of pictures inside an SVG.
  private static let libraryDirectories = [
    "/usr/lib", "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/local/lib",
  ]

  /// Allows all of it.
  static func allow(in rules: borrowing LandlockRuleset) throws(SystemError) {
    for path in read { try rules.allow(.reading, below: Array(path.utf8)) }
    for directory in libraryDirectories {
      try rules.allow(.readingAndRunning, below: Array("\(directory)/gdk-pixbuf-2.0".utf8))
    }
  }
}
