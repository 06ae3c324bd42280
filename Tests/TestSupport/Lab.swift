import Foundation

/// A colour in CIE 1976 L*a*b*, relative to D65.
package struct Lab: Sendable, Hashable {
  /// Lightness, 0 to 100.
  package let lightness: Double
  /// From green to red.
  package let a: Double
  /// From blue to yellow.
  package let b: Double

  /// Creates a colour of its three coordinates.
  package init(_ lightness: Double, _ a: Double, _ b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts a colour of sRGB.
  ///
  /// Source: IEC 61966-2-1 (transfer function and matrix), CIE 15:2004 § 8.2.1.
  package init(_ colour: RGB) {
    let red = Self.linear[Int(colour.red)]
    let green = Self.linear[Int(colour.green)]
    let blue = Self.linear[Int(colour.blue)]
    let x = Self.f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    let y = Self.f(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    let z = Self.f((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    self.init(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  /// The distance of CIE 1976: 1 is about the smallest that can be seen.
  package func deltaE76(to other: Lab) -> Double {
    Self.length(lightness - other.lightness, a - other.a, b - other.b)
  }

  /// The distance of CIEDE2000, with all weights 1.
  ///
  /// Source: CIE 142:2001; Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005).
  package func deltaE2000(to other: Lab) -> Double {
    let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let stretch = 1.5 - 0.5 * Self.chromaShare(meanChroma)
    let first = Polar(stretch * a, b)
    let second = Polar(stretch * other.a, other.b)
    let chromaMean: Double = (first.chroma + second.chroma) / 2
    let (hueStep, hueMean) = first.hues(with: second)

    let lightnessMean: Double = (lightness + other.lightness) / 2
    let offMiddle: Double = (lightnessMean - 50) * (lightnessMean - 50)
    let lightnessScale = 1 + 0.015 * offMiddle / (20 + offMiddle).squareRoot()
    let chromaScale = 1 + 0.045 * chromaMean
    let hueScale = 1 + 0.015 * chromaMean * Self.hueWeight(hueMean)
    let turn = 30 * exp(-pow((hueMean - 275) / 25, 2))
    let rotation = -2 * Self.chromaShare(chromaMean) * Self.sine(2 * turn)

    let lightnessTerm: Double = (other.lightness - lightness) / lightnessScale
    let chromaTerm: Double = (second.chroma - first.chroma) / chromaScale
    let chord: Double = 2 * (first.chroma * second.chroma).squareRoot() * Self.sine(hueStep / 2)
    let hueTerm = chord / hueScale
    let straight = lightnessTerm * lightnessTerm + chromaTerm * chromaTerm + hueTerm * hueTerm
    return (straight + rotation * chromaTerm * hueTerm).squareRoot()
  }

  /// The weight of a mean hue, in degrees.
  private static func hueWeight(_ hue: Double) -> Double {
    let low: Double = 1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue)
    return low + 0.32 * cosine(3 * hue + 6) - 0.20 * cosine(4 * hue - 63)
  }

  /// How much a chroma counts as strong, 0 to 1.
  private static func chromaShare(_ chroma: Double) -> Double {
    let power = pow(chroma, 7)
    return (power / (power + pow(25, 7))).squareRoot()
  }

  private static func length(_ x: Double, _ y: Double, _ z: Double) -> Double {
    (x * x + y * y + z * z).squareRoot()
  }

  private static let linear: [Double] = (0...255).map { code in
    let value = Double(code) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func f(_ t: Double) -> Double {
    t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
  }

  private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}

/// A colour's distance from grey, and the direction in degrees from red, 0 to 360.
private struct Polar {
  let chroma: Double
  let hue: Double

  init(_ a: Double, _ b: Double) {
    chroma = hypot(a, b)
    let degrees = chroma == 0 ? 0 : atan2(b, a) * 180 / .pi
    hue = degrees < 0 ? degrees + 360 : degrees
  }

  /// The short way from this hue to another, and the middle of that way; grey has no hue.
  func hues(with other: Polar) -> (step: Double, mean: Double) {
    guard chroma != 0, other.chroma != 0 else { return (0, hue + other.hue) }
    let step = other.hue - hue
    let sum = hue + other.hue
    guard abs(step) > 180 else { return (step, sum / 2) }
    return (step > 0 ? step - 360 : step + 360, sum < 360 ? sum / 2 + 180 : sum / 2 - 180)
  }
}
