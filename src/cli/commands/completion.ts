import type { Command, Option } from 'commander';
import { things } from '../../account/things.ts';
import { usageError } from '../../core/problem.ts';
import type { Invocation } from '../invocation.ts';
import { rootOf } from '../options.ts';
import { done, type Outcome } from '../outcome.ts';
import { openAnyConfig, readProject } from '../project.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A line of `completion words` that stands for the files of the folder. */
const FILES = ':files';

/** What can be written at the cursor. */
interface Candidate {
  value: string;
  about?: string;
}

/**
 * `completion SHELL` prints the script of a shell. `completion words -- WORD…` is what the scripts call: it prints what may be
 * written at the end of the words, one candidate a line, with a tab before what it means.
 */
export async function completion(
  invocation: Invocation,
  [shell = '', ...words]: string[],
  program: Command,
): Promise<Outcome> {
  if (shell === 'words') {
    // Bash makes a word of its own of the `=` in `--option=value`.
    const typed = words.filter((word, index) => word !== '=' || index === words.length - 1);
    const line = typed.map((word) => (word === '=' ? '' : word));
    const environment = chosen(line, '-e', '--environment');
    const config = chosen(line, '-c', '--config');
    const flags = { ...invocation.flags, ...(environment ? { environment } : {}), ...(config ? { config } : {}) };
    const found = await candidatesAt({ ...invocation, flags }, program, line);
    const lines = found.map(({ value, about }) => (about ? `${value}\t${about}` : value));
    return done(lines.join('\n'), { candidates: found });
  }
  const known = SHELLS.find((name) => name === shell);
  if (!known || words.length > 0)
    throw usageError(
      `\`${[shell, ...words].join(' ')}\` is no shell with a script`,
      `Write one of ${SHELLS.join(', ')}`,
    );
  return done(scripts[known], { shell, script: scripts[known] });
}

/** The value of an option among the words before the cursor. */
function chosen(words: readonly string[], ...names: string[]): string | undefined {
  const index = words.slice(0, -1).findLastIndex((word) => names.includes(word));
  return index === -1 || index + 1 === words.length - 1 ? undefined : words[index + 1];
}

const ADDRESS = /^(?:(?:new)?address|what|key|--target|--exclude|--resubmit|--reupload|--unprotect)$/;
const ENVIRONMENT = /^(?:env[12]|--environment)$/;
const FILE = /^(?:path|file|planfile|--(?:config|check|out|plan|receipt|seed|data))$/;

/** The words of arguments whose values commander does not check. */
const WORDS: Readonly<Record<string, readonly string[]>> = { thing: Object.keys(things), shell: SHELLS };

/**
 * Returns what can be written at the cursor.
 * @param words the words from the name of the program to the cursor. The last one may be empty or incomplete
 */
async function candidatesAt(invocation: Invocation, program: Command, words: readonly string[]): Promise<Candidate[]> {
  const begin = words.at(-1) ?? '';
  let command = program;
  let operands = 0;
  let open: Option | undefined;
  const options = (): Option[] => [...new Set([...command.options, ...rootOf(command).options])];
  for (const word of words.slice(1, -1)) {
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open) open = undefined;
    else if (word.startsWith('-'))
      open = options().find(({ long, short, required }) => required && (long === word || short === word));
    else if (child) command = child;
    else operands += 1;
  }
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[operands] ?? (last?.variadic ? last : undefined);
  const all: Candidate[] = open
    ? await valuesOf(invocation, open.long ?? '', open.argChoices)
    : begin.startsWith('-')
      ? options().map(({ long, description }) => ({ value: long ?? '', about: description }))
      : [
          ...(operands === 0 ? command.commands.map((each) => ({ value: each.name(), about: each.summary() })) : []),
          ...(argument ? await valuesOf(invocation, argument.name(), argument.argChoices) : []),
        ];
  return all.filter(({ value }) => value === FILES || value.startsWith(begin));
}

async function valuesOf(
  invocation: Invocation,
  name: string,
  choices: readonly string[] | undefined,
): Promise<Candidate[]> {
  const known = choices ?? WORDS[name];
  if (known) return known.map((value) => ({ value }));
  if (FILE.test(name)) return [{ value: FILES }];
  if (!ADDRESS.test(name) && !ENVIRONMENT.test(name)) return [];
  try {
    const { config, environment } = await openAnyConfig(invocation);
    if (ENVIRONMENT.test(name)) return config.environmentNames.map((value) => ({ value }));
    const { resources, sends } = await readProject(invocation, config, environment);
    const declared = resources.filter(({ implied }) => !implied);
    const tests = sends.map(({ id }) => ({ id, address: `TestSend/${id}` }));
    // An id is enough on the command line. An address begins with a capital letter.
    return [...declared, ...tests].flatMap(({ id, address }) => [{ value: id }, { value: address }]);
  } catch {
    // Completion ignores mistakes in the project: it completes what can be read.
    return [];
  }
}

/** The completion script of each shell. */
export const scripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `# Completion of notiform for bash. In ~/.bashrc: source <(notiform completion bash)
_notiform() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = '${FILES}' ]; then
      compopt -o default
    else
      COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
    fi
  done < <(notiform completion words -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null)
}
complete -F _notiform notiform
`,
  zsh: `#compdef notiform
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
`,
  fish: `# Completion of notiform for fish. In ~/.config/fish/config.fish: notiform completion fish | source
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
`,
};
