internal import MediaTypes

/// What files are, in words for people: `JPEG image`, `MPEG-4 video`, `PDF document`.
enum TypeText {
  /// The words for a file that was looked at.
  static func words(for facts: MediaFacts) -> String {
    guard facts.format != .unknown else { return "file" }
    return words(for: facts.format, kind: facts.kind)
  }

  /// The words for a file of which only a type is believed.
  static func words(for type: UniformType) -> String {
    if let format = MediaFormat.shared.first(where: { $0.uniformType == type.identifier }) {
      return words(for: format, kind: format.kind)
    }
    let general: [(UniformType, String)] = [
      (.image, "image"), (.movie, "video"), (.audio, "audio"), (.url, "address"), (.text, "text"),
      (.archive, "archive"), (.composite, "document"),
    ]
    return general.first { type.conforms(to: $0.0) }?.1 ?? "file"
  }

  private static func words(for format: MediaFormat, kind: MediaKind) -> String {
    let name = names[format.name] ?? format.name.uppercased()
    return name.contains(" ") && kind != .image && kind != .video && kind != .audio
      ? name : "\(name) \(noun(of: format, kind))"
  }

  private static func noun(of format: MediaFormat, _ kind: MediaKind) -> String {
    switch kind {
    case .image: "image"
    case .video: "video"
    case .audio: "audio"
    case .document: UniformType(format.uniformType).conforms(to: .text) ? "text" : "document"
    case .other: UniformType(format.uniformType).conforms(to: .archive) ? "archive" : "file"
    }
  }

  /// Names that are not the short one in capitals.
  private static let names = [
    "aiff": "AIFF", "arw": "Sony raw", "asf": "Windows Media", "cr2": "Canon raw",
    "cr3": "Canon raw", "crw": "Canon raw", "dcr": "Kodak raw", "dng": "DNG raw",
    "exr": "OpenEXR", "fff": "Hasselblad raw", "3fr": "Hasselblad raw", "flv": "Flash",
    "hdr": "Radiance", "heic-sequence": "HEIC", "heif-sequence": "HEIF", "ico": "Windows icon",
    "cur": "Windows cursor", "iiq": "Phase One raw", "j2k": "JPEG 2000", "jp2": "JPEG 2000",
    "jls": "JPEG-LS", "jxl": "JPEG XL", "kdc": "Kodak raw", "m4a": "MPEG-4", "m4v": "MPEG-4",
    "matroska": "Matroska", "mkv": "Matroska", "matroska-audio": "Matroska", "mj2": "JPEG 2000",
    "mov": "QuickTime", "mp4": "MPEG-4", "mpeg-ts": "MPEG", "mpeg-ps": "MPEG", "mpegts": "MPEG",
    "mpegps": "MPEG", "mrw": "Minolta raw", "nef": "Nikon raw", "nrw": "Nikon raw",
    "ogg": "Ogg", "ogv": "Ogg", "orf": "Olympus raw", "pef": "Pentax raw", "pnm": "Netpbm",
    "psd": "Photoshop", "raf": "Fujifilm raw", "realmedia": "RealMedia", "rw2": "Panasonic raw",
    "sr2": "Sony raw", "srw": "Samsung raw", "sun": "Sun raster", "svgz": "SVG",
    "text": "Plain", "vcard": "Contact", "calendar": "Calendar", "webm": "WebM",
    "webm-audio": "WebM", "webp": "WebP", "wavpack": "WavPack", "musepack": "Musepack",
    "x3f": "Sigma raw",
  ]
}
