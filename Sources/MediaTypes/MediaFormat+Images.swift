/// Pictures that more rooms than the sniffer speak of.
extension MediaFormat {
  /// JPEG (ISO/IEC 10918-1).
  public static let jpeg = MediaFormat(
    "jpeg", mime: "image/jpeg", uniformType: "public.jpeg", kind: .image,
    fileExtensions: ["jpg", "jpeg", "jpe", "jfif", "jfi", "mpo", "jps"])

  /// PNG (W3C PNG, third edition).
  public static let png = MediaFormat(
    "png", mime: "image/png", uniformType: "public.png", kind: .image,
    fileExtensions: ["png"])

  /// Animated PNG.
  public static let apng = MediaFormat(
    "apng", mime: "image/apng", uniformType: "public.png", kind: .image,
    fileExtensions: ["apng", "png"])

  /// GIF (87a and 89a).
  public static let gif = MediaFormat(
    "gif", mime: "image/gif", uniformType: "com.compuserve.gif", kind: .image,
    fileExtensions: ["gif"])

  /// WebP (RFC 9649).
  public static let webp = MediaFormat(
    "webp", mime: "image/webp", uniformType: "org.webmproject.webp", kind: .image,
    fileExtensions: ["webp"])

  /// TIFF 6.0 and BigTIFF.
  public static let tiff = MediaFormat(
    "tiff", mime: "image/tiff", uniformType: "public.tiff", kind: .image,
    fileExtensions: ["tiff", "tif"])

  /// Windows and OS/2 bitmap.
  public static let bmp = MediaFormat(
    "bmp", mime: "image/bmp", uniformType: "com.microsoft.bmp", kind: .image,
    fileExtensions: ["bmp", "dib"])

  /// HEIF with HEVC (ISO/IEC 23008-12).
  public static let heic = MediaFormat(
    "heic", mime: "image/heic", uniformType: "public.heic", kind: .image,
    fileExtensions: ["heic", "heif", "hif"])

  /// HEIF with any other codec (ISO/IEC 23008-12).
  public static let heif = MediaFormat(
    "heif", mime: "image/heif", uniformType: "public.heif", kind: .image,
    fileExtensions: ["heif", "hif", "heic"])

  /// HEIF image sequence with HEVC.
  public static let heicSequence = MediaFormat(
    "heic-sequence", mime: "image/heic-sequence", uniformType: "public.heics", kind: .image,
    fileExtensions: ["heics"])

  /// HEIF image sequence with any other codec.
  public static let heifSequence = MediaFormat(
    "heif-sequence", mime: "image/heif-sequence", uniformType: "public.heifs", kind: .image,
    fileExtensions: ["heifs", "heics", "heic", "hif"])

  /// AVIF, still or sequence.
  public static let avif = MediaFormat(
    "avif", mime: "image/avif", uniformType: "public.avif", kind: .image,
    fileExtensions: ["avif", "avifs"])

  /// Scalable Vector Graphics.
  public static let svg = MediaFormat(
    "svg", mime: "image/svg+xml", uniformType: "public.svg-image", kind: .image,
    fileExtensions: ["svg"])

  /// Scalable Vector Graphics inside gzip.
  public static let svgz = MediaFormat(
    "svgz", mime: "image/svg+xml", uniformType: "public.svg-image", kind: .image,
    fileExtensions: ["svgz"])

  /// Windows icon.
  public static let ico = MediaFormat(
    "ico", mime: "image/vnd.microsoft.icon", uniformType: "com.microsoft.ico", kind: .image,
    fileExtensions: ["ico"])

  /// Windows cursor.
  public static let cur = MediaFormat(
    "cur", mime: "image/x-win-cursor", uniformType: "com.microsoft.cur", kind: .image,
    fileExtensions: ["cur"])

  /// JPEG XL (ISO/IEC 18181), bare or boxed.
  public static let jxl = MediaFormat(
    "jxl", mime: "image/jxl", uniformType: "public.jpeg-xl", kind: .image,
    fileExtensions: ["jxl"])

  /// JPEG 2000 in its file format.
  public static let jp2 = MediaFormat(
    "jp2", mime: "image/jp2", uniformType: "public.jpeg-2000", kind: .image,
    fileExtensions: ["jp2", "jpf", "jpx"])

  /// JPEG 2000 codestream.
  public static let j2k = MediaFormat(
    "j2k", mime: "image/j2c", uniformType: "public.jpeg-2000", kind: .image,
    fileExtensions: ["j2k", "j2c", "jpc", "jhc"])

