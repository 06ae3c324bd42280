/// Completion for zsh.
///
/// Source: zshcompsys(1), `_arguments`.
struct ZshCompletion: Sendable {
  let commands: [Command]

  /// The script, for a directory in `fpath` under the name `_thumbs`, or for `source`.
  var script: String {
    """
    #compdef thumbs
    # zsh completion for thumbs; load it with: source <(thumbs completion zsh)
    _thumbs() {
      local -a commands
      commands=(
    \(commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n"))
        'help:Show all about a command'
      )
      if ((CURRENT == 2)); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
    \(commands.map(clause).joined(separator: "\n"))
      esac
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _thumbs "$@"
    else
      compdef _thumbs thumbs
    fi
    """
  }

  private func clause(for command: Command) -> String {
    let help = "'(- *)'{-h,--help}'[Show help]'"
    var lines = command.flags.map(specification) + [help]
    if !command.operands.isEmpty {
      lines.append("'*:\(command.operands.lowercased()):\(action(command.operandCandidates))'")
    }
    return "    \(command.name))\n      _arguments -s \\\n"
      + lines.map { "        \($0)" }.joined(separator: " \\\n") + " ;;"
  }

  private func specification(of flag: Flag) -> String {
    let text = "[\(quoted(flag.summary))]"
    let value = flag.value.map { ":\(quoted($0.name)):\(action($0.candidates))" } ?? ""
    let long = "--\(flag.name)" + (flag.value == nil ? "" : "=")
    guard let short = flag.short else { return "'\(long)\(text)\(value)'" }
    let shortName = "-\(short)" + (flag.value == nil ? "" : "+")
    return "'(-\(short) --\(flag.name))'{\(shortName),\(long)}'\(text)\(value)'"
  }

  private func action(_ candidates: Flag.Candidates) -> String {
    switch candidates {
    case .any: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .words(let words), .suggestions(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// The text inside single quotes and the brackets of a specification.
  private func quoted(_ text: String) -> String {
    text.map { sign in
      switch sign {
      case "'": "'\\''"
      case "[", "]", ":": "\\\(sign)"
      default: String(sign)
      }
    }.joined()
  }
}
