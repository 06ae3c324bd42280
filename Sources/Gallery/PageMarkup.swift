import MediaTypes

/// What stands before and after the files of a page.
struct PageMarkup: Sendable {
  /// What the page is of.
  let title: String
  let tally: GalleryTally
  /// Files that are not media.
  let skippedCount: Int
  /// What else there is to say of the run, each in a few words.
  let notes: [String]

  /// Everything up to the first file.
  ///
  /// Nothing is fetched from anywhere but the disk the page lies on, whatever a name says.
  var head: String {
    """
    <!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content="width=device-width, initial-scale=1">
    <meta http-equiv=Content-Security-Policy content="default-src 'none'; img-src data: file: 'self'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(HTMLText.escaped(title))</title>
    <style>
    \(PageText.style)
    </style>
    <header>
    <h1>\(HTMLText.escaped(title))</h1>
    <ul class=counts aria-label=Counts>\(counts)</ul>
    <p class=notes>\(HTMLText.escaped(notes.joined(separator: " · ")))</p>
    </header>
    <form class=bar id=bar role=search aria-label="Choose what is shown" hidden>
    <label>Search <input id=text type=search placeholder="name, type or reason" \
    autocomplete=off></label>
    <label>Kind <select id=kind>\(kindOptions)</select></label>
    <label>Outcome <select id=outcome>\(outcomeOptions)</select></label>
    <label>Order <select id=order><option value=place>as done<option value=name>name\
    <option value=bytes>largest first</select></label>
    <output id=shown for="text kind outcome"></output>
    </form>
    <main>
    <ul id=files class=files aria-label=Files>

    """
  }

  /// Everything after the last file.
  var foot: String {
    """
    </ul>
    <p id=none class=none\(tally.count == 0 ? "" : " hidden")>Nothing to show.</p>
    </main>
    <script>
    \(PageText.script)
    </script>
    </html>

    """
  }

  private var counts: String {
    let all = [
      (tally.shownCount, "with a thumbnail", ""), (tally.failedCount, "failed", " class=bad"),
      (skippedCount, "not media, left out", ""),
    ]
    return all.filter { $0.0 > 0 || $0.1 == "with a thumbnail" }.map { count, words, mark in
      "<li\(mark)><b>\(QuantityText.count(count))</b> \(words)</li>"
    }.joined()
  }

  private var kindOptions: String {
    let kinds: [(MediaKind, String)] = [
      (.image, "images"), (.video, "videos"), (.audio, "audio"), (.document, "documents"),
      (.other, "other"),
    ]
    return "<option value=\"\">all"
      + kinds.compactMap { kind, words in
        tally.kinds[kind].map {
          "<option value=\(kind.rawValue)>\(words) (\(QuantityText.count($0)))"
        }
      }.joined()
  }

  private var outcomeOptions: String {
    var options = "<option value=\"\">all"
    options += "<option value=shown>with a thumbnail (\(QuantityText.count(tally.shownCount)))"
    guard tally.failedCount > 0 else { return options }
    options += "<option value=failed>failed (\(QuantityText.count(tally.failedCount)))"
    for code in ThumbnailError.Code.allCases {
      guard let count = tally.failures[code] else { continue }
      options += "<option value=\(code.rawValue)>– \(code.rawValue) (\(QuantityText.count(count)))"
    }
    return options
  }
}
