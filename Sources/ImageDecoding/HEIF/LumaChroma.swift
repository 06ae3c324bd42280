internal import FFmpeg
internal import MediaTypes

/// How samples of luma and two colour differences, or of green, blue and red, become red, green and
/// blue.
///
/// Source: ITU-T H.273 § 8.3 (tables 3 and 4 of the matrices, equations of the ranges).
struct LumaChroma: Equatable {
  /// What the three planes are.
  enum Form: Equatable {
    /// One plane of lightness.
    case grey
    /// Luma, blue difference, red difference.
    case differences
    /// Luma, green difference, orange difference.
    case greenOrange
    /// Green, blue, red.
    case greenBlueRed
  }

  let form: Form
  /// What is taken off a sample of luma, and by what it is multiplied, so that white is 1.
  let lumaOffset: Float
  let lumaScale: Float
  /// What is taken off a sample of chroma, and by what it is multiplied: −½ to ½.
  let chromaOffset: Float
  let chromaScale: Float
  /// By what a difference is multiplied in red, green (of blue, of red) and blue.
  let redOfRed: Float
  let greenOfBlue: Float
  let greenOfRed: Float
  let blueOfBlue: Float

  /// The conversion for a frame's samples, as code points say.
  ///
  /// - Parameters:
  ///   - samples: The form of the samples.
  ///   - codePoints: How they are to be read.
  ///   - isGreyWanted: Whether only the first plane counts.
  init(_ samples: SampleFormat, codePoints: ColourFacts.CodePoints, isGreyWanted: Bool) {
    let form: Form
    if samples.isGrey || isGreyWanted {
      form = .grey
    } else if samples.isRGB || codePoints.matrix == 0 && samples.chromaShift == (0, 0) {
      form = .greenBlueRed
    } else {
      form = codePoints.matrix == 8 ? .greenOrange : .differences
    }
    self.init(form, bitDepth: samples.bitDepth, codePoints: codePoints)
  }

  /// The conversion for samples of 8 to 16 bits.
  init(_ form: Form, bitDepth: Int, codePoints: ColourFacts.CodePoints) {
    let unit = Float(1 << max(0, bitDepth - 8))
    let highest = Float((1 << bitDepth) - 1)
    let isFullRange = codePoints.isFullRange
    self.form = form
    lumaOffset = isFullRange ? 0 : 16 * unit
    lumaScale = 1 / (isFullRange ? highest : 219 * unit)
    chromaOffset = 128 * unit
    chromaScale = 1 / (isFullRange ? highest : 224 * unit)
    let (red, blue) = Self.weights(codePoints)
    let green = 1 - red - blue
    redOfRed = 2 * (1 - red)
    blueOfBlue = 2 * (1 - blue)
    greenOfRed = -2 * red * (1 - red) / green
    greenOfBlue = -2 * blue * (1 - blue) / green
  }

  /// How many planes there are.
  var planeCount: Int { form == .grey ? 1 : 3 }

  /// Whether two of the planes may be coarser than the first.
  var hasChroma: Bool { form == .differences || form == .greenOrange }

  /// The shares of red and blue in luma.
  ///
  /// What is unspecified is BT.601, as readers of HEIF have it.
  private static func weights(_ codePoints: ColourFacts.CodePoints) -> (red: Float, blue: Float) {
    switch codePoints.matrix {
    case 1: (0.2126, 0.0722)
    case 4: (0.30, 0.11)
    case 7: (0.212, 0.087)
    case 9, 10, 13, 14: (0.2627, 0.0593)
    case 12: weights(ofPrimaries: codePoints.primaries)
    default: (0.299, 0.114)
    }
  }

  /// The shares that follow from primaries and white (MatrixCoefficients 12).
  private static func weights(ofPrimaries primaries: Int) -> (red: Float, blue: Float) {
    switch primaries {
    case 5, 6, 7: (0.299, 0.114)
    case 9: (0.2627, 0.0593)
    case 12: (0.2290, 0.0793)
    default: (0.2126, 0.0722)
    }
  }
}

extension LumaChroma {
  /// Makes red, green and blue, or lightness, of a row of averaged samples, in place.
  ///
  /// - Parameters:
  ///   - rows: The samples of the planes.
  ///   - count: How many of each row count.
  ///   - highest: What white becomes; everything is kept between 0 and this.
  func convert(_ rows: borrowing SampleRows, count: Int, highest: Float) {
    precondition(count <= rows.count, "rows are shorter")
    let (first, second, third) = unsafe (rows[0], rows[1], rows[2])
    let light = lumaScale * highest
    let colour = chromaScale * highest
    switch form {
    case .grey:
      for index in 0..<count { unsafe first[index] = (first[index] - lumaOffset) * light }
    case .greenBlueRed:
      for index in 0..<count {
        let green = unsafe (first[index] - lumaOffset) * light
        let blue = unsafe (second[index] - lumaOffset) * light
        unsafe first[index] = (third[index] - lumaOffset) * light
        unsafe second[index] = green
        unsafe third[index] = blue
      }
    case .differences:
      for index in 0..<count {
        let luma = unsafe (first[index] - lumaOffset) * light
        let blue = unsafe (second[index] - chromaOffset) * colour
        let red = unsafe (third[index] - chromaOffset) * colour
        unsafe first[index] = luma + redOfRed * red
        unsafe second[index] = luma + greenOfBlue * blue + greenOfRed * red
        unsafe third[index] = luma + blueOfBlue * blue
      }
    case .greenOrange:
      for index in 0..<count {
        let luma = unsafe (first[index] - lumaOffset) * light
        let green = unsafe (second[index] - chromaOffset) * colour
        let orange = unsafe (third[index] - chromaOffset) * colour
        unsafe first[index] = luma - green + orange
        unsafe second[index] = luma + green
        unsafe third[index] = luma - green - orange
      }
    }
    for plane in 0..<(form == .grey ? 1 : 3) {
      let row = unsafe rows[plane]
      for index in 0..<count { unsafe row[index] = max(0, min(highest, row[index])) }
    }
  }
}