  /// Photoshop document, also large.
  public static let psd = MediaFormat(
    "psd", mime: "image/vnd.adobe.photoshop", uniformType: "com.adobe.photoshop-image",
    kind: .image,
    fileExtensions: ["psd", "psb"])

  /// Quite OK Image.
  public static let qoi = MediaFormat(
    "qoi", mime: "image/qoi", uniformType: "org.qoiformat.qoi", kind: .image,
    fileExtensions: ["qoi"])

  /// Netpbm family.
  public static let pnm = MediaFormat(
    "pnm", mime: "image/x-portable-anymap", uniformType: "public.pbm", kind: .image,
    fileExtensions: ["pnm", "ppm", "pgm", "pbm", "pam", "pfm"])

  /// Radiance picture.
  public static let hdr = MediaFormat(
    "hdr", mime: "image/vnd.radiance", uniformType: "public.radiance", kind: .image,
    fileExtensions: ["hdr", "pic"])

  /// OpenEXR.
  public static let exr = MediaFormat(
    "exr", mime: "image/x-exr", uniformType: "com.ilm.openexr-image", kind: .image,
    fileExtensions: ["exr"])

  /// DirectDraw surface.
  public static let dds = MediaFormat(
    "dds", mime: "image/vnd.ms-dds", uniformType: "com.microsoft.dds", kind: .image,
    fileExtensions: ["dds"])

  /// Truevision TGA.
  public static let tga = MediaFormat(
    "tga", mime: "image/x-tga", uniformType: "com.truevision.tga-image", kind: .image,
    fileExtensions: ["tga", "targa"])

  /// ZSoft PCX.
  public static let pcx = MediaFormat(
    "pcx", mime: "image/vnd.zbrush.pcx", uniformType: "com.zsoft.pcx", kind: .image,
    fileExtensions: ["pcx"])

  /// Silicon Graphics image.
  public static let sgi = MediaFormat(
    "sgi", mime: "image/sgi", uniformType: "com.sgi.sgi-image", kind: .image,
    fileExtensions: ["sgi", "rgb", "bw", "rgba"])

  /// Sun raster.
  public static let sunRaster = MediaFormat(
    "sun-raster", mime: "image/x-sun-raster", uniformType: "com.sun.raster", kind: .image,
    fileExtensions: ["ras", "sun"])

  /// Dump of a window of the X Window System.
  public static let xwd = MediaFormat(
    "xwd", mime: "image/x-xwindowdump", uniformType: "org.x.xwd", kind: .image,
    fileExtensions: ["xwd"])

  /// X bitmap.
  public static let xbm = MediaFormat(
    "xbm", mime: "image/x-xbitmap", uniformType: "public.xbitmap-image", kind: .image,
    fileExtensions: ["xbm"])

  /// X pixmap.
  public static let xpm = MediaFormat(
    "xpm", mime: "image/x-xpixmap", uniformType: "public.xpixmap-image", kind: .image,
    fileExtensions: ["xpm"])

  /// Digital Picture Exchange.
  public static let dpx = MediaFormat(
    "dpx", mime: "image/x-dpx", uniformType: "org.smpte.dpx", kind: .image,
    fileExtensions: ["dpx"])

  /// JPEG-LS.
  public static let jls = MediaFormat(
    "jls", mime: "image/jls", uniformType: "public.jpeg-ls", kind: .image,
    fileExtensions: ["jls"])

  /// Microsoft Paint, first version.
  public static let msp = MediaFormat(
    "msp", mime: "image/x-msp", uniformType: "com.microsoft.msp", kind: .image,
    fileExtensions: ["msp"])

  /// FITS.
  public static let fits = MediaFormat(
    "fits", mime: "image/fits", uniformType: "gov.nasa.gsfc.fits", kind: .image,
    fileExtensions: ["fits", "fit"])

  /// Adobe Digital Negative.
  public static let dng = MediaFormat(
    "dng", mime: "image/x-adobe-dng", uniformType: "com.adobe.raw-image", kind: .image,
    fileExtensions: ["dng", "gpr"])

  /// Canon raw, second version.
  public static let cr2 = MediaFormat(
    "cr2", mime: "image/x-canon-cr2", uniformType: "com.canon.cr2-raw-image", kind: .image,
    fileExtensions: ["cr2"])

  /// Canon raw, third version.
  public static let cr3 = MediaFormat(
    "cr3", mime: "image/x-canon-cr3", uniformType: "com.canon.cr3-raw-image", kind: .image,
    fileExtensions: ["cr3"])

