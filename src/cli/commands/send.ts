import { join, relative, resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { isProblem, NotiformError, type Problem, usageError } from '../../core/problem.ts';
import type { SendResult } from '../../core/send-result.ts';
import type { TestSend } from '../../core/test-send.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import type { NamedSend } from '../../manifest/manifest.ts';
import { about, problemOf } from '../../send/about.ts';
import type { Bindings } from '../../send/channel.ts';
import { chooseSends, fallbackSubjects, subjectOf, withOverrides } from '../../send/choice.ts';
import { messageApi } from '../../send/endpoints.ts';
import { serviceClock } from '../../send/hours.ts';
import { JOURNAL_PATH, openJournal, type SendJournal, warnOfUnknown } from '../../send/journal.ts';
import { openListener } from '../../send/listener.ts';
import { openClaims, type SendClaims, warnOfClaims } from '../../send/once.ts';
import type { ApprovedSubject, OfApproved, OfTemplate, OfWritten } from '../../send/parties.ts';
import { type Prepared, type PreparedSend, prepareSends } from '../../send/prepare.ts';
import { KEPT_MS } from '../../send/report.ts';
import { runSends } from '../../send/run.ts';
import { openUploads } from '../../send/uploads.ts';
import type { StateStore } from '../../state/store.ts';
import { readBound } from '../bound.ts';
import { isInCI } from '../ci.ts';
import { holderOf, lockIfFree } from '../holder.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { checkFiles } from '../payload-check.ts';
import type { CommandProgress } from '../progress/progress.ts';
import { type LoadedProject, openUnchecked, requireValid } from '../project.ts';
import { confirmedRisks, unsent } from '../send-confirm.ts';
import { drawnProofs, problemsIn, sendOutcome, withDrawings } from '../send-outcome.ts';
import { type Session, withSession } from '../session.ts';
import { openStore } from '../store.ts';
import { onlyElsewhere } from '../test-sends.ts';
import { underCurrentVersion } from '../versions.ts';

interface SendOptions {
  to?: string[];
  from?: string;
  profile?: string;
  var?: string[];
  sample?: string;
  at?: string;
  dryRun?: boolean;
  wait: boolean;
  timeout: number;
  listen?: number;
  yes?: boolean;
  allow?: string[];
  maxRecipients: number;
  unlessSent?: number;
  check?: string[];
  format?: 'junit';
}

/** An emulator has the result 300 ms after a send: the second request finds it. */
const EMULATOR_FIRST_MS = 100;

interface SendRun {
  invocation: Invocation;
  project: LoadedProject;
  session: Session;
  options: SendOptions;
  journal: SendJournal;
  bindings: Bindings;
  progress: CommandProgress;
  /** The answer at the prompt was no. */
  isDeclined?: boolean;
}

/** `send`: proves each message, asks, sends once, waits for the result. A test send that is wrong does not stop the others. */
export async function send(invocation: Invocation, args: string[], options: SendOptions): Promise<Outcome> {
  if (options.check !== undefined) {
    refuseSendOptions(args, options);
    return checkFiles(invocation, options.check, options.format);
  }
  const { project: declared, tests } = chosen(
    invocation,
    await openUnchecked(invocation, !options.dryRun),
    args[0] ?? '',
    options,
  );
  const store = await openStore(invocation, declared);
  requireShared(invocation, store, options);
  const { resources, bindings } = await readBound(store, declared.resources);
  const project = { ...declared, resources };
  const path = join(project.config.root, JOURNAL_PATH);
  const needs = { messages: !options.dryRun, more: numbersOf(project, tests) };
  return withSession(invocation, project, needs, async (session, progress) => {
    const { files, clock } = invocation.ports;
    const { name } = project.environment;
    const journal = openJournal({ files, path, clock, environment: name, keyed: session.keyed });
    const run: SendRun = { invocation, project, session, options, journal, bindings, progress };
    const { sends, problems } = await prepare(run, tests);
    if (!options.dryRun) await journal.cut(() => lockIfFree(path, invocation));
    const results = options.dryRun ? drawnProofs(sends, project.resources, invocation) : await deliver(run, sends);
    return outcomeOf(run, results, problems);
  });
}

/**
 * Throws a NotiformError (exit 64) if other runs cannot see what this run sends. A job of CI begins without the files of the job
 * before it.
 */
function requireShared({ env }: Invocation, store: StateStore, { unlessSent }: SendOptions): void {
  if (unlessSent === undefined) return;
  if (unlessSent > KEPT_MS)
    throw usageError('`--unless-sent` takes at most 35 days', 'Messages are kept no longer. Write `--unless-sent 35d`');
  if (store.kind !== 'file' || !isInCI(env)) return;
  throw usageError(
    '`--unless-sent` needs a state that the runs of CI share, and the state of this environment is in files',
    'Set `state: { store: git, ref: refs/notiform/NAME }` or a postgres store in the environment, or leave `--unless-sent` out',
  );
}

/** Flags about what is sent and how. `--check` refuses them, because it sends nothing. */
const OF_SENDS = ['to', 'from', 'profile', 'var', 'sample', 'at', 'listen', 'yes', 'allow', 'unlessSent'] as const;

/** Throws a NotiformError (exit 64) if a check has an option that only a send uses. */
function refuseSendOptions(args: readonly string[], options: SendOptions): void {
  const words = [
    ...args,
    ...OF_SENDS.filter((name) => options[name] !== undefined).map((name) =>
      name === 'unlessSent' ? '--unless-sent' : `--${name}`,
    ),
    ...(options.wait ? [] : ['--no-wait']),
  ];
  if (words.length === 0) return;
  throw usageError(
    `\`--check\` takes no ${words.map((word) => `\`${word}\``).join(', ')}`,
    args.length > 0
      ? 'Write `--check` before each file, and remove the other options'
      : 'It checks the payload in its file unchanged. Remove the other options',
  );
}

/**
 * Finds the test sends that the argument names, with the options of the command line in place of their fields. Throws a
 * NotiformError (exit 3) if the manifests have an error. Problems of other test sends are left out.
 */
function chosen(
  { cwd }: Invocation,
  project: LoadedProject,
  what: string,
  options: SendOptions,
): { project: LoadedProject; tests: TestSend[] } {
  const { config, environment, sends, resources, sources, documents } = project;
  const { invalidSends, sendsElsewhere } = documents;
  const known = [...sends, ...invalidSends, ...sendsElsewhere];
  const meant = chooseSends(what, relative(config.root, resolve(cwd, what)), { sends: known, resources });
  const found = Array.isArray(meant) ? meant.filter((one) => !('environments' in one)) : [];
  if (found.length === 0) {
    requireValid(project);
    const none = Array.isArray(meant)
      ? onlyElsewhere(
          sendsElsewhere.filter((one) => meant.includes(one)),
          environment.name,
        )
      : meant;
    throw new NotiformError(none, Exit.usage, sources);
  }
  const isSent = (one: NamedSend): boolean =>
    found.some(
      ({ id, source: { file, line, column } }) =>
        id === one.id && file === one.source.file && line === one.source.line && column === one.source.column,
    );
  const problems = project.problems.filter((problem) => {
    const owner = documents.sendOf(problem);
    return owner === undefined || isSent(owner);
  });
  const tests = found.filter((one): one is TestSend => 'to' in one);
  return { project: requireValid({ ...project, problems }), tests: withOptions(tests, options) };
}

function withOptions(tests: readonly TestSend[], options: SendOptions): TestSend[] {
  const { to = [], from, profile, sample, at, allow = [] } = options;
  const overrides = {
    to,
    allow,
    variables: variablesOf(options.var ?? []),
    ...(from === undefined ? {} : { from }),
    ...(profile === undefined ? {} : { profile }),
    ...(sample === undefined ? {} : { sample }),
    ...(at === undefined ? {} : { at }),
  };
  return tests.map((test) => withOverrides(test, overrides));
}

/** Returns the numbers of the environment that the test sends name. A missing number is reported with its test send. */
function numbersOf({ config, environment }: LoadedProject, tests: readonly TestSend[]): (() => string)[] {
  const { sender, recipient, senders, recipients } = environment;
  const from = new Set(tests.flatMap((test) => test.from ?? config.defaults.sender ?? []));
  const to = new Set(tests.flatMap((test) => test.to));
  return [
    ...[...from].filter((name) => senders.has(name)).map((name) => () => sender(name)),
    ...[...to].filter((name) => recipients.has(name)).map((name) => () => recipient(name)),
  ];
}

function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
      throw usageError(
        `--var takes name=value, not \`${pair}\``,
        `Write \`--var ${pair.replace(/^=/, 'NAME=')}${pair.includes('=') ? '' : '=VALUE'}\``,
      );
    }),
  );
}

