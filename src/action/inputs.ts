import { isLanguage, LANGUAGES, type Language } from '../core/language.ts';
import { usageError } from '../core/problem.ts';

export const COMMANDS = ['validate', 'plan', 'apply', 'wait', 'status', 'send', 'preview'] as const;

export type ActionCommand = (typeof COMMANDS)[number];

export interface InputRow {
  name: string;
  /** The commands that take the input. All if left out. */
  commands?: readonly ActionCommand[];
  choices?: readonly string[];
  /** As action.yml has it. */
  default?: string;
  /** True for an option of the command line, which has the same name there. */
  isOption?: true;
}

const FLAG = ['true', 'false'];

/** Every input, in the order of action.yml, which describes them. A test compares both. Each decides what is shown or applied, or has a text of a person. `args` is for the rest. */
export const INPUTS: readonly InputRow[] = [
  { name: 'command', choices: COMMANDS },
  { name: 'environment' },
  { name: 'working-directory' },
  { name: 'config' },
  { name: 'shard', commands: ['plan', 'apply', 'status'], isOption: true },
  { name: 'addresses', commands: ['validate', 'wait', 'status', 'send', 'preview'] },
  { name: 'to', commands: ['send'], isOption: true },
  { name: 'sample', commands: ['send', 'preview'], isOption: true },
  { name: 'args' },
  { name: 'reviewed', commands: ['apply'], choices: ['pull-request', 'run', 'none'] },
  { name: 'max-age', commands: ['apply'], isOption: true },
  { name: 'accept-account', commands: ['plan', 'apply'], choices: FLAG, isOption: true },
  { name: 'fail-on', commands: ['plan'], choices: ['blocked'], isOption: true },
  { name: 'detailed-exitcode', commands: ['apply'], choices: FLAG },
  { name: 'comment', choices: ['changes', 'always', 'never'], default: 'changes' },
  { name: 'comment-id' },
  { name: 'comment-author', default: 'github-actions[bot]' },
  { name: 'issue', commands: ['status'], choices: ['schedule', 'always', 'never'], default: 'schedule' },
  { name: 'language', choices: LANGUAGES },
  { name: 'github-token', default: '${{ github.token }}' },
];

/** The inputs of a step: what is set, by name. */
export class Inputs {
  readonly command: ActionCommand;
  readonly #values: ReadonlyMap<string, string>;

  constructor(command: ActionCommand, values: ReadonlyMap<string, string>) {
    this.command = command;
    this.#values = values;
  }

  /** The value of a text; undefined if it is not set. */
  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  isSet(name: string): boolean {
    return this.#values.get(name) === 'true';
  }

  /** The lines of a text. */
  list(name: string): string[] {
    return linesOf(this.text(name) ?? '');
  }

  get language(): Language | undefined {
    const word = this.text('language') ?? '';
    return isLanguage(word) ? word : undefined;
  }

  /** The options that are set, as the command line takes them. @param isTaken false for one to leave out */
  options(isTaken: (name: string) => boolean = () => true): string[] {
    const own = INPUTS.filter(({ isOption }) => isOption).flatMap(({ name, choices }) => {
      if (choices === FLAG) return this.isSet(name) ? [`--${name}`] : [];
      return this.list(name).map((value) => `--${name}=${value}`);
    });
    return [...own, ...this.list('args')].filter((word) => isTaken(word.slice(2).replace(/=.*/s, '')));
  }
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** How the runner names the variable of an input. */
export function variableOf(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}

/**
 * Reads the inputs from the variables that the runner sets. Throws a NotiformError (exit 64) for an input that the command does not
 * take, and for a value that is not allowed. Of an input that does not exist, GitHub itself warns.
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const given = INPUTS.map(({ name }) => [name, (env[variableOf(name)] ?? '').trim()] as const);
  const values = new Map(given.filter(([, value]) => value !== ''));
  const command = COMMANDS.find((one) => one === values.get('command'));
  for (const row of INPUTS) checkInput(row, values.get(row.name), command);
  if (!command) throw usageError('The input `command` is missing', `Set it to one of: ${COMMANDS.join(', ')}`);
  if (!values.has('environment') && command !== 'validate' && command !== 'preview')
    throw usageError(`\`${command}\` needs the input \`environment\``, 'Set it to an environment of notiform.yaml');
  for (const line of linesOf(values.get('args') ?? '')) checkArgument(line);
  return new Inputs(command, values);
}

/** An input decides the name of the comment, too: as an argument it would not. With `--help` nothing runs, and the job is green. */
function checkArgument(line: string): void {
  const [word = '', name = ''] = /^--(?!(?:help|version)$)([\w-]+)/.exec(line) ?? [];
  if (word === '')
    throw usageError(`A line of the input \`args\` is no option: ${line}`, 'Write `--name=value` in one line');
  if (INPUTS.some((row) => row.name === name))
    throw usageError(`\`${word}\` is an input of its own`, `Set \`${name}\` instead of the line in \`args\``);
}

function checkInput(row: InputRow, value: string | undefined, command: ActionCommand | undefined): void {
  if (value === undefined) return;
  const { name, choices, commands, default: usual } = row;
  if (choices && !choices.includes(value))
    throw usageError(
      `The input \`${name}\` cannot be ${JSON.stringify(value)}`,
      `Set it to one of: ${choices.join(', ')}`,
    );
  const isUsual = value === usual || value === 'false';
  if (command && commands && !commands.includes(command) && !isUsual)
    throw usageError(`\`${command}\` does not take the input \`${name}\``, `Only ${commands.join(', ')} take it`);
}
