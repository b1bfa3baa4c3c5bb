import { join } from 'node:path';
import { type Config, loadConfig } from '../config/load.ts';
import type { Language } from '../core/language.ts';
import type { Plan } from '../core/plan.ts';
import type { Files, Ports } from '../core/ports.ts';
import { asWarning, isLint, NotiformError, type Problem } from '../core/problem.ts';
import type { Programs } from '../core/program.ts';
import type { Contains } from '../engine/types.ts';
import { annotationLines } from '../report/annotations.ts';
import { NPX } from '../report/command.ts';
import { drawProblems } from '../report/problems.ts';
import type { Style } from '../report/style.ts';
import { problemsIn } from '../report/wording.ts';
import type { Redaction } from '../text/redaction.ts';
import { proxiesIn } from '../wire/proxy.ts';
import { proxySecrets } from '../wire/proxy-address.ts';
import type { Artifacts } from './artifact.ts';
import { type CheckoutGit, checkoutIn, gitOf, requireSafeEvent } from './checkout.ts';
import type { StickyComment } from './comment.ts';
import { baseOf, type JobContext, projectOf, type RunnerEnv } from './context.ts';
import { GitHub } from './github.ts';
import type { Inputs } from './inputs.ts';
import type { RunnerLog } from './log.ts';
import { type CommandRun, runCommand, withGitLogin } from './run.ts';

/** The environment of the Action: the process, or doubles of it in tests. */
export interface ActionView {
  env: RunnerEnv;
  ports: Ports;
  signal: AbortSignal;
  artifacts: Artifacts;
  programs: Programs;
  write: (text: string) => void;
}

/** GitHub drops a summary that is longer, in bytes. */
const SUMMARY_BYTES = 1024 * 1024;

/** One run of the Action: its inputs, its surroundings, and the ways of its results. */
export class ActionStep {
  readonly view: ActionView;
  readonly inputs: Inputs;
  readonly context: JobContext;
  readonly log: RunnerLog;
  readonly github: GitHub;
  readonly cwd: string;
  readonly root: string;
  readonly style: Style;
  readonly language: Language;
  /** The folder of the project in the repository, `/` between parts. */
  readonly base: string;
  readonly #redaction: Redaction;

  constructor(parts: StepParts) {
    const { view, inputs, context, log, cwd, config, redaction, github } = parts;
    this.view = view;
    this.inputs = inputs;
    this.context = context;
    const environment = inputs.text('environment');
    const configFile = inputs.text('config');
    this.log = log;
    this.github = github;
    this.cwd = cwd;
    this.style = {
      color: false,
      width: 120,
      naming: {
        program: NPX,
        ...(environment === undefined ? {} : { environment }),
        ...(configFile === undefined ? {} : { config: configFile }),
      },
      ...(config ? { timezone: config.timezone } : {}),
    };
    this.language = inputs.language ?? config?.language ?? 'en';
    this.root = config?.root ?? cwd;
    this.base = baseOf(context, this.root);
    this.#redaction = redaction;
  }

  /** What a comment and an artifact of this step are about: steps that differ in one part have their own. */
  get parts(): string[] {
    const of = (name: string): string => this.inputs.text(name) ?? '';
    return [of('environment'), this.base, of('shard').replace('/', '-'), of('config'), of('comment-id')];
  }

  get key(): string {
    return this.parts.join('\n').trimEnd();
  }

  /** The login of the user that writes comments and issues: that of the default token. */
  get author(): string {
    return this.inputs.text('comment-author') ?? 'github-actions[bot]';
  }

  /** The comment of this step on a pull request. */
  sticky(about: Pick<StickyComment, 'about' | 'number' | 'plan'>): StickyComment {
    return { ...about, key: this.key, author: this.author, run: this.context.run };
  }

  get git(): CheckoutGit {
    return gitOf(this.view.env, this.view.programs);
  }