async function prepare(
  run: SendRun,
  tests: readonly TestSend[],
): Promise<{ sends: PreparedSend[]; problems: Problem[] }> {
  const sends: PreparedSend[] = [];
  const problems: Problem[] = [];
  for (const test of tests) {
    const prepared = await prepareOne(run, test).catch((error: unknown): Prepared => {
      // Another template may be readable. Credentials that are refused are refused for all.
      const isOwn = error instanceof ServiceFailure && error.kind === 'refused' && tests.length > 1;
      if (!isOwn || error.problem.code === 'service-credentials') throw error;
      return { sends: [], problems: [{ ...about(test), ...error.problem }] };
    });
    sends.push(...prepared.sends);
    problems.push(...prepared.problems);
  }
  const { journal, session, invocation, options } = run;
  problems.push(...(await warnOfUnknown(journal, sends, run.project.environment.name)));
  // With `--unless-sent` such a message is skipped.
  if (options.unlessSent === undefined)
    problems.push(...(await warnOfClaims({ store: session.store, journal, clock: invocation.ports.clock }, sends)));
  return { sends, problems };
}

async function prepareOne(run: SendRun, test: TestSend): Promise<Prepared> {
  const { invocation, project, session, options, bindings } = run;
  const { locate } = project.documents;
  const subject = subjectOf(test, project.resources);
  if (isProblem(subject)) return { sends: [], problems: [problemOf(subject, test, { locate })] };
  await readClock(run, test.profile, subject);
  const main = await approvedOf(run, test, subject);
  const fallbacks: ApprovedSubject[] = [];
  const problems = [...main.problems];
  for (const [index, one] of fallbackSubjects(test, project.resources).entries()) {
    if (isProblem(one)) {
      fallbacks.push(one);
      continue;
    }
    await readClock(run, test.fallback?.[index]?.profile, one);
    const read = await approvedOf(run, test, one);
    fallbacks.push(read.subject);
    problems.push(...read.problems);
  }
  const prepared = prepareSends({
    ...main.subject,
    fallbacks,
    test,
    environment: project.environment,
    defaultSender: project.config.defaults.sender,
    maxRecipients: options.maxRecipients,
    clock: serviceClock(session.service, invocation.ports.clock),
    random: invocation.ports.random,
    bindings,
    locate,
    dryRun: options.dryRun === true,
    timedAtCall: options.unlessSent !== undefined && !options.dryRun,
  });
  return { ...prepared, problems: [...problems, ...prepared.problems] };
}

