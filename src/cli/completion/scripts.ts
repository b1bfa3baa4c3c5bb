export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A line of `completion words` that stands for the files of the folder. */
export const FILES = ':files';

const BASH = `# Completion of notiform for bash. In ~/.bashrc: source <(notiform completion bash)
_notiform() {
  local line value word last= before= rest=$COMP_LINE
  local -a words=()
  COMPREPLY=()
  # Bash splits a word at @, and replaces only the part from the last @ on.
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ -n "$word" && "$rest" == "$word"* && ("$word" == @* || "$last" == @) ]]; then
      [[ "$word" == @* ]] && before=\${words[\${#words[@]}-1]}
      words[\${#words[@]}-1]+=$word
    else
      before=
      words+=("$word")
    fi
    rest=\${rest#*"$word"}
    last=$word
  done
  while IFS= read -r line; do
    if [ "$line" = '${FILES}' ]; then
      compopt -o default
    else
      value=\${line%%$'\\t'*}
      value=$(printf '%q' "\${value#"$before"}")
      COMPREPLY+=("$value")
    fi
  done < <(notiform completion words -- "\${words[@]}" 2> /dev/null)
}
complete -F _notiform notiform
`;

const ZSH = `#compdef notiform
# Completion of notiform for zsh. In ~/.zshrc, after compinit: source <(notiform completion zsh)
_notiform() {
  local line
  local -a found
  for line in "\${(@f)$(notiform completion words -- "\${(@)words[1,CURRENT]}" 2> /dev/null)}"; do
    if [[ "$line" == '${FILES}' ]]; then
      _files
    elif [[ -n "$line" ]]; then
      line="\${line//:/\\\\:}"
      found+=("\${line/$'\\t'/:}")
    fi
  done
  (( $#found )) && _describe notiform found
}
compdef _notiform notiform
`;

const FISH = `# Completion of notiform for fish. In ~/.config/fish/config.fish: notiform completion fish | source
function __notiform_words
    for line in (notiform completion words -- (commandline -opc) (commandline -ct) 2> /dev/null)
        if test "$line" = '${FILES}'
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c notiform -f -a '(__notiform_words)'
`;

export const scripts: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
