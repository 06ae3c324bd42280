/// The formats that are known, in the order in which they are asked.
enum FormatProbes {
  /// Every probe: those with a signature first, the vague ones last.
  static let all: [any FormatProbe.Type] = [
    // Pictures.
    JPEGLS.self,
    JPEG.self,
    PNG.self,
    GIF.self,
    WebP.self,
    TIFF.self,
    CRW.self,
    MRW.self,
    RAF.self,
    X3F.self,
    ISOBaseMedia.self,
    JPEG2000.self,
    JPEGXL.self,
    SVGZ.self,
    BMP.self,
    OS2Graphics.self,
    PSD.self,
    QOI.self,
    DDS.self,
    PCX.self,
    DCX.self,
    SGI.self,
    SunRaster.self,
    XCF.self,
    Farbfeld.self,
    KTX.self,
    MSP.self,
    JPEGXR.self,
    BPG.self,
    FLIF.self,
    DjVu.self,
    DPX.self,
    ICNS.self,
    EMF.self,
    WMF.self,
    EXR.self,
    FITS.self,
    HDR.self,
    XPM.self,
    XBM.self,
    MIFF.self,
    PNM.self,
    MNG.self,
    PGF.self,
    PaintShopPro.self,
    BLP.self,
    FTEX.self,
    NIE.self,
    Lytro.self,
    ICO.self,
    DIB.self,
    IFUNC.self,
    IMTools.self,
    PhotoCD.self,
    PICT.self,
    WBMP.self,
    SVG.self,
    // Videos and sound.
    Matroska.self,
    AVI.self,
    FLV.self,
    ASF.self,
    Ogg.self,
    MXF.self,
    MPEGVideo.self,
    AnnexB.self,
    IVF.self,
    Y4M.self,
    DV.self,
    MP3.self,
    FLAC.self,
    WAV.self,
    AIFF.self,
    AAC.self,
    AC3.self,
    RealMedia.self,
    MonkeysAudio.self,
    WavPack.self,
    Musepack.self,
    DSF.self,
    CAF.self,
    PDF.self,
    ZIP.self,
    OLE.self,
    PostScript.self,
    Gzipped.self,
    Signatures.self,
    // Those without a signature at the front.
    FLIC.self,
    MPEGTS.self,
    DICOM.self,
    MRC.self,
    SPIDER.self,
    Tar.self,
    DistantSignatures.self,
    TGA.self,
    PlainText.self,
  ]

  /// For each value of a first byte, the probes to be asked.
  private static let table: [[any FormatProbe.Type]] = {
    var table = [[any FormatProbe.Type]](repeating: [], count: 256)
    for probe in all {
      switch probe.firstBytes {
      case .any: for byte in 0..<256 { table[byte].append(probe) }
      case .anyOf(let bytes): for byte in Set(bytes) { table[Int(byte)].append(probe) }
      }
    }
    return table
  }()

  /// The probes to be asked about a file that begins with a byte, in their order.
  static func candidates(for byte: UInt8) -> [any FormatProbe.Type] { table[Int(byte)] }
}