/**
 * Requests the profile of a message or fallback that has sending hours and no template, to learn the time of the service: its hours are
 * compared with the service's clock. Without an answer, the clock of this machine is used.
 */
async function readClock(
  { invocation, project, session }: SendRun,
  profile: string | undefined,
  subject: OfTemplate | OfWritten,
): Promise<void> {
  const alias = profile ?? project.config.defaults.profile;
  const isRead = 'template' in subject || subject.channel.hours === undefined || session.service.now() !== undefined;
  if (isRead || alias === undefined || !project.environment.profiles.has(alias)) return;
  const { key } = project.environment.profile(alias);
  await session.service
    .call(profileEndpoints.multi, { senderKey: [key] }, invocation.signal)
    .catch((error: unknown) => {
      if (!(error instanceof ServiceFailure)) throw error;
    });
}

/** Reads the template of a test send or of a fallback from the service. */
async function approvedOf(
  { invocation, project, session }: SendRun,
  test: TestSend,
  subject: OfTemplate | OfWritten,
): Promise<{ subject: OfApproved | OfWritten; problems: Problem[] }> {
  if (!('template' in subject)) return { subject, problems: [] };
  const { channel } = subject;
  const { template, problems } = await underCurrentVersion(invocation, project, session, test, subject.template);
  const profile = project.environment.profile(template.profile ?? '');
  const { name } = template;
  // A template without a name was never applied: the service assigns its code.
  const approved =
    name === undefined ? undefined : await channel.templates.read(session.service, profile, name, invocation.signal);
  return { subject: { channel, template, approved }, problems };
}

