internal import FFmpeg
package import MediaTypes
internal import Vips

extension ImageDecoder {
  /// Loads all that decoders would load by name later, and starts what is started once.
  ///
  /// Where a library cannot be started, decoding says so for each picture that needs it.
  ///
  /// - Parameter withFFmpeg: Whether FFmpeg is among them.
  package static func load(withFFmpeg: Bool) {
    try? VipsRuntime.start()
    if withFFmpeg { try? FFmpegRuntime.start() }
  }

  /// The libraries that decode, each with its version; to be asked once they are loaded.
  package static var libraries: [String] {
    ["libvips \(VipsRuntime.version)"] + FFmpegRuntime.libraries
  }

  /// The formats that this libvips was built without; to be asked once it is loaded.
  package static var missingFormats: [MediaFormat] {
    var missing: [MediaFormat] = []
    for home in VipsFormats.all where !VipsRuntime.has(home.loader) { missing += home.formats }
    return missing
  }
}
