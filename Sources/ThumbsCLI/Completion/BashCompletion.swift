/// Completion for bash.
///
/// Source: bash(1), "Programmable Completion".
struct BashCompletion: Sendable {
  let commands: [Command]

  /// The script, for `source` or a directory of completions.
  var script: String {
    """
    # bash completion for thumbs; load it with: source <(thumbs completion bash)
    _thumbs() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
      # bash makes a word of its own of the sign between a flag and its value.
      [[ $word == = ]] && word=
      [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "\(names) -h --help --version" -- "$word"))
        return
      fi
      case $command in
    \(commands.map(clause).joined(separator: "\n"))
      esac
    }
    complete -F _thumbs thumbs
    """
  }

  private var names: String { (commands.map(\.name) + ["help"]).joined(separator: " ") }

  private func clause(for command: Command) -> String {
    var lines = ["    \(command.name))"]
    let withValue = command.flags.filter { $0.value != nil }
    if !withValue.isEmpty {
      lines.append("      case $before in")
      for flag in withValue {
        let pattern = (flag.short.map { "-\($0)|" } ?? "") + "--\(flag.name)"
        let values = completion(of: flag.value?.candidates ?? .any)
        lines.append("        \(pattern)) \(values); return ;;")
      }
      lines.append("      esac")
    }
    let words = (command.flags.map { "--\($0.name)" } + ["--help"]).joined(separator: " ")
    lines += [
      "      if [[ $word == -* ]]; then",
      "        COMPREPLY=($(compgen -W \"\(words)\" -- \"$word\"))",
      "      else",
      "        \(completion(of: command.operandCandidates))",
      "      fi ;;",
    ]
    return lines.joined(separator: "\n")
  }

  private func completion(of candidates: Flag.Candidates) -> String {
    switch candidates {
    case .any: "COMPREPLY=()"
    case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    case .directory: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$word\")"
    case .words(let words), .suggestions(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    }
  }
}
