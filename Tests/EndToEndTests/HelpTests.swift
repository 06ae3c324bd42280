import TestSupport
import Testing

@Suite("Help", .timeLimit(.minutes(1)))
struct HelpTests {
  @Test(
    "The screens are these",
    arguments: [
      (["-h"], HelpScreens.programInBrief), (["--help"], HelpScreens.programInFull),
      (["help"], HelpScreens.programInFull), (["make", "-h"], HelpScreens.makeInBrief),
      (["batch", "-h"], HelpScreens.batchInBrief), (["sniff", "--help"], HelpScreens.sniffInFull),
      (["help", "sniff"], HelpScreens.sniffInFull),
    ])
  func screens(arguments: [String], screen: String) async throws {
    let outcome = try await ProcessRunner.run(Thumbs.program, arguments, environment: [:])
    #expect(outcome.status == 0)
    #expect(outcome.output == screen)
    #expect(outcome.errors == "")
  }
}