  /** Asks GitHub whether the checkout contains a commit. An apply is at the tip of its branch, which lacks only what was squashed. */
  private async contains(commit: string): ReturnType<Contains> {
    const head = await checkoutIn(this.git, this.root);
    const is = head ? await this.github.contains(head.commit, commit).catch(() => undefined) : undefined;
    return is === 'no' && this.inputs.command === 'apply' ? 'missing' : (is ?? 'unknown');
  }

  /** The client of the artifacts writes masks to the log, which the runner must obey. */
  get artifacts(): Artifacts {
    this.log.end();
    return this.view.artifacts;
  }

  get files(): Files {
    return this.view.ports.files;
  }

  /** A text without a secret of this run. */
  clean(text: string): string {
    return this.#redaction.withoutSecrets(text);
  }

  /**
   * Runs a command of the command line with the environment, the configuration and the language of this step.
   * @param narrow leaves out what an apply of a plan file may not change
   */
  async command(words: readonly string[], narrow?: (plan: Plan) => Plan): Promise<CommandRun> {
    const environment = this.inputs.text('environment');
    const config = this.inputs.text('config');
    const given = [
      ...(environment === undefined ? [] : ['-e', environment]),
      ...(config === undefined ? [] : ['-c', config]),
      ...['--language', this.language, ...words],
    ];
    const { ports, signal } = this.view;
    const onSecret = (secret: string): void => hideAll([secret], this.log, this.#redaction);
    const contains: Contains = (commit) => this.contains(commit);
    const place = { cwd: this.cwd, env: this.commandEnv(), ports, signal, log: this.log, onSecret, narrow, contains };
    const run = await runCommand(given, place);
    // A command that fails early does not know its environment.
    return environment === undefined ? run : { ...run, document: { environment, ...run.document } };
  }

  /** The variables of the job for the command line, without those of the Action. */
  private commandEnv(): RunnerEnv {
    const env = Object.entries(this.view.env).filter(([name]) => !/^(?:INPUT|ACTIONS)_/.test(name));
    // Printed commands start the notiform that is installed in the project.
    return withGitLogin(
      { ...Object.fromEntries(env), npm_command: 'exec' },
      this.context.server,
      this.inputs.text('github-token'),
    );
  }

  /** A new folder of this run. It is created with its first file. */
  folder(): string {
    return join(this.context.temp, 'notiform', this.view.ports.random.hex(8));
  }

  /** Writes a file into a new folder, and returns its path. */
  async write(name: string, text: string): Promise<string> {
    const file = join(this.folder(), name);
    await this.files.writeAtomic(file, text);
    return file;
  }

  output(name: string, value: string | number | boolean): Promise<void> {
    return setOutput(this.view, name, this.clean(String(value)));
  }

  /** Keeps the document of a command in a file of this run, and sets the outputs `exit-code` and `report-file`. */
  async keep({ exit, text }: Pick<CommandRun, 'exit' | 'text'>): Promise<void> {
    await this.output('exit-code', exit);
    await this.output('report-file', await this.write('document.json', text));
  }

  /**
   * Adds to the summary of the job. Returns false if GitHub would not show it.
   * @param draw the Markdown in at most so many characters
   */
  async summarize(draw: (limit: number) => string): Promise<boolean> {
    const file = this.view.env['GITHUB_STEP_SUMMARY'];
    if (!file) return false;
    const room = SUMMARY_BYTES - ((await this.files.size(file)) ?? 0) - 1;
    // The limit of a summary is in bytes, and a Korean character has three.
    const least = Math.max(0, Math.floor(room / 3));
    let limit = Math.max(0, room);
    let text = this.clean(draw(limit));
    let bytes = Buffer.byteLength(text, 'utf8');
    while (bytes > room && limit > least) {
      limit = Math.max(least, Math.floor((Math.min(limit, text.length) * room * 0.97) / bytes));
      text = this.clean(draw(limit));
      bytes = Buffer.byteLength(text, 'utf8');
    }
    if (bytes > room) return false;
    await this.files.append(file, `${text}\n`);
    return true;
  }

  /** Shows problems as annotations on the lines of the manifests. The log has all of them. */
  annotate(problems: readonly Problem[]): void {
    if (problems.length === 0) return;
    const clean = this.#redaction.within(problems);
    this.log.text(drawProblems(clean, new Map(), { ...this.style, language: this.language }));
    this.log.commands(annotationLines(problemsIn(this.language, clean), this.base));
  }

  /** Shows what a command reports. Lint warnings are for `validate`. */
  annotateResult(problems: readonly Problem[], more: readonly Problem[] = []): void {
    this.annotate([...problems.filter((one) => !isLint(one)), ...more]);
  }

  /** Does work that stops nothing if it fails: the failure of a call of GitHub is a warning. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
      this.annotate(error.problems.map(asWarning));
    }
  }

  /** Reports an upload that failed: an error if a later job needs the artifact. @param needed the help for that */
  reportArtifact(what: string, error: unknown, needed?: string): void {
    const message = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    const hint = needed ?? 'Run the job again. GitHub Enterprise Server keeps no artifacts for the Action';
    this.annotate([{ code: 'artifact-failed', severity: needed === undefined ? 'warning' : 'error', message, hint }]);
  }

  /** The address of a line of a manifest on GitHub, in the commit that the reviewer sees. */
  linkOf({ file, line }: { file: string; line: number }): string {
    const { server, repository, pull, sha } = this.context;
    const path = [this.base, file].filter((part) => part !== '').join('/');
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    return `${server}/${repository}/blob/${pull?.head ?? sha}/${encoded}#L${line}`;
  }
}

interface StepParts {
  view: ActionView;
  inputs: Inputs;
  context: JobContext;
  log: RunnerLog;
  cwd: string;
  config: Config | undefined;
  redaction: Redaction;
  github: GitHub;
}

/** Sets an output of a step that may not be open. */
export async function setOutput(
  { env, ports }: Pick<ActionView, 'env' | 'ports'>,
  name: string,
  value: string,
): Promise<void> {
  const file = env['GITHUB_OUTPUT'];
  if (!file) return;
  const end = `end-${ports.random.hex(16)}`;
  await ports.files.append(file, `${name}<<${end}\n${value}\n${end}\n`);
}

/** Variables that hold a credential of the job itself. */
const JOB_SECRETS = ['INPUT_GITHUB-TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'GITHUB_TOKEN'];

/** Hides the credentials of the job, before anything is logged. */
export function hideJobSecrets(env: RunnerEnv, log: RunnerLog, redaction: Redaction): void {
  hideAll(
    JOB_SECRETS.flatMap((name) => env[name] || []),
    log,
    redaction,
  );
}

function hideAll(secrets: Iterable<string>, log: RunnerLog, redaction: Redaction): void {
  for (const secret of secrets) {
    redaction.hide(secret);
    log.mask(secret);
  }
}

/** Opens a step: its folder, its configuration, and the secrets that the configuration names. Throws as `requireSafeEvent`. */
export async function openStep(
  parts: Pick<StepParts, 'view' | 'inputs' | 'context' | 'log' | 'redaction'>,
): Promise<ActionStep> {
  const { view, inputs, context, log, redaction } = parts;
  const { env, ports, signal } = view;
  const { cwd, folders, file } = await projectOf(inputs, context, ports.files);
  await requireSafeEvent(context, folders, gitOf(env, view.programs));
  // The command itself reports a configuration that is invalid.
  const config = await loadConfig({ cwd, env, files: ports.files, ...(file && { file }) }).catch(() => undefined);
  hideAll([...(config?.secrets ?? []), ...proxySecrets(env)], log, redaction);
  const github = new GitHub({
    api: env['GITHUB_API_URL'] || 'https://api.github.com',
    token: inputs.text('github-token') ?? '',
    repository: context.repository,
    clock: ports.clock,
    proxyFor: proxiesIn(env),
    // A cancelled apply still reports what it did: the runner waits some seconds.
    signal: inputs.command === 'apply' ? new AbortController().signal : signal,
  });
  return new ActionStep({ view, inputs, context, log, cwd, config, redaction, github });
}
