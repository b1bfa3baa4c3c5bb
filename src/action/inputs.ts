import { Exit } from '../core/exit.ts';
import { isLanguage, LANGUAGES, type Language } from '../core/language.ts';
import { NotiformError } from '../core/problem.ts';
import { didYouMean } from '../core/suggest.ts';

export const COMMANDS = ['validate', 'plan', 'apply', 'wait', 'status', 'send', 'preview'] as const;

export type ActionCommand = (typeof COMMANDS)[number];

export interface InputRow {
  name: string;
  about: string;
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

function option(name: string, form: InputRow['form'], commands: readonly ActionCommand[], about: string): InputRow {
  return { name, form, commands, about, isOption: true };
}

/** Every input, in the order of action.yml. A test compares both, and the options with those of the command line. */
export const INPUTS: readonly InputRow[] = [
  { name: 'command', form: 'text', choices: COMMANDS, about: 'The command to run.' },
  {
    name: 'environment',
    form: 'text',
    about: 'The environment of notiform.yaml. Required for all commands except validate and preview.',
  },
  {
    name: 'working-directory',
    form: 'text',
    about: 'The folder of the project. The default is the root of the repository.',
  },
  {
    name: 'plan-file',
    form: 'text',
    commands: ['plan', 'apply', 'preview'],
    about: 'plan: the file to write. apply: the plan file to apply. preview: the plan to draw, before and after.',
  },
  {
    name: 'reviewed',
    form: 'text',
    commands: ['apply'],
    choices: ['pull-request', 'run', 'none'],
    about:
      'Which plan to apply: the one reviewed in the merged pull request (the default on a push), the one that an earlier job of this run made, or none: plan and apply in one step.',
  },
  {
    name: 'comment',
    form: 'text',
    choices: ['changes', 'always', 'never'],
    default: 'changes',
    about: 'When to comment on the pull request: if something changes, always, or never.',
  },
  {
    name: 'comment-id',
    form: 'text',
    about:
      'The name of the comment and of the issue. The jobs of a matrix share one. The default is the working directory.',
  },
  {
    name: 'issue',
    form: 'text',
    commands: ['status'],
    choices: ['schedule', 'always', 'never'],
    default: 'schedule',
    about: 'When to keep an issue with rejections and verdicts: in scheduled runs, always, or never.',
  },
  {
    name: 'comment-rejections',
    form: 'flag',
    commands: ['status'],
    about: 'Comments a new rejection on the pull request that brought the text.',
  },
  {
    name: 'pictures-branch',
    form: 'text',
    commands: ['plan'],
    about: 'A branch for pictures of the templates, which the comment then shows. Without it the comment draws text.',
  },
  {
    name: 'github-token',
    form: 'text',
    default: '${{ github.token }}',
    about: 'The token for comments, issues and artifacts.',
  },
  {
    name: 'language',
    form: 'text',
    choices: LANGUAGES,
    about: 'The language of comments, summaries and issues. The default is `language` of notiform.yaml.',
  },
  {
    name: 'addresses',
    form: 'list',
    commands: ['validate', 'wait', 'status', 'send', 'preview'],
    about:
      'The arguments of the command, one a line: addresses or patterns, paths for validate, one test send, file or folder for send.',
  },
  { name: 'config', form: 'text', about: 'The configuration file, as --config.', isOption: true },
  { name: 'verbose', form: 'flag', about: 'Traces every call in the log.', isOption: true },
  option('target', 'list', PLANNING, 'Only these addresses and what they need.'),
  option('exclude', 'list', PLANNING, 'All but these addresses.'),
  option('shard', 'text', [...PLANNING, 'status'], 'Only the profiles of this part of all, as 2/8.'),
  option('concurrency', 'text', PLANNING, 'The number of calls in progress at once.'),
  option('refresh', 'text', PLANNING, 'index or full: read the details that changed, or all.'),
  option('allow', 'list', [...PLANNING, 'send'], 'The risks that a route may have.'),
  option('resubmit', 'list', PLANNING, 'Requests the same rejected text again.'),
  option('reupload', 'list', PLANNING, 'Uploads these images again.'),
  option('max-deletes', 'text', PLANNING, 'Refuses to delete more: a number, 30%, or none.'),
  option('max-updates', 'text', PLANNING, 'Refuses to update more: a number, 30%, or none.'),
  option('allow-empty', 'flag', PLANNING, 'Allows a project without manifests.'),
  option('accept-account', 'flag', PLANNING, 'Allows another account or key than before.'),
  option('unprotect', 'list', PLANNING, 'Protected resources that may be deleted or stopped.'),
  option('wait', 'flag', ['apply'], 'Waits for verdicts, encodings and approvals.'),
  option('timeout', 'text', ['apply', 'wait', 'send'], 'How long to wait, as 30m.'),
  option('detailed-exitcode', 'flag', ['apply'], 'Fails if a resource is left blocked.'),
  option('new-state', 'flag', ['apply'], 'There is no state yet (with a state in files).'),
  option('max-age', 'text', ['apply'], 'Refuses a plan file that is older, as 24h.'),
  option('since', 'text', ['status'], 'Which verdicts are new, as 24h. The default is 24h.'),
  option('to', 'list', ['send'], 'Recipients of the environment.'),
  option('from', 'text', ['send'], 'A sender of the environment.'),
  option('profile', 'text', ['send'], 'The profile that sends.'),
  option('var', 'list', ['send'], 'Values for variables, as name=value.'),
  option('sample', 'text', ['send', 'preview'], 'The values of a sample.'),
  option('at', 'text', ['send'], 'Sends later: ISO 8601.'),
  option('dry-run', 'flag', ['send'], 'Compares the message with its template and sends nothing.'),
  option('no-wait', 'flag', ['send'], 'Does not wait for the result.'),
  option('check', 'list', ['send'], 'Files with payloads of another program to compare; sends nothing.'),
  option('max-recipients', 'text', ['send'], 'Refuses more recipients than this.'),
  option('unless-sent', 'text', ['send'], 'Skips messages that were sent within this time, as 24h.'),
];

export const OUTPUTS = {
  'exit-code': 'The exit code of the command (docs/cli.md).',
  'has-changes': 'plan: true if there are changes.',
  changes: 'plan: the number of changes. apply: the number of changes done.',
  blocked: 'plan, apply: the number of blocked resources.',
  waiting: 'plan, apply, wait, status: the number of resources that wait for a decision.',
  rejected: 'wait, status: the number of rejected resources.',
  counts: 'plan, apply: all counts as JSON.',
  'plan-file': 'plan, apply: the path of the plan file.',
  'plan-digest': 'plan, apply: the digest of the plan.',
  'report-file': 'The path of the result: the JSON document of the command.',
  'comment-url': 'The comment, if there is one.',
  'issue-url': 'status: the issue, if there is one.',
  'preview-url': 'plan, preview: the page with the previews.',
} as const;

export type OutputName = keyof typeof OUTPUTS;

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

  common(): string[] {
    return this.options(...INPUTS.flatMap(({ name, commands }) => (commands ? [name] : [])));
  }

  /** The options that are set, as the command line takes them. @param without names to leave out */
  options(...without: readonly string[]): string[] {
    return INPUTS.flatMap(({ name, form, isOption }) => {
      if (!isOption || without.includes(name) || this.text(name) === undefined) return [];
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
