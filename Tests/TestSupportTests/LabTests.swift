import TestSupport
import Testing

@Suite("Distances of colours") struct LabTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let first: Lab
    let second: Lab
    let distance: Double
    var testDescription: String { "\(first) to \(second)" }
  }

  // Source: Sharma, Wu and Dalal (2005), table 1.
  static let published: [Case] = [
    Case(first: Lab(50, 2.6772, -79.7751), second: Lab(50, 0, -82.7485), distance: 2.0425),
    Case(first: Lab(50, 3.1571, -77.2803), second: Lab(50, 0, -82.7485), distance: 2.8615),
    Case(first: Lab(50, -1.3802, -84.2814), second: Lab(50, 0, -82.7485), distance: 1),
    Case(first: Lab(50, 0, 0), second: Lab(50, -1, 2), distance: 2.3669),
    Case(first: Lab(50, 2.49, -0.001), second: Lab(50, -2.49, 0.0009), distance: 7.1792),
    Case(first: Lab(50, 2.49, -0.001), second: Lab(50, -2.49, 0.0011), distance: 7.2195),
    Case(first: Lab(50, -0.001, 2.49), second: Lab(50, 0.0009, -2.49), distance: 4.8045),
    Case(first: Lab(50, 2.5, 0), second: Lab(50, 0, -2.5), distance: 4.3065),
    Case(first: Lab(50, 2.5, 0), second: Lab(73, 25, -18), distance: 27.1492),
    Case(first: Lab(50, 2.5, 0), second: Lab(56, -27, -3), distance: 31.9030),
    Case(
      first: Lab(60.2574, -34.0099, 36.2677), second: Lab(60.4626, -34.1751, 39.4387),
      distance: 1.2644),
    Case(
      first: Lab(22.7233, 20.0904, -46.6940), second: Lab(23.0331, 14.9730, -42.5619),
      distance: 2.0373),
    Case(
      first: Lab(2.0776, 0.0795, -1.1350), second: Lab(0.9033, -0.0636, -0.5514),
      distance: 0.9082),
  ]

  @Test("CIEDE2000 gives the published distances, in both directions", arguments: published)
  func deltaE2000(_ sample: Case) {
    #expect(abs(sample.first.deltaE2000(to: sample.second) - sample.distance) < 0.00005)
    #expect(abs(sample.second.deltaE2000(to: sample.first) - sample.distance) < 0.00005)
  }

  @Test("CIE 1976 is the length of the straight line")
  func deltaE76() {
    #expect(Lab(50, 1, 2).deltaE76(to: Lab(52, 4, 8)) == 7)
  }

  @Test("Primary colours of sRGB have their known coordinates")
  func primaries() {
    let white = Lab(RGB(red: 255, green: 255, blue: 255))
    let red = Lab(RGB(red: 255, green: 0, blue: 0))
    #expect(white.deltaE76(to: Lab(100, 0, 0)) < 0.02)
    #expect(red.deltaE76(to: Lab(53.24, 80.09, 67.20)) < 0.02)
    #expect(Lab(RGB(red: 0, green: 0, blue: 0)) == Lab(0, 0, 0))
  }
}