async function deliver(run: SendRun, sends: readonly PreparedSend[]): Promise<SendResult[]> {
  if (sends.length === 0) return [];
  const { invocation, project, session, options, journal, progress } = run;
  const { signal } = invocation;
  const confirmed = await confirmedRisks(
    run,
    sends.filter(({ proof }) => proof.length === 0),
  );
  if (!Array.isArray(confirmed)) {
    run.isDeclined = confirmed === 'no';
    return sends.map((send) => unsent(run, send));
  }
  const { listen } = options;
  const listener = listen === undefined ? undefined : await openListener(listen);
  const message = messageApi(session.service);
  try {
    const results = await runSends(sends, {
      message,
      keyOf: openUploads({ message, files: invocation.ports.files, root: project.config.root, signal }),
      journal,
      clock: invocation.ports.clock,
      serviceClock: serviceClock(session.service, invocation.ports.clock),
      signal,
      confirmed,
      waitMs: options.wait ? options.timeout : null,
      ...(project.environment.emulator ? { firstMs: EMULATOR_FIRST_MS } : {}),
      listener,
      claims: claimsOf(run),
      onEvent: progress.onEvent,
    });
    return withDrawings(results, sends, project.resources, invocation);
  } finally {
    progress.close();
    await listener?.close();
  }
}

function claimsOf({ invocation, project, session, options, journal }: SendRun): SendClaims | undefined {
  if (options.unlessSent === undefined) return undefined;
  return openClaims({
    store: session.store,
    journal,
    clock: invocation.ports.clock,
    environment: project.environment.name,
    account: session.account,
    keyed: session.keyed,
    unlessSentMs: options.unlessSent,
    holder: holderOf('send', invocation.env),
  });
}

function outcomeOf(
  { invocation, project, options, isDeclined = false }: SendRun,
  results: readonly SendResult[],
  problems: readonly Problem[],
): Outcome {
  const { environment } = project;
  const report = {
    environment: environment.name,
    dryRun: options.dryRun === true,
    sends: [...results],
    problems: [...problems],
  };
  const outcome = sendOutcome(invocation, report, options.format);
  // After a no, the prompt was the last word about these messages. The document of `--json` reports each.
  const isQuiet = ({ problem }: SendResult): boolean => isDeclined && problem?.code === 'send-unconfirmed';
  const rest = { ...report, sends: results.filter((one) => !isQuiet(one)) };
  const drawn = isDeclined && options.format === undefined ? sendOutcome(invocation, rest, undefined) : outcome;
  return {
    ...outcome,
    text: drawn.text,
    shown: [...(drawn.shown ?? []), ...results.filter(isQuiet).flatMap(({ problem }) => problem ?? [])],
    problems: [...project.problems, ...problemsIn(report)],
  };
}
