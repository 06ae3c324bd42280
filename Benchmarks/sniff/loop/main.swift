import ByteSources
import MediaReading
import MediaTypes

// Finds the facts of every file that standard input names, and prints nothing: what sniffing costs
// a program that has the library inside.

var failures = 0
while let path = readLine() {
  do throws(ThumbnailError) {
    let source = try FileSource(path: Array(path.utf8))
    let facts = try MediaReader.facts(
      of: source, fileExtension: FileName.fileExtension(of: Array(path.utf8)))
    if facts.bytesRead == 0 { failures += 1 }
  } catch {
    failures += 1
  }
}
print("\(failures) files could not be read")
