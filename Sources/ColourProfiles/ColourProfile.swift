internal import CLCMS

/// An embedded ICC profile, opened by Little CMS.
@safe package struct ColourProfile: ~Copyable {
  /// What the numbers that a profile explains are.
  package enum Space: Sendable, Hashable {
    /// One channel of lightness.
    case grey
    /// Red, green, blue.
    case rgb
    /// Cyan, magenta, yellow, black.
    case cmyk
  }

  /// Why a profile cannot be used.
  package struct Objection: Error, Hashable, Sendable, CustomStringConvertible {
    /// In words, for people.
    package let description: String

    init(_ description: String) { self.description = description }
  }

  private let handle: cmsHPROFILE
  /// What the numbers are that it explains.
  package let space: Space

  /// Opens a profile.
  ///
  /// - Parameter bytes: The profile as it lay in the file.
  /// - Throws: `Objection` where it is broken or explains other numbers than grey, RGB or CMYK.
  package init(_ bytes: [UInt8]) throws(Objection) {
    let opened = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cmsOpenProfileFromMem(buffer.baseAddress, cmsUInt32Number(clamping: buffer.count))
    }
    guard let opened = unsafe opened else { throw Objection("the embedded profile is broken") }
    switch unsafe cmsGetColorSpace(opened) {
    case cmsSigGrayData: space = .grey
    case cmsSigRgbData: space = .rgb
    case cmsSigCmykData: space = .cmyk
    default:
      unsafe cmsCloseProfile(opened)
      throw Objection("the embedded profile is neither for grey nor for RGB nor for CMYK")
    }
    unsafe handle = opened
  }

  /// Makes a profile of numbers.
  ///
  /// - Parameters:
  ///   - encodingExponent: The exponent with which samples were made of light; `nil` is sRGB's
  ///     transfer function.
  ///   - chromaticities: CIE 1931 x and y of white, red, green and blue, eight numbers; `nil` is
  ///     sRGB's.
  ///   - isGrey: Whether it shall explain one channel of lightness instead of RGB.
  /// - Throws: `Objection` where no profile can have these numbers.
  package init(
    encodingExponent: Double?, chromaticities: [Double]?, isGrey: Bool
  ) throws(Objection) {
    let numbers = chromaticities ?? [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
    // A point with no y has no luminance, and one beyond the line from red to violet no colour.
    let points = stride(from: 0, to: 8, by: 2).map { (x: numbers[$0], y: numbers[$0 + 1]) }
    guard points.allSatisfy({ $0.x > 0 && $0.y > 0.001 && $0.x + $0.y < 1.1 }) else {
      throw Objection("the stated primaries are no colours")
    }
    let made: OpaquePointer?
    if let encodingExponent {
      unsafe made = cmsBuildGamma(nil, 1 / encodingExponent)
    } else {
      unsafe made = Self.sRGBCurve()
    }
    guard let curve = unsafe made else { throw Objection("no profile has the stated gamma") }
    defer { unsafe cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: points[0].x, y: points[0].y, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: points[1].x, y: points[1].y, Y: 1),
      Green: cmsCIExyY(x: points[2].x, y: points[2].y, Y: 1),
      Blue: cmsCIExyY(x: points[3].x, y: points[3].y, Y: 1))
    var curves: [OpaquePointer?] = unsafe [curve, curve, curve]
    let profile =
      unsafe isGrey
      ? cmsCreateGrayProfile(cmsD50_xyY(), curve)
      : cmsCreateRGBProfile(&white, &primaries, &curves)
    guard let profile = unsafe profile else {
      throw Objection("the stated primaries are no colours")
    }
    space = isGrey ? .grey : .rgb
    unsafe handle = profile
  }

  deinit { unsafe _ = cmsCloseProfile(handle) }

  /// The samples of a picture that is to be converted.
  package struct Samples: Sendable, Hashable {
    /// Bits a sample, 8 or 16 in the machine's order.
    package var bitDepth: Int
    /// Whether a channel of alpha follows the colour channels.
    package var hasAlpha: Bool

    /// Describes samples.
    package init(bitDepth: Int, hasAlpha: Bool) {
      self.bitDepth = bitDepth
      self.hasAlpha = hasAlpha
    }
  }

  /// Converts pixels to sRGB, grey ones to grey with sRGB's transfer function.
  ///
  /// Relative colorimetric with black point compensation. Alpha is copied.
  /// The corresponding C function is `cmsDoTransform`.
  ///
  /// - Parameters:
  ///   - pixels: Interleaved, without padding, in the profile's space.
  ///   - samples: Their type.
  ///   - pixelCount: How many there are.
  /// - Returns: Interleaved 8-bit pixels: grey or RGB, and alpha where there was some.
  /// - Throws: `Objection` where Little CMS cannot make a conversion of the profile.
  package borrowing func sRGB(
    from pixels: UnsafeRawBufferPointer, samples: Samples, pixelCount: Int
  ) throws(Objection) -> [UInt8] {
    let form = PixelForm(space: space, samples: samples)
    guard pixelCount > 0, pixels.count / pixelCount >= form.inputBytesPerPixel else {
      throw Objection("there are fewer pixels than said")
    }
    guard let target = unsafe space == .grey ? Self.makeGreyProfile() : cmsCreate_sRGBProfile()
    else { throw Objection("no target profile can be made") }
    defer { unsafe _ = cmsCloseProfile(target) }
    let made = unsafe cmsCreateTransform(
      handle, form.input, target, form.output, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      samples.hasAlpha ? CLCMS_FLAGS_ALPHA : CLCMS_FLAGS)
    guard let transform = unsafe made else {
      throw Objection("the embedded profile cannot be applied")
    }
    defer { unsafe cmsDeleteTransform(transform) }
    let byteCount = pixelCount * form.outputBytesPerPixel
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      unsafe cmsDoTransform(
        transform, pixels.baseAddress, buffer.baseAddress, cmsUInt32Number(clamping: pixelCount))
      count = byteCount
    }
  }

  /// A profile of sRGB, or of grey with sRGB's transfer function, as it can be embedded.
  ///
  /// The corresponding C function is `cmsSaveProfileToMem`.
  ///
  /// - Parameter isGrey: Whether it explains one channel of lightness.
  /// - Returns: Its bytes, always the same; `nil` where there is no memory.
  package static func sRGBBytes(isGrey: Bool) -> [UInt8]? {
    guard let profile = unsafe isGrey ? makeGreyProfile() : cmsCreate_sRGBProfile() else {
      return nil
    }
    defer { unsafe _ = cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    guard unsafe cmsSaveProfileToMem(profile, nil, &count) != 0, count > creationDateEnd else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let isSaved = unsafe bytes.withUnsafeMutableBytes {
      unsafe cmsSaveProfileToMem(profile, $0.baseAddress, &count) != 0
    }
    // The date of creation would make the same thumbnail different every time.
    for place in creationDateStart..<creationDateEnd { bytes[place] = 0 }
    return isSaved ? bytes : nil
  }

  /// Source: ICC.1:2022 § 7.2.10, the date and time when the profile was made.
  private static let (creationDateStart, creationDateEnd) = (24, 36)

  /// Grey with D50 white and sRGB's transfer function (IEC 61966-2-1 § 5.2).
  private static func makeGreyProfile() -> cmsHPROFILE? {
    guard let curve = unsafe sRGBCurve() else { return nil }
    defer { unsafe cmsFreeToneCurve(curve) }
    return unsafe cmsCreateGrayProfile(cmsD50_xyY(), curve)
  }

  private static func sRGBCurve() -> OpaquePointer? {
    let parameters: [cmsFloat64Number] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    return unsafe cmsBuildParametricToneCurve(nil, 4, parameters)
  }
}

