import MediaTypes

/// Windows and OS/2 bitmaps.
///
/// Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER and
/// BITMAPV5HEADER; IBM, OS/2 2.0 Presentation Manager, BITMAPINFOHEADER2.
enum BMP: FormatProbe {
  static let firstBytes = FirstBytes.of("B")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("BM", at: 0) else { return nil }
    let header = try input.u32(at: 14, .little)
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(header) || (17...63).contains(header) else {
      return nil
    }
    return Recognition(.bmp) { input, found throws(Shortage) in
      try readBitmapHeader(input, at: 14, &found)
    }
  }

  /// Reads the header behind the file header, as it also stands in icons.
  static func readBitmapHeader(
    _ input: ByteWindow, at start: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    let length = try input.u32(at: start, .little)
    let isCore = length == 12
    let bits: UInt16
    if isCore {
      found.setSize(
        try input.u16(at: start + 4, .little), try input.u16(at: start + 6, .little))
      bits = try input.u16(at: start + 10, .little)
    } else {
      // Rows from top to bottom are told by a negative height.
      let width = Int32(bitPattern: try input.u32(at: start + 4, .little))
      let height = Int32(bitPattern: try input.u32(at: start + 8, .little))
      found.setSize(width, height.magnitude)
      bits = try input.u16(at: start + 14, .little)
    }
    let compression = isCore || length == 16 ? 0 : try input.u32(at: start + 16, .little)
    if bits == 0, length >= 40, start == 14, let format = wrapped(by: compression) {
      // The pixels are a file of their own, whose length stands where that of pixels does.
      found.add(
        EmbeddedPreview(
          role: .wrapped, format: format, offset: UInt64(try input.u32(at: 10, .little)),
          byteCount: UInt64(try input.u32(at: start + 20, .little)), size: found.facts.size))
    }
    found.facts.image.isLossless = true
    found.facts.image.compression = name(of: compression, isOS2: length == 64)
    switch bits {
    case 1, 2, 4, 8: found.setChannels(1, .palette, bits: Int(bits))
    case 16: found.setChannels(3, .rgb, bits: 5)
    case 32:
      let hasMask = length >= 56 ? try input.u32(at: start + 52, .little) != 0 : false
      found.setChannels(4, .rgb, bits: 8, alpha: hasMask)
    default: found.setChannels(3, .rgb, bits: 8)
    }
    if length >= 124 {
      let space = try input.u32(at: start + 56, .little)
      found.facts.colour.hasICCProfile = space == 0x4D42_4544 || space == 0x4C49_4E4B
    }
  }

  private static func wrapped(by compression: UInt32) -> MediaFormat? {
    switch compression {
    case 4: .jpeg
    case 5: .png
    default: nil
    }
  }

  private static func name(of compression: UInt32, isOS2: Bool) -> String {
    switch compression {
    case 1, 2: "rle"
    case 3: isOS2 ? "huffman" : "bitfields"
    case 4: isOS2 ? "rle" : "jpeg"
    case 5: "png"
    default: "none"
    }
  }
}

/// A bitmap without its file header, as the clipboard of Windows holds it.
///
/// Source: Microsoft, BITMAPINFOHEADER.
enum DIB: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([40, 108, 124])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard [40, 108, 124].contains(try input.u32(at: 0, .little)) else { return nil }
    let width = try input.u32(at: 4, .little)
    let height = Int32(bitPattern: try input.u32(at: 8, .little)).magnitude
    let bits = try input.u16(at: 14, .little)
    guard 1...0xFFFF ~= width, 1...0xFFFF ~= height, try input.u16(at: 12, .little) == 1,
      [1, 4, 8, 16, 24, 32].contains(bits), try input.u32(at: 16, .little) <= 5
    else { return nil }
    return Recognition(.bmp) { input, found throws(Shortage) in
      try BMP.readBitmapHeader(input, at: 0, &found)
    }
  }
}

/// The other files of OS/2 that hold bitmaps: arrays, icons and pointers.
///
/// Source: IBM, OS/2 2.0 Presentation Manager, BITMAPARRAYFILEHEADER.
enum OS2Graphics: FormatProbe {
  static let formats: [MediaFormat] = [.os2Graphics]
  static let firstBytes = FirstBytes.of("B", "C", "I", "P")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let isArray = try input.has("BA", at: 0)
    var header: UInt64 = 0
    if isArray {
      guard (40...4096).contains(try input.u32(at: 2, .little)) else { return nil }
      header = 14
    }
    switch try input.u16(at: header) {
    case 0x4349, 0x4350, 0x4943, 0x5054: break
    case 0x424D where isArray: break
    default: return nil
    }
    guard [12, 16, 40, 64].contains(try input.u32(at: header + 14, .little)) else { return nil }
    return Recognition(.os2Graphics)
  }
}

extension MediaFormat {
  static let os2Graphics = MediaFormat(
    "os2-graphics", mime: "image/x-os2-graphics", uniformType: "com.ibm.os2-graphics",
    kind: .image, fileExtensions: ["bga", "ico", "ptr"])
}
