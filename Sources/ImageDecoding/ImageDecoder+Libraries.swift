internal import FFmpeg
internal import JXL
package import MediaTypes
internal import Vips

extension ImageDecoder {
  /// Loads all that decoders would load by name later, and starts what is started once.
  ///
  /// Where a library cannot be started, decoding says so for each picture that needs it.
  ///
  /// - Parameter withFFmpeg: Whether FFmpeg is among them.
  /// - Returns: The libraries that decode, each with its version, or why it is not there.
  package static func load(withFFmpeg: Bool) -> [String] {
    var libraries: [String] = []
    do throws(VipsError) {
      try VipsRuntime.start()
      libraries.append("libvips \(VipsRuntime.version)")
      // Where libvips has its modules, what theirs needs is loaded already.
      if VipsRuntime.has(.jxl) { try? JXLRuntime.start() }
    } catch {
      libraries.append("no libvips (\(error))")
    }
    guard withFFmpeg else { return libraries }
    do throws(FFmpegError) {
      try FFmpegRuntime.start()
      libraries += FFmpegRuntime.libraries
    } catch {
      libraries.append("\(error)")
    }
    return libraries
  }

  /// The formats that this libvips was built without; to be asked once it is loaded.
  package static var missingFormats: [MediaFormat] {
    var missing: [MediaFormat] = []
    for home in VipsFormats.all where !VipsRuntime.has(home.loader) { missing += home.formats }
    return missing
  }
}