/// The numbers by which Little CMS knows how pixels lie in memory.
private struct PixelForm {
  let input: cmsUInt32Number
  let output: cmsUInt32Number
  let inputBytesPerPixel: Int
  let outputBytesPerPixel: Int

  init(space: ColourProfile.Space, samples: ColourProfile.Samples) {
    let isWide = samples.bitDepth > 8
    let channels: Int
    switch (space, samples.hasAlpha) {
    case (.grey, false):
      (channels, input) = (1, isWide ? CLCMS_GREY_16 : CLCMS_GREY_8)
    case (.grey, true):
      (channels, input) = (2, isWide ? CLCMS_GREY_ALPHA_16 : CLCMS_GREY_ALPHA_8)
    case (.rgb, false):
      (channels, input) = (3, isWide ? CLCMS_RGB_16 : CLCMS_RGB_8)
    case (.rgb, true):
      (channels, input) = (4, isWide ? CLCMS_RGB_ALPHA_16 : CLCMS_RGB_ALPHA_8)
    case (.cmyk, false):
      (channels, input) = (4, isWide ? CLCMS_CMYK_16 : CLCMS_CMYK_8)
    case (.cmyk, true):
      (channels, input) = (5, isWide ? CLCMS_CMYK_ALPHA_16 : CLCMS_CMYK_ALPHA_8)
    }
    inputBytesPerPixel = channels * (isWide ? 2 : 1)
    let colours = space == .grey ? 1 : 3
    outputBytesPerPixel = colours + (samples.hasAlpha ? 1 : 0)
    switch (space == .grey, samples.hasAlpha) {
    case (true, false): output = CLCMS_GREY_8
    case (true, true): output = CLCMS_GREY_ALPHA_8
    case (false, false): output = CLCMS_RGB_8
    case (false, true): output = CLCMS_RGB_ALPHA_8
    }
  }
}
