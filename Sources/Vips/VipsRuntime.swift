internal import CVipsShims
internal import Synchronization

/// libvips, started once a process.
package enum VipsRuntime {
  private static let isStarted: Bool = {
    guard unsafe cvips_start("thumbs") == 0 else { return false }
    // Parallelism is over files: one thread a pipeline, and nothing kept between files.
    cvips_configure(1)
    unsafe cvips_block("VipsForeignLoad", 1)
    for loader in VipsLoader.allCases { unsafe cvips_block(loader.operationClass, 0) }
    return true
  }()

  /// Starts libvips where that was not done yet.
  ///
  /// - Throws: `VipsError` where it cannot be started.
  package static func start() throws(VipsError) {
    guard isStarted else { throw VipsError.taken(while: "starting libvips") }
  }

  /// The version of libvips; to be asked once it is started.
  package static var version: String { unsafe String(cString: cvips_version()) }

  /// Whether libvips has a loader; to be asked once it is started.
  package static func has(_ loader: VipsLoader) -> Bool {
    unsafe cvips_has_operation(loader.rawValue) != 0
  }

  /// Lets go of what libvips keeps for the calling thread, to be called before a thread ends.
  package static func endThread() { cvips_thread_end() }
}

/// The loaders that are ever used; every other one is blocked.
package enum VipsLoader: String, Sendable, CaseIterable {
  /// JPEG by libjpeg-turbo.
  case jpeg = "jpegload_source"
  /// PNG by libpng.
  case png = "pngload_source"
  /// GIF by libnsgif.
  case gif = "gifload_source"
  /// WebP by libwebp.
  case webp = "webpload_source"
  /// TIFF by libtiff.
  case tiff = "tiffload_source"
  /// HEIF and AVIF by libheif.
  case heif = "heifload_source"
  /// SVG by librsvg.
  case svg = "svgload_source"
  /// PDF by poppler.
  case pdf = "pdfload_source"
  /// JPEG XL by libjxl.
  case jxl = "jxlload_source"
  /// JPEG 2000 by OpenJPEG.
  case jp2k = "jp2kload_source"
  /// Netpbm by libvips itself.
  case ppm = "ppmload_source"
  /// Radiance by libvips itself.
  case rad = "radload_source"

  /// The class whose block is lifted.
  var operationClass: String {
    switch self {
    case .jpeg: "VipsForeignLoadJpegSource"
    case .png: "VipsForeignLoadPngSource"
    case .gif: "VipsForeignLoadNsgifSource"
    case .webp: "VipsForeignLoadWebpSource"
    case .tiff: "VipsForeignLoadTiffSource"
    case .heif: "VipsForeignLoadHeifSource"
    case .svg: "VipsForeignLoadSvgSource"
    case .pdf: "VipsForeignLoadPdfSource"
    case .jxl: "VipsForeignLoadJxlSource"
    case .jp2k: "VipsForeignLoadJp2kSource"
    case .ppm: "VipsForeignLoadPpmSource"
    case .rad: "VipsForeignLoadRadSource"
    }
  }
}
