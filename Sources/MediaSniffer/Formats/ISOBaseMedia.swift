import MediaTypes

/// Every file that begins with a box of ISO base media or of QuickTime.
///
/// Source: ISO/IEC 14496-12:2022 § 4.2 and § 4.3; the brands of mp4ra.org.
enum ISOBaseMedia: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let size = try input.u32(at: 0)
    switch try input.fourCC(at: 4) {
    case "ftyp", "styp": return try recognition(input, Brands(input, size: UInt64(size)))
    case "moov", "moof", "sidx", "mdat", "wide", "pnot", "free", "skip":
      return try recogniseWithoutBrands(input, size: size)
    default: return nil
    }
  }

  /// QuickTime of the time before brands; segments that lost their first box.
  private static func recogniseWithoutBrands(
    _ input: ByteWindow, size: UInt32
  ) throws(Shortage) -> Recognition? {
    guard size == 0 || size == 1 || size >= 8 else { return nil }
    switch try input.fourCC(at: 4) {
    case "moof", "sidx": return Recognition(.mp4, MovieParser(.mp4))
    case "moov":
      guard
        ["mvhd", "cmov", "udta", "trak", "rmra", "iods", "ctab"]
          .contains(try input.fourCC(at: 12))
      else { return nil }
    case "mdat": break
    default:
      let known: [FourCC] = [
        "moov", "mdat", "free", "skip", "wide", "pnot", "ftyp", "PICT", "udta",
      ]
      guard size >= 8, known.contains(try input.fourCC(at: UInt64(size) + 4)) else { return nil }
    }
    return Recognition(.mov, MovieParser(.mov))
  }

  private static func recognition(_ input: ByteWindow, _ brands: Brands) -> Recognition {
    let format = brands.format ?? .mp4
    switch format {
    case .heic, .heif, .avif, .heicSequence, .heifSequence:
      return Recognition(format, HEIFParser(isSequence: brands.isSequence))
    default: return Recognition(format, MovieParser(format))
    }
  }
}

/// What the first box says a file is.
private struct Brands {
  private(set) var format: MediaFormat?
  private(set) var isSequence = false

  /// Reads the major brand and up to 60 compatible ones, as far as the file has them.
  init(_ input: ByteWindow, size: UInt64) throws(Shortage) {
    let major = try input.fourCC(at: 8)
    format = Self.format(of: major)
    isSequence = ["avis", "msf1", "hevc", "hevx"].contains(major)
    // The profile of a low-overhead picture stands where the version does.
    if major == "mif3", try input.fourCC(at: 12) == "avif" { format = .avif }
    guard format == nil || major == "mif1" || major == "mif2" || major == "msf1" else { return }
    let end = min(size, 256)
    var place: UInt64 = 16
    while place + 4 <= end {
      let brand: FourCC
      do throws(Shortage) {
        brand = try input.fourCC(at: place)
      } catch .unavailable {
        return
      }
      place += 4
      let other = Self.format(of: brand)
      if format == nil {
        format = other
        isSequence = brand == "avis"
      } else if other == .avif {
        format = .avif
      }
    }
  }

  private static func format(of brand: FourCC) -> MediaFormat? {
    switch brand {
    case "heic", "heix", "heim", "heis": .heic
    case "hevc", "hevx", "hevm", "hevs": .heicSequence
    case "mif1", "mif2", "mif3", "j2ki", "avci", "vvic", "jpeg", "heif": .heif
    case "msf1", "j2is", "avcs", "vvis": .heifSequence
    case "avif", "avis": .avif
    case "crx ": .cr3
    case "qt  ": .mov
    case "M4V ", "M4VH", "M4VP": .m4v
    case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": .m4a
    case "3gp1", "3gp2", "3gp3", "3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3ge6", "3ge7",
      "3ge9", "3gg6", "3gr6", "3gs6", "3gs7", "kddi":
      .threeGP
    case "3g2a", "3g2b", "3g2c": .threeG2
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42",
      "mp4v", "mp71", "avc1", "dash", "msdh", "msix", "cmfc", "cmfs", "cmf2", "XAVC", "MSNV",
      "NDSC",
      "NDSH", "NDSM", "NDSP", "NDSS", "NDXC", "NDXH", "NDXM", "NDXP", "NDXS", "F4V ", "F4P ",
      "piff", "hvc1", "av01", "dby1", "mmp4":
      .mp4
    default: nil
    }
  }
}