  /// Canon raw, first version.
  public static let crw = MediaFormat(
    "crw", mime: "image/x-canon-crw", uniformType: "com.canon.crw-raw-image", kind: .image,
    fileExtensions: ["crw"])

  /// Nikon raw.
  public static let nef = MediaFormat(
    "nef", mime: "image/x-nikon-nef", uniformType: "com.nikon.raw-image", kind: .image,
    fileExtensions: ["nef"])

  /// Nikon raw of compact cameras.
  public static let nrw = MediaFormat(
    "nrw", mime: "image/x-nikon-nrw", uniformType: "com.nikon.nrw-raw-image", kind: .image,
    fileExtensions: ["nrw"])

  /// Sony raw.
  public static let arw = MediaFormat(
    "arw", mime: "image/x-sony-arw", uniformType: "com.sony.arw-raw-image", kind: .image,
    fileExtensions: ["arw"])

  /// Sony raw, second version.
  public static let sr2 = MediaFormat(
    "sr2", mime: "image/x-sony-sr2", uniformType: "com.sony.sr2-raw-image", kind: .image,
    fileExtensions: ["sr2", "srf"])

  /// Fujifilm raw.
  public static let raf = MediaFormat(
    "raf", mime: "image/x-fuji-raf", uniformType: "com.fuji.raw-image", kind: .image,
    fileExtensions: ["raf"])

  /// Olympus raw.
  public static let orf = MediaFormat(
    "orf", mime: "image/x-olympus-orf", uniformType: "com.olympus.raw-image", kind: .image,
    fileExtensions: ["orf"])

  /// Panasonic raw.
  public static let rw2 = MediaFormat(
    "rw2", mime: "image/x-panasonic-rw2", uniformType: "com.panasonic.rw2-raw-image", kind: .image,
    fileExtensions: ["rw2", "rwl", "raw"])

  /// Pentax raw.
  public static let pef = MediaFormat(
    "pef", mime: "image/x-pentax-pef", uniformType: "com.pentax.raw-image", kind: .image,
    fileExtensions: ["pef"])

  /// Samsung raw.
  public static let srw = MediaFormat(
    "srw", mime: "image/x-samsung-srw", uniformType: "com.samsung.raw-image", kind: .image,
    fileExtensions: ["srw"])

  /// Sigma raw.
  public static let x3f = MediaFormat(
    "x3f", mime: "image/x-sigma-x3f", uniformType: "com.sigma.x3f-raw-image", kind: .image,
    fileExtensions: ["x3f"])

  /// Hasselblad raw.
  public static let threeFR = MediaFormat(
    "3fr", mime: "image/x-hasselblad-3fr", uniformType: "com.hasselblad.3fr-raw-image",
    kind: .image,
    fileExtensions: ["3fr", "fff"])

  /// Phase One raw.
  public static let iiq = MediaFormat(
    "iiq", mime: "image/x-phaseone-iiq", uniformType: "com.phaseone.raw-image", kind: .image,
    fileExtensions: ["iiq"])

  /// Kodak raw.
  public static let dcr = MediaFormat(
    "dcr", mime: "image/x-kodak-dcr", uniformType: "com.kodak.raw-image", kind: .image,
    fileExtensions: ["dcr"])

  /// Kodak raw of compact cameras.
  public static let kdc = MediaFormat(
    "kdc", mime: "image/x-kodak-kdc", uniformType: "com.kodak.kdc-raw-image", kind: .image,
    fileExtensions: ["kdc"])

  /// Minolta raw.
  public static let mrw = MediaFormat(
    "mrw", mime: "image/x-minolta-mrw", uniformType: "com.minolta.mrw-raw-image", kind: .image,
    fileExtensions: ["mrw"])

  /// The formats of this page, in its order.
  package static let images: [MediaFormat] = [
    .jpeg, .png, .apng, .gif, .webp, .tiff, .bmp, .heic, .heif, .heicSequence, .heifSequence,
    .avif, .svg, .svgz, .ico, .cur, .jxl, .jp2, .j2k, .psd, .qoi, .pnm, .hdr, .exr, .dds, .tga,
    .pcx, .sgi, .sunRaster, .xbm, .xpm, .dpx, .jls, .msp, .fits, .xwd, .dng, .cr2, .cr3, .crw,
    .nef, .nrw, .arw, .sr2, .raf, .orf, .rw2, .pef, .srw, .x3f, .threeFR, .iiq, .dcr, .kdc, .mrw,
  ]
}
