import { Exit } from '../core/exit.ts';
import { isLanguage, LANGUAGES, type Language } from '../core/language.ts';
import { NotiformError } from '../core/problem.ts';
import { didYouMean } from '../text/suggest.ts';

export const COMMANDS = ['validate', 'plan', 'apply', 'wait', 'status', 'send', 'preview'] as const;

export type ActionCommand = (typeof COMMANDS)[number];

export interface InputRow {
  name: string;
  /** `flag` is true or false, `list` has a value on each line. */
  form: 'text' | 'flag' | 'list';
  /** The commands that take the input. All if left out. */
  commands?: readonly ActionCommand[];
  choices?: readonly string[];
  /** As action.yml has it. */
  default?: string;
  /** True for an option of the command line, which has the same name there. */
  isOption?: true;
}

const PLANNING = ['plan', 'apply'] as const;

function option(name: string, form: InputRow['form'], commands: readonly ActionCommand[]): InputRow {
  return { name, form, commands, isOption: true };
}

/** Every input, in the order of action.yml, which describes them. A test compares both, and the options with those of the command line. */
export const INPUTS: readonly InputRow[] = [
  { name: 'command', form: 'text', choices: COMMANDS },
  { name: 'environment', form: 'text' },
  { name: 'working-directory', form: 'text' },
  { name: 'plan-file', form: 'text', commands: ['plan', 'apply', 'preview'] },
  { name: 'reviewed', form: 'text', commands: ['apply'], choices: ['pull-request', 'run', 'none'] },
  { name: 'comment', form: 'text', choices: ['changes', 'always', 'never'], default: 'changes' },
  { name: 'comment-id', form: 'text' },
  { name: 'comment-author', form: 'text', default: 'github-actions[bot]' },
  { name: 'issue', form: 'text', commands: ['status'], choices: ['schedule', 'always', 'never'], default: 'schedule' },
  { name: 'comment-rejections', form: 'flag', commands: ['status'] },
  { name: 'pictures-branch', form: 'text', commands: ['plan'] },
  { name: 'github-token', form: 'text', default: '${{ github.token }}' },
  { name: 'language', form: 'text', choices: LANGUAGES },
  { name: 'addresses', form: 'list', commands: ['validate', 'wait', 'status', 'send', 'preview'] },
  { name: 'config', form: 'text', isOption: true },
  { name: 'verbose', form: 'flag', isOption: true },
  option('target', 'list', PLANNING),
  option('exclude', 'list', PLANNING),
  option('shard', 'text', [...PLANNING, 'status']),
  option('concurrency', 'text', PLANNING),
  option('refresh', 'text', PLANNING),
  option('allow', 'list', [...PLANNING, 'send']),
  option('resubmit', 'list', PLANNING),
  option('reupload', 'list', PLANNING),
  option('max-deletes', 'text', PLANNING),
  option('max-updates', 'text', PLANNING),
  option('allow-empty', 'flag', PLANNING),
  option('accept-account', 'flag', PLANNING),
  option('unprotect', 'list', PLANNING),
  option('lock-timeout', 'text', PLANNING),
  option('wait', 'flag', ['apply']),
  option('timeout', 'text', ['apply', 'wait', 'send']),
  option('fail-on', 'text', ['plan']),
  option('detailed-exitcode', 'flag', ['apply']),
  option('new-state', 'flag', ['apply']),
  option('max-age', 'text', ['apply']),
  option('since', 'text', ['status']),
  option('to', 'list', ['send']),
  option('from', 'text', ['send']),
  option('profile', 'text', ['send']),
  option('var', 'list', ['send']),
  option('sample', 'text', ['send', 'preview']),
  option('at', 'text', ['send']),
  option('dry-run', 'flag', ['send']),
  option('no-wait', 'flag', ['send']),
  option('check', 'list', ['send']),
  option('max-recipients', 'text', ['send']),
  option('unless-sent', 'text', ['send']),
];

export const OUTPUTS = [
  'exit-code',
  'has-changes',
  'differs',
  'changes',
  'blocked',
  'waiting',
  'rejected',
  'counts',
  'plan-file',
  'plan-digest',
  'report-file',
  'comment-url',
  'issue-url',
  'preview-url',
] as const;

export type OutputName = (typeof OUTPUTS)[number];

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

  list(name: string): string[] {
    return (this.#values.get(name) ?? '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  get language(): Language | undefined {
    const word = this.text('language') ?? '';
    return isLanguage(word) ? word : undefined;
  }

  /** The options that are set, as the command line takes them. @param without names to leave out */
  options(...without: readonly string[]): string[] {
    return this.optionsOf(this.command, ...without);
  }

  /** The options that another command takes too. If it is left out: those that every command takes. */
  optionsOf(command?: ActionCommand, ...without: readonly string[]): string[] {
    return INPUTS.flatMap(({ name, form, commands, isOption }) => {
      const isTaken = isOption && (!commands || (command !== undefined && commands.includes(command)));
      if (!isTaken || without.includes(name) || this.text(name) === undefined) return [];
      if (form === 'flag') return this.isSet(name) ? [`--${name}`] : [];
      const values = form === 'list' ? this.list(name) : [this.text(name)];
      return values.map((value) => `--${name}=${value}`);
    });
  }
}

const PREFIX = 'INPUT_';

/** How the runner names the variable of an input. */
export function variableOf(name: string): string {
  return `${PREFIX}${name.toUpperCase()}`;
}

/**
 * Reads the inputs from the variables that the runner sets. Throws a NotiformError (exit 64) for an input that does not exist,
 * that the command does not take, or that has a value which is not allowed: a misspelt `target` would plan everything.
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const known = new Map(INPUTS.map((row) => [variableOf(row.name), row]));
  const values = new Map<string, string>();
  for (const [variable, given = ''] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || given.trim() === '') continue;
    const row = known.get(variable.toUpperCase());
    if (!row) throw unknownInput(variable.slice(PREFIX.length).toLowerCase());
    values.set(row.name, given.trim());
  }
  const command = COMMANDS.find((one) => one === values.get('command'));
  for (const row of INPUTS) checkInput(row, values.get(row.name), command);
  if (!command) throw refusal('The input `command` is missing', `Set it to one of: ${COMMANDS.join(', ')}`);
  if (!values.has('environment') && command !== 'validate' && command !== 'preview')
    throw refusal(`\`${command}\` needs the input \`environment\``, 'Set it to an environment of notiform.yaml');
  return new Inputs(command, values);
}

function checkInput(row: InputRow, value: string | undefined, command: ActionCommand | undefined): void {
  if (value === undefined) return;
  const { name, form, choices = form === 'flag' ? ['true', 'false'] : undefined, commands, default: usual } = row;
  if (choices && !choices.includes(value))
    throw refusal(
      `The input \`${name}\` cannot be ${JSON.stringify(value)}`,
      `Set it to one of: ${choices.join(', ')}`,
    );
  const isUsual = value === usual || (form === 'flag' && value === 'false');
  if (command && commands && !commands.includes(command) && !isUsual)
    throw refusal(`\`${command}\` does not take the input \`${name}\``, `Only ${commands.join(', ')} take it`);
}

function unknownInput(name: string): NotiformError {
  const names = INPUTS.map((row) => row.name);
  return refusal(`There is no input \`${name}\``, didYouMean(name, names, `The inputs are: ${names.join(', ')}`));
}

function refusal(message: string, hint: string): NotiformError {
  return new NotiformError({ code: 'usage', severity: 'error', message, hint }, Exit.usage);
}
