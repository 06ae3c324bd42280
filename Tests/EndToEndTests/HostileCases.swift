import Foundation

/// What files must not do, by kind of harm.
enum HostileCases {
  /// Small files whose decoded content, or whose claims, have no end.
  static let bombs: [HostileFile] = [
    HostileFile("use-bomb.svg", ["ok", "corrupt", "timedOut", "overBudget"]) {
      let levels = (1...9).map { level in
        let uses = String(repeating: "<use href='#e\(level - 1)'/>", count: 10)
        return "<g id='e\(level)'>\(uses)</g>"
      }
      return svg(
        "<defs><g id='e0'><path d='M0 0h9v9z'/></g>\(levels.joined())</defs><use href='#e9'/>")
    },
    HostileFile("endless-pattern.svg", ["ok", "corrupt", "timedOut", "overBudget"]) {
      svg(
        """
        <pattern id='p' width='0.0001' height='0.0001' patternUnits='userSpaceOnUse'>
        <rect width='1' height='1' fill='url(#p)'/></pattern><rect width='40' height='30' fill='url(#p)'/>
        """)
    },
    HostileFile("huge-filter.svg", ["ok", "corrupt", "timedOut", "overBudget"]) {
      svg(
        """
        <filter id='f' x='-9e5' y='-9e5' width='9e9' height='9e9'><feGaussianBlur stdDeviation='9e5'/>
        </filter><rect width='40' height='30' filter='url(#f)'/>
        """)
    },
    HostileFile("huge-view-box.svg", ["ok", "corrupt", "overLimit", "overBudget"]) {
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e12 1e12"><rect width="5e11" \
        height="1e12" fill="red"/></svg>
        """.utf8)
    },
    HostileFile(
      "blanks.svgz", ["ok", "corrupt", "overLimit", "overBudget", "notMedia", "unsupported"]
    ) {
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Bytes.deflatedZeros(megabytes: 200)
    },
    HostileFile("more-data-than-rows.png") {
      png(
        width: 8, height: 8,
        data: [0x78, 0x01] + Bytes.deflatedZeros(megabytes: 200))
    },
    HostileFile("profile.png") {
      png(
        width: 8, height: 8,
        before: [
          chunk("iCCP", Array("p".utf8) + [0, 0, 0x78, 0x01] + Bytes.deflatedZeros(megabytes: 200))
        ])
    },
    HostileFile("text.png") {
      png(
        width: 8, height: 8,
        before: [
          chunk("zTXt", Array("t".utf8) + [0, 0, 0x78, 0x01] + Bytes.deflatedZeros(megabytes: 200))
        ])
    },
    HostileFile("claims-all.png", ["overLimit", "overBudget", "corrupt"]) {
      png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 16, colour: 6)
    },
    HostileFile("300-megapixels-of-nothing.png", ["ok", "corrupt", "overLimit", "overBudget"]) {
      png(
        width: 50_000, height: 6_000, depth: 1, colour: 0,
        data: [0x78, 0x01] + Bytes.deflatedZeros(megabytes: 40))
    },
    HostileFile("one-strip.tif", ["ok", "corrupt", "overLimit", "overBudget"]) {
      let data = [0x78, 0x01] + Bytes.deflatedZeros(megabytes: 200)
      return tiff(width: 20_000, height: 10_000, compression: 8, data: data)
    },
    HostileFile("small-with-a-large-strip.tif", ["ok", "corrupt"]) {
      let data = [0x78, 0x01] + Bytes.deflatedZeros(megabytes: 200)
      return tiff(width: 16, height: 16, compression: 8, data: data)
    },
    HostileFile("hundred-thousand-frames.gif", ["ok"]) {
      let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
      var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 200, 60, 40, 0, 0, 0]
      for _ in 0..<100_000 { bytes += frame }
      return bytes + [0x3B]
    },
    HostileFile("million-directories.tif", ["ok", "corrupt"]) {
      // Directories without an entry that follow each other.
      var bytes = tiff(
        width: 16, height: 16, compression: 1, data: [UInt8](repeating: 99, count: 256))
      let first = bytes.count
      bytes.replaceSubrange(tiffLink..<(tiffLink + 4), with: Bytes.little32(UInt32(first)))
      for number in 0..<200_000 {
        bytes += [0, 0] + Bytes.little32(UInt32(first + 6 * (number + 1)))
      }
      return bytes + [0, 0, 0, 0, 0, 0]
    },
    HostileFile("endless-page-tree.pdf", ["ok", "corrupt"]) {
      pdf(["<</Type/Pages/Kids[2 0 R]/Count 1>>"])
    },
    HostileFile("huge-page.pdf", ["ok", "corrupt", "overLimit", "overBudget"]) {
      pdf([
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e9 1e9]/Resources<<>>>>",
      ])
    },
    HostileFile("million-pages.pdf", ["ok", "corrupt"]) {
      pdf([
        "<</Type/Pages/Kids[\(String(repeating: "3 0 R ", count: 100_000))]/Count 100000000>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 40 30]/Resources<<>>>>",
      ])
    },
  ]

  /// Pictures whose headers claim more pixels than anything has.
  static let claims: [HostileFile] = [
    claim("colour.qoi", [(4, Bytes.big32(0x7FFF_FFFF) + Bytes.big32(0x7FFF_FFFF))]),
    claim("colour.tga", [(12, [0xFF, 0xFF, 0xFF, 0xFF])]),
    claim("colour.psd", [(14, Bytes.big32(300_000) + Bytes.big32(300_000))]),
    claim("colour.pcx", [(8, [0xFF, 0xFF, 0xFF, 0xFF])]),
    claim("colour.sgi", [(6, [0xFF, 0xFF, 0xFF, 0xFF])]),
    claim("colour.ras", [(4, Bytes.big32(0x7FFF_FFFF) + Bytes.big32(0x7FFF_FFFF))]),
    claim("colour.dds", [(12, Bytes.little32(0x4000_0000) + Bytes.little32(0x4000_0000))]),
    claim("colour-lossless.webp", [(21, [0xFF, 0xFF, 0xFF, 0x1F])]),
    claim("colour.webp", [(26, [0xFF, 0x3F, 0xFF, 0x3F])]),
    claim("colour.bmp", [(18, Bytes.little32(0x7FFF_FFFF) + Bytes.little32(0x7FFF_FFFF))]),
    claim("colour.dpx", [(772, Bytes.big32(60_000) + Bytes.big32(60_000))], ends: ["overLimit"]),
    claim("colour.xwd", [(16, Bytes.big32(60_000) + Bytes.big32(60_000))], ends: ["overLimit"]),
    claim("colour.j2k", [(8, Bytes.big32(60_000) + Bytes.big32(60_000))], ends: tooLarge),
    claim("colour.j2k", [(8, Bytes.big32(UInt32.max) + Bytes.big32(UInt32.max))], ends: tooLarge),
    // The codestream has the last word.
    claim("colour.jp2", behind: "ihdr", [(0, 60_000), (4, 60_000)], ends: refusals),
    claim("colour.avif", behind: "ispe", [(4, 60_000), (8, 60_000)], ends: tooLarge),
    claim("colour-grid.avif", behind: "ispe", [(4, 60_000), (8, 60_000)], ends: tooLarge),
    claim("colour.heic", behind: "ispe", [(4, 60_000), (8, 60_000)], ends: tooLarge),
    claim(
      "colour.exr", behind: "dataWindow\0box2i\0\u{10}\0\0\0",
      [(8, 0x60EA_0000), (12, 0x60EA_0000)], ends: tooLarge),
    // A codestream of 2^30 × 2^30 pixels; then one of 60000 × 60000.
    HostileFile("claims-all.jxl", tooLarge) {
      [0xFF, 0x0A, 0xFE, 0xFF, 0xFF, 0xFF, 0x03] + jxlRest
    },
    HostileFile("claims.jxl", tooLarge) { [0xFF, 0x0A, 0xFE, 0x52, 0x07, 0x00, 0x02] + jxlRest },
    HostileFile("claims.ppm", refusals) { Array("P6 2000000000 2000000000 255\n".utf8) + [0] },
    HostileFile("claims.pam", refusals) {
      Array("P7\nWIDTH 2000000000\nHEIGHT 2000000000\nDEPTH 4\nMAXVAL 255\nENDHDR\n".utf8) + [0]
    },
    HostileFile("claims.hdr", refusals) {
      Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2000000000 +X 2000000000\n".utf8) + [
        2, 2, 0, 0,
      ]
    },
    HostileFile("claims.gif", refusals) {
      Array("GIF89a".utf8) + [255, 255, 255, 255, 0x80, 0, 0, 1, 2, 3, 4, 5, 6, 0x2C, 0, 0, 0, 0]
        + [255, 255, 255, 255, 0, 2, 2, 0x44, 1, 0, 0x3B]
    },
    HostileFile("claims.y4m", refusals) {
      Array("YUV4MPEG2 W2000000000 H2000000000 F25:1 C420\nFRAME\n".utf8) + [0]
    },
  ]

  private static let refusals: Set<String> = [
    "ok", "corrupt", "overLimit", "overBudget", "unsupported", "notMedia",
  ]

  /// What is said of pictures that are larger than all that is decoded, or than the budget.
  private static let tooLarge: Set<String> = ["overLimit", "overBudget"]

  /// Zeros in the place of a JPEG XL picture.
  private static let jxlRest = [UInt8](repeating: 0, count: 4096)

  private static func claim(
    _ fixture: String, _ changes: [(Int, [UInt8])], ends: Set<String> = refusals
  ) -> HostileFile {
    HostileFile("claims-" + fixture, ends) {
      try Bytes.fixture("same-picture/" + fixture, changes)
    }
  }

  /// A fixture with other numbers at places behind every occurrence of a name.
  private static func claim(
    _ fixture: String, behind name: String, _ changes: [(Int, UInt32)], ends: Set<String>
  ) -> HostileFile {
    HostileFile("claims-" + fixture, ends) {
      let bytes = try Bytes.fixture("same-picture/" + fixture, [])
      let mark = Array(name.utf8)
      let places = bytes.indices.filter { bytes[$0...].starts(with: mark) }
      return try Bytes.fixture(
        "same-picture/" + fixture,
        places.flatMap { place in
          changes.map { (place + mark.count + $0.0, Bytes.big32($0.1)) }
        })
    }
  }
}
