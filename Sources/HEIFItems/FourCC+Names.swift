/// The boxes, items, references and brands that this room knows.
extension FourCC {
  // Boxes of files and tracks: ISO/IEC 14496-12:2022.
  static let ftyp = FourCC("ftyp")
  static let meta = FourCC("meta")
  static let hdlr = FourCC("hdlr")
  static let moov = FourCC("moov")
  static let trak = FourCC("trak")
  static let tkhd = FourCC("tkhd")
  static let mdia = FourCC("mdia")
  static let minf = FourCC("minf")
  static let stbl = FourCC("stbl")
  static let stsd = FourCC("stsd")
  static let stsz = FourCC("stsz")
  static let stco = FourCC("stco")
  static let co64 = FourCC("co64")

  // Boxes of items: ISO/IEC 14496-12:2022 § 8.11, ISO/IEC 23008-12:2022 § 9.3.
  static let pitm = FourCC("pitm")
  static let iinf = FourCC("iinf")
  static let infe = FourCC("infe")
  static let iloc = FourCC("iloc")
  static let iref = FourCC("iref")
  static let iprp = FourCC("iprp")
  static let ipco = FourCC("ipco")
  static let ipma = FourCC("ipma")
  static let idat = FourCC("idat")

  // Properties: ISO/IEC 23008-12:2022 § 6.5, AV1-ISOBMFF § 2.3, ISO/IEC 14496-15 § 8.3.3.
  static let ispe = FourCC("ispe")
  static let pixi = FourCC("pixi")
  static let colr = FourCC("colr")
  static let nclx = FourCC("nclx")
  static let prof = FourCC("prof")
  static let rICC = FourCC("rICC")
  static let pasp = FourCC("pasp")
  static let clap = FourCC("clap")
  static let irot = FourCC("irot")
  static let imir = FourCC("imir")
  static let auxC = FourCC("auxC")
  static let hvcC = FourCC("hvcC")
  static let av1C = FourCC("av1C")
  static let avcC = FourCC("avcC")
  static let jpgC = FourCC("jpgC")

  // References: ISO/IEC 23008-12:2022 § 6.4, § 6.6.
  static let dimg = FourCC("dimg")
  static let thmb = FourCC("thmb")
  static let auxl = FourCC("auxl")
  static let prem = FourCC("prem")

  // Items: ISO/IEC 23008-12:2022 § 6.6.2 and annexes B, E, H; AVIF § 2.1.
  static let grid = FourCC("grid")
  static let iovl = FourCC("iovl")
  static let iden = FourCC("iden")
  static let hvc1 = FourCC("hvc1")
  static let hev1 = FourCC("hev1")
  static let hvt1 = FourCC("hvt1")
  static let av01 = FourCC("av01")
  static let avc1 = FourCC("avc1")
  static let jpeg = FourCC("jpeg")

  // Handlers: ISO/IEC 23008-12:2022 § 6.2, § 7.2.
  static let pict = FourCC("pict")
  static let vide = FourCC("vide")
}
