import type { Command, Option } from 'commander';
import { things } from '../../account/things.ts';
import { usageError } from '../../core/problem.ts';
import { openAnyConfig } from '../config.ts';
import { done, type Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { readProject } from '../project.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/**
 * `completion SHELL` prints the script of a shell. `completion words -- WORD…` is what the scripts call: it prints what may be
 * written at the end of the words, one candidate a line. Where there is none, the shell completes the names of files.
 */
export async function completion(
  invocation: Invocation,
  [shell = '', ...words]: string[],
  program: Command,
): Promise<Outcome> {
  if (shell === 'words') {
    const candidates = await candidatesAt(invocation, program, words);
    return done(candidates.join('\n'), { candidates });
  }
  const known = SHELLS.find((name) => name === shell);
  if (!known || words.length > 0)
    throw usageError(
      `\`${[shell, ...words].join(' ')}\` is no shell with a script`,
      `Write one of ${SHELLS.join(', ')}`,
    );
  return done(scripts[known], { shell, script: scripts[known] });
}

const ADDRESS = /^(?:(?:new)?address|what|key|--target|--exclude|--resubmit|--reupload|--unprotect)$/;
const ENVIRONMENT = /^(?:env[12]|--environment)$/;

/** The words of arguments whose values commander does not check. */
const WORDS: Readonly<Record<string, readonly string[]>> = { thing: Object.keys(things), shell: SHELLS };

/**
 * Returns what can be written at the cursor.
 * @param words the words from the name of the program to the cursor. The last one may be empty or incomplete
 */
async function candidatesAt(invocation: Invocation, program: Command, words: readonly string[]): Promise<string[]> {
  const begin = words.at(-1) ?? '';
  let { environment, config } = invocation.flags;
  let command = program;
  let operands = 0;
  let open: Option | undefined;
  const options = (): Option[] => [...new Set([...command.options, ...program.options])];
  for (const word of words.slice(1, -1)) {
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open) {
      if (open.long === '--environment') environment = word;
      if (open.long === '--config') config = word;
      open = undefined;
    } else if (word.startsWith('-'))
      open = options().find(({ long, short, required }) => required && (long === word || short === word));
    else if (child) command = child;
    else operands += 1;
  }
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[operands] ?? (last?.variadic ? last : undefined);
  const chosen = { ...invocation, flags: { ...invocation.flags, environment, config } };
  const all = open
    ? await valuesOf(chosen, open.long ?? '', open.argChoices)
    : begin.startsWith('-')
      ? options().flatMap(({ long }) => long ?? [])
      : [
          ...(operands === 0 ? command.commands.map((each) => each.name()) : []),
          ...(argument ? await valuesOf(chosen, argument.name(), argument.argChoices) : []),
        ];
  return all.filter((value) => value.startsWith(begin));
}

async function valuesOf(
  invocation: Invocation,
  name: string,
  choices: readonly string[] | undefined,
): Promise<readonly string[]> {
  const known = choices ?? WORDS[name];
  if (known) return known;
  if (!ADDRESS.test(name) && !ENVIRONMENT.test(name)) return [];
  try {
    const { config, environment } = await openAnyConfig(invocation);
    if (ENVIRONMENT.test(name)) return config.environmentNames;
    const { resources, sends } = await readProject(invocation, config, environment);
    const declared = resources.filter(({ implied }) => !implied);
    const tests = sends.map(({ id }) => ({ id, address: `TestSend/${id}` }));
    // An id is enough on the command line. An address begins with a capital letter.
    return [...declared, ...tests].flatMap(({ id, address }) => [id, address]);
  } catch {
    // Completion ignores mistakes in the project: it completes what can be read.
    return [];
  }
}

/** The completion script of each shell. No candidate has a blank in it. */
export const scripts: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `# Completion of notiform for bash. In ~/.bashrc: source <(notiform completion bash)
_notiform() {
  COMPREPLY=($(notiform completion words -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null))
}
complete -o default -F _notiform notiform
`,
  zsh: `#compdef notiform
# Completion of notiform for zsh. In ~/.zshrc, after compinit: source <(notiform completion zsh)
_notiform() {
  local -a found
  found=($(notiform completion words -- "\${(@)words[1,CURRENT]}" 2> /dev/null))
  if (( $#found )); then
    compadd -a found
  else
    _files
  fi
}
compdef _notiform notiform
`,
  fish: `# Completion of notiform for fish. In ~/.config/fish/config.fish: notiform completion fish | source
function __notiform_words
    set -l found (notiform completion words -- (commandline -opc) (commandline -ct) 2> /dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c notiform -f -a '(__notiform_words)'
`,
};
