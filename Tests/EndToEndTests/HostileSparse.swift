import Foundation
import TestSupport

/// Files with hundreds of megabytes of what no thumbnail needs, most of them holes.
extension HostileCases {
  private static let length: UInt32 = 400 << 20

  static let ballast: [HostileFile] = [
    HostileFile(sparse: "text-of-400-mb.png") {
      let head = pngHead(width: 8, height: 8, depth: 8, colour: 2)
      let whole = png(width: 8, height: 8)
      let start = head + Bytes.big32(length) + Array("tEXtcomment".utf8)
      return [
        (0, start), (UInt64(head.count + 8 + 4) + UInt64(length), Array(whole[head.count...])),
      ]
    },
    HostileFile(sparse: "profiles-of-300-mb.jpg", ["ok", "corrupt", "overBudget"]) {
      let whole = try Fixture.at("same-picture/colour.jpg").bytes()
      var parts: [(offset: UInt64, bytes: [UInt8])] = [(0, Array(whole[..<2]))]
      var end: UInt64 = 2
      for marker in [0xE1, 0xE2] as [UInt8] {
        for number in 0..<2400 {
          let word = marker == 0xE1 ? "Exif\0\0" : "ICC_PROFILE\0"
          parts.append(
            (end, [0xFF, marker, 0xFF, 0xFF] + Array(word.utf8) + [UInt8(number % 255 + 1), 255]))
          end += 2 + 65535
        }
      }
      return parts + [(end, Array(whole[2...]))]
    },
    HostileFile(sparse: "packet-of-400-mb.webp", ["ok", "corrupt", "overBudget"]) {
      let whole = try Fixture.at("same-picture/colour.webp").bytes()
      let riff = Array("RIFF".utf8) + Bytes.little32(length + UInt32(whole.count) + 64)
      let extended =
        Array("WEBPVP8X".utf8) + Bytes.little32(10) + [0x2C, 0, 0, 0, 239, 0, 0, 179, 0, 0]
      let start = riff + extended + Array("ICCP".utf8) + Bytes.little32(length)
      return [(0, start), (UInt64(start.count) + UInt64(length), Array(whole[12...]))]
    },
    HostileFile(sparse: "profile-of-400-mb.tif") {
      var bytes = tiff(
        width: 16, height: 16, compression: 1, data: Array(repeating: 99, count: 256))
      // The last entry, the strip's length, becomes a profile; a strip is as long as it must be.
      let entry = 10 + 12 * 7
      bytes.replaceSubrange(
        entry..<(entry + 12),
        with: [0x73, 0x87, 7, 0] + Bytes.little32(length) + Bytes.little32(UInt32(bytes.count)))
      return [(0, bytes), (UInt64(bytes.count) + UInt64(length), [0])]
    },
    HostileFile(
      sparse: "cover-of-200-mb.mp3", ["ok", "corrupt", "noPreview", "overBudget", "overLimit"]
    ) {
      let size: UInt32 = 200 << 20
      let synchsafe = [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: size >> $0) & 0x7F }
      let start =
        Array("ID3".utf8) + [4, 0, 0] + synchsafe + Array("APIC".utf8) + synchsafe + [0, 0, 0]
        + Array("image/jpeg\0".utf8) + [3, 0, 0xFF, 0xD8, 0xFF]
      return [(0, start), (UInt64(size) + 20, [0xFF, 0xFB, 0x90, 0x00])]
    },
    HostileFile(sparse: "free-space-of-2-gb.mp4", ["ok", "corrupt", "notMedia"]) {
      let whole = try Fixture.at("video/h264.m4v").bytes()
      let free = Bytes.box("free", [], byteCount: 2_000_000_000)
      // Offsets of the samples are wrong by then, so that there may be nothing to show.
      return [(0, free), (2_000_000_000, whole)]
    },
    HostileFile(sparse: "user-data-of-400-mb.mov", ["ok", "corrupt", "noPreview"]) {
      let whole = try Fixture.at("video/h264.mov").bytes()
      return [
        (0, whole), (UInt64(whole.count), Bytes.box("udta", [], byteCount: length)),
        (UInt64(whole.count) + UInt64(length), [0]),
      ]
    },
    HostileFile(sparse: "void-of-1-gb.mkv", ["ok", "corrupt", "noPreview"]) {
      let whole = try Fixture.at("video/h264.mkv").bytes()
      let void: [UInt8] = [0xEC, 0x08, 0x40, 0, 0, 0, 0, 0]
      return [(0, whole), (UInt64(whole.count), void), (1 << 30, [0])]
    },
  ]

  /// Two formats in one file: the first bytes win.
  static let polyglots: [HostileFile] = [
    HostileFile("jpeg-and-zip.jpg", ["ok"]) {
      let archive = try Fixture.at("other/archive.zip").bytes()
      return try Fixture.at("same-picture/colour.jpg").bytes() + archive
    },
    HostileFile("gif-and-page.gif", ["ok"]) {
      try Fixture.at("same-picture/colour.gif").bytes() + Array("<script>alert(1)</script>".utf8)
    },
    HostileFile("pdf-behind-a-jpeg.jpg", ["ok"]) {
      try Fixture.at("same-picture/colour.jpg").bytes()
        + Fixture.at("same-picture/colour.pdf").bytes()
    },
    HostileFile("png-and-svg.png", ["ok"]) {
      try Fixture.at("same-picture/colour.png").bytes() + svg("<rect width='9' height='9'/>")
    },
  ]
}
