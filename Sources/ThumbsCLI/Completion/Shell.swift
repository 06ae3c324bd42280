/// A shell that completes command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that teaches the shell the command.
  func completionScript(for commands: [Command]) -> String {
    switch self {
    case .bash: BashCompletion(commands: commands).script
    case .zsh: ZshCompletion(commands: commands).script
    case .fish: FishCompletion(commands: commands).script
    }
  }
}
