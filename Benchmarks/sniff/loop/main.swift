import ByteSources
import MediaReading
import MediaTypes

// Finds the facts of every file that is named, and prints nothing of them: what sniffing costs a
// program that has the library inside.

var failures = 0
for argument in CommandLine.arguments.dropFirst() {
  let path = Array(argument.utf8)
  do throws(ThumbnailError) {
    let source = try FileSource(path: path)
    let claimed = FileName.fileExtension(of: path)
    if try MediaReader.facts(of: source, fileExtension: claimed).bytesRead == 0 { failures += 1 }
  } catch {
    failures += 1
  }
}
print("\(failures) files could not be read")
