import MediaTypes

/// Scripts of the shell, by the program on their first line.
///
/// Source: POSIX.1-2017 § 2.1 of "Shell Command Language" leaves `#!` to systems; execve(2).
enum Script: TextKind {
  static let format = MediaFormat.text(
    "sh", "text/x-shellscript", "public.shell-script", "sh", "bash")

  private static let shells: Set<Substring> = ["sh", "bash", "dash", "zsh", "ksh", "ash", "fish"]

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    guard head.start.hasPrefix("#!") else { return false }
    let line = head.start.dropFirst(2).prefix { $0 != "\n" && $0 != "\r\n" }
    let words = line.split(separator: " ").map { $0.split(separator: "/").last ?? "" }
    guard let program = words.first else { return false }
    return shells.contains(program == "env" && words.count > 1 ? words[1] : program)
  }
}
