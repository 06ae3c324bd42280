import MediaTypes
import SharePreviews
import Thumbnails

// A share sheet in few lines: prints what there is to say of the files that are named, each as soon
// as its preview is ready, and what the rules of this tool refuse.

var rules = ShareRules()
rules.maxCounts = [.image: 10, .video: 5]

let session = ShareSession(CommandLine.arguments.dropFirst().map(ShareItem.file), by: Thumbnailer())
let verdict = await session.verdict(by: rules)
for await result in session.results(after: verdict) {
  let preview = result.preview
  var parts = [preview.title, preview.typeText]
  if let text = preview.byteCountText { parts.append(text) }
  if let size = preview.pixelSize { parts.append("\(size)") }
  if let thumbnail = preview.thumbnail(.small) {
    parts.append("\(thumbnail.bytes.count) bytes of \(thumbnail.format)")
  }
  if let refusal = result.refusal { parts.append("refused (\(refusal))") }
  if let error = result.error { parts.append(error.code.rawValue) }
  print("\(result.position): \(parts.joined(separator: ", "))")
}
