import type { Command, Option } from 'commander';
import { things } from '../../account/things.ts';
import { own } from '../../core/json.ts';
import { usageError } from '../../core/problem.ts';
import { openAnyConfig } from '../config.ts';
import { done, type Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { readProject } from '../project.ts';

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
  const script = own(scripts, shell);
  if (script === undefined || words.length > 0)
    throw usageError(`\`${[shell, ...words].join(' ')}\` is no shell with a script`, 'Write bash, zsh or fish');
  return done(script, { shell, script });
}

const ADDRESS = /^(?:address|what|key|--target|--exclude|--resubmit|--reupload|--unprotect)$/;
const ENVIRONMENT = /^(?:env[12]|--environment)$/;

/**
 * Returns what can be written at the cursor.
 * @param words the words from the name of the program to the cursor. The last one may be empty or incomplete
 */
async function candidatesAt(invocation: Invocation, program: Command, words: readonly string[]): Promise<string[]> {
  const begin = words.at(-1) ?? '';
  let { flags } = invocation;
  let command = program;
  let operands = 0;
  let open: Option | undefined;
  const options = (): Option[] => [...new Set([...command.options, ...program.options])];
  for (const word of words.slice(1, -1)) {
    const child = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open) {
      flags = { ...flags, [open.attributeName()]: word };
      open = undefined;
    } else if (word.startsWith('-'))
      open = options().find(({ long, short, required }) => required && (long === word || short === word));
    else if (child) command = child;
    else operands += 1;
  }
  // The last argument of a command may take several words.
  const argument = command.registeredArguments.slice(0, operands + 1).at(-1);
  const chosen = { ...invocation, flags };
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
  const known = name === 'thing' ? Object.keys(things) : choices;
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
export const scripts = {
  bash: `_notiform() {
  COMPREPLY=($(notiform completion words -- "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2> /dev/null))
}
complete -o default -F _notiform notiform
`,
  zsh: `#compdef notiform
_notiform() {
  local -a found
  found=($(notiform completion words -- "\${(@)words[1,CURRENT]}" 2> /dev/null))
  compadd -a found || _files
}
compdef _notiform notiform
`,
  fish: `function __notiform_words
    notiform completion words -- (commandline -opc) (commandline -ct) 2> /dev/null | string match '*'
    or __fish_complete_path (commandline -ct)
end
complete -c notiform -f -a '(__notiform_words)'
`,
};
