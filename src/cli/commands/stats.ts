import { getThing } from '../../account/get.ts';
import type { AccountContext } from '../../account/look-up.ts';
import {
  checkSpan,
  checkStatQuestion,
  type DirectQuestion,
  dateOf,
  ELAPSED_DAYS,
  FILTER_VALUES,
  filtersOf,
  type GivenPeriod,
  type Product,
  type StatFilters,
  type StatQuestion,
  spanOf,
} from '../../account/statistics/question.ts';
import { readStatistics, type Statistics } from '../../account/statistics/read.ts';
import { type Environment, knownProfiles } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import type { JsonObject } from '../../core/json.ts';
import { fill } from '../../core/language.ts';
import { asWarning, errorProblem, hasErrors, ifProblem, type Problem, usageError } from '../../core/problem.ts';
import { profileEndpoints } from '../../kinds/sender-profile/endpoints.ts';
import { withNaming } from '../../report/command.ts';
import type { TableFormat } from '../../report/data-table.ts';
import { statisticsText } from '../../report/statistics/columns.ts';
import { notesOf, statWords } from '../../report/statistics/words.ts';
import { fewOf } from '../../text/suggest.ts';
import { requireAlias } from '../account.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import { namedTemplates } from '../named-templates.ts';
import type { Outcome } from '../outcome.ts';
import { openConfig } from '../project.ts';
import { type Session, withSession } from '../session.ts';
import { dayText } from '../since.ts';

interface CommonOptions {
  product: Product;
  profile?: string[];
  format?: TableFormat;
  template?: string;
  tag?: string;
}

interface PeriodOptions extends CommonOptions {
  by: 'day' | 'month';
  from?: string;
  to?: string;
  messageType?: string;
  messageSpec?: string;
  bubble?: string;
  targeting?: string;
  friendType?: string;
  receiveUserType?: string;
}

interface DirectOptions extends CommonOptions {
  date: string;
  elapsed?: string;
}

/** `stats send`: numbers of all sends by day or month. */
export function sendStats(invocation: Invocation, _args: string[], options: PeriodOptions): Promise<Outcome> {
  return show(invocation, (now) => periodQuestion(now, 'send', options), options);
}

/** `stats template`: numbers of each template by day or month. */
export function templateStats(invocation: Invocation, _args: string[], options: PeriodOptions): Promise<Outcome> {
  return show(invocation, (now) => periodQuestion(now, 'template', options), options);
}

/** `stats direct send|read|click`: numbers of one day. */
export async function directStats(
  invocation: Invocation,
  [word = '']: string[],
  { product, template, tag, date, elapsed, ...options }: DirectOptions,
): Promise<Outcome> {
  const what = (['send', 'read', 'click'] as const).find((one) => one === word);
  if (what === undefined) throw usageError(`There is no direct look-up of \`${word}\``, 'Use send, read or click');
  if (what === 'send' && elapsed !== undefined)
    throw usageError('--elapsed is for `read` and `click`', 'Sends have no elapsed days: leave it out');
  const days = elapsed === 'sum' ? ELAPSED_DAYS : [Number(elapsed ?? 0)];
  const question = (now: number): DirectQuestion => ({
    of: 'direct',
    what,
    product,
    date: dateOf(dayText(date, now)),
    elapsed: what === 'send' ? [] : days,
    ...ofTemplate({ template, tag }),
  });
  return show(invocation, question, { product, ...options });
}

function ofTemplate({ template, tag }: { template?: string | undefined; tag?: string | undefined }) {
  return {
    ...(template === undefined ? {} : { templateCode: template }),
    ...(tag === undefined ? {} : { groupTagKey: tag }),
  };
}

function periodQuestion(now: number, of: 'send' | 'template', options: PeriodOptions): StatQuestion {
  const { product, by, from, to, bubble, ...given } = options;
  const values: Readonly<Record<string, unknown>> = { ...given, chatBubbleType: bubble };
  const filters = Object.fromEntries(
    Object.keys(FILTER_VALUES).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  ) as StatFilters; // the names of filters
  const day = (text: string | undefined): string | undefined =>
    text === undefined || by === 'month' ? text : dayText(text, now);
  const span = spanOf({ from: day(from), to: day(to) }, of, by, now);
  return { of, product, by, span, filters, ...ofTemplate(options) };
}

/** @param questionAt the question at a moment: its days may be relative to today */
async function show(
  invocation: Invocation,
  questionAt: (now: number) => StatQuestion,
  options: CommonOptions & GivenPeriod,
): Promise<Outcome> {
  const { terminal, redaction, ports, signal } = invocation;
  const given = questionAt(ports.clock.now());
  checkStatQuestion(given);
  // The clock of the service may differ from this machine's, so a period that depends on today is checked below.
  if ([options.from, options.to].every((text) => text !== undefined && dayText(text, 0) === text)) checkSpan(given);
  const { format = 'table' } = options;
  refuseTwoForms(invocation, options.format);
  const { config, environment } = await openConfig(invocation);
  for (const alias of options.profile ?? []) requireAlias(environment, alias, 'S');
  const known = [...environment.profiles].filter(([, { type }]) => type === 'S').map(([alias]) => alias);
  const profiles = options.profile ?? known;
  if (profiles.length === 0)
    throw usageError(`The environment \`${environment.name}\` has no sender profile`, 'Add one to `profiles`');
  const template = await templateFor(invocation, { config, environment }, given);
  return withSession(invocation, { config, environment }, { messages: false, profiles }, async (session) => {
    const asked = questionAt(await serviceTime(session, invocation));
    checkSpan(asked);
    const context = { client: session.service, profiles: knownProfiles(environment), signal };
    const { groupTagKey: word } = asked;
    const ofSession = { ...context, asked: [...session.profiles.values()] };
    const tag =
      word === undefined
        ? undefined
        : await tagFor(invocation, { config, environment, only: options.profile }, word, ofSession);
    const question = {
      ...asked,
      ...(template ? { templateCode: template.code, laterCodes: template.laterCodes } : {}),
      ...(tag ? { groupTagKey: tag.key } : {}),
    };
    const statistics = redaction.within(
      await readStatistics(question, {
        client: session.service,
        profiles: [...session.profiles.values()],
        clock: ports.clock,
        signal,
        onAnswer: progressOf(invocation),
      }),
    );
    const isUnknown = template?.isDeclared === false && statistics.rows.length === 0;
    const problems = [
      ...statistics.problems,
      ...(isUnknown ? await missingTemplate(template, question, context) : []),
      ...(tag && statistics.rows.length === 0 ? tag.problems : []),
    ];
    const language = languageOf(invocation);
    // Programs read CSV, so the notes are for whoever started the command.
    if (format === 'csv' && !invocation.flags.quiet)
      for (const note of notesOf(statistics, language)) terminal.say(note);
    if (
      statistics.rows.length === 0 &&
      problems.length === 0 &&
      environment.emulator &&
      !invocation.flags.quiet &&
      !invocation.flags.json
    )
      terminal.say(withNaming(fill(statWords.moveClock, language), terminal.style('stderr').naming));
    return {
      exit: hasErrors(problems) ? Exit.failed : Exit.done,
      text: drawn(invocation, statistics, format),
      format: format === 'table' ? undefined : format,
      json: { statistics: document(statistics) },
      problems,
    };
  });
}

/** Returns the time of the service: the clock of an emulator can be moved. Any answer has it. */
async function serviceTime({ service, profiles }: Session, { ports, signal }: Invocation): Promise<number> {
  const [first] = profiles.values();
  await service.call(profileEndpoints.multi, { senderKey: first ? [first.key] : [] }, signal);
  return service.now() ?? ports.clock.now();
}

/** The longest code of a template (resource API 2.2). */
const LONGEST_CODE = 30;

/** The template of `--template`. */
interface AskedTemplate {
  code: string;
  /** The codes of its later versions, if it was not named by a code. */
  laterCodes: string[];
  isDeclared: boolean;
}

/** Finds the code that `--template` names: as a code, an id or an address of the project. */
async function templateFor(
  invocation: Invocation,
  place: { config: Config; environment: Environment },
  { product, templateCode: word }: StatQuestion,
): Promise<AskedTemplate | undefined> {
  if (word === undefined) return undefined;
  const kind = product === 'brand' ? 'BrandTemplate' : 'NotificationTemplate';
  const templates = await namedTemplates(invocation, place, kind);
  const [code, ...laterCodes] = templates.codesOf(word);
  if (code === undefined && (word.includes('/') || [...word].length > LONGEST_CODE))
    throw usageError(
      `\`${word}\` is no template of the project and no code`,
      '`--template` takes a code, or the id or address of a template of the project',
    );
  return { code: code ?? word, laterCodes, isDeclared: code !== undefined };
}

/** Returns a warning if no live template has the code either. A deleted template keeps its numbers, so this is no error. */
async function missingTemplate(
  { code }: AskedTemplate,
  { product }: StatQuestion,
  context: Omit<AccountContext, 'asked'>,
): Promise<Problem[]> {
  const thing = product === 'brand' ? 'brand-templates' : 'templates';
  const everywhere = { ...context, asked: context.profiles };
  const { rows } = await getThing(named(thing, code), everywhere);
  if (rows.length > 0) return [];
  const message = `No manifest and no live template has the code \`${code}\``;
  const hint = `Run \`notiform get ${thing}\` to list the codes. Numbers of a deleted template keep its code`;
  return [asWarning(errorProblem('not-found', message, hint))];
}

function named(thing: string, ...names: string[]) {
  return { thing, names, filters: {}, inUse: false, all: false, ofProfiles: false };
}

/**
 * Finds the key that `--tag` names: as a key, an id, an address or a name. The service is read if no manifest declares the tag. The
 * problems are for statistics without a row: a deleted tag keeps its numbers. A key needs neither manifests nor a state.
 */
async function tagFor(
  invocation: Invocation,
  place: { config: Config; environment: Environment; only: readonly string[] | undefined },
  word: string,
  context: AccountContext,
): Promise<{ key: string; problems: Problem[] }> {
  const tags = await namedTemplates(invocation, place, 'GroupTag', place.only).catch(ifProblem(undefined));
  const [declared] = tags?.codesOf(word) ?? [];
  if (declared !== undefined) return { key: declared, problems: [] };
  const { rows, problems } = await getThing(named('tags', word), context);
  const keys = [...new Set(rows.map(({ groupTagKey }) => String(groupTagKey)))];
  if (keys.length > 1)
    throw usageError(`\`${word}\` matches ${keys.length} group tags`, `Name one of them: ${fewOf(keys)}`);
  return { key: keys[0] ?? word, problems: problems.map(asWarning) };
}

function drawn(invocation: Invocation, statistics: Statistics, format: TableFormat): string {
  return statisticsText(statistics, format, {
    ...invocation.terminal.style('stdout'),
    language: languageOf(invocation),
  });
}

/** The `statistics` of `--json`. */
function document({ question, rows, mode, notYet, partialMonth, elapsedNotYet }: Statistics): JsonObject {
  const { of, product } = question;
  const asked: JsonObject =
    question.of === 'direct'
      ? { what: question.what, date: question.date, elapsed: [...question.elapsed], mode }
      : { by: question.by, from: question.span.from, to: question.span.to };
  const state = { notYet: notYet && { ...notYet }, partialMonth, elapsedNotYet };
  const { laterCodes = [] } = question;
  return { of, product, ...asked, filters: filtersOf(question), laterCodes: [...laterCodes], ...state, rows };
}

/** How often progress is reported, in milliseconds. */
const EVERY_MS = 5000;

/** Reports how many requests were answered, if they take long. Returns undefined with `--quiet`. */
function progressOf(invocation: Invocation): ((done: number, of: number) => void) | undefined {
  const { flags, terminal, ports } = invocation;
  if (flags.quiet) return undefined;
  let reported = ports.clock.now();
  return (done, of) => {
    const now = ports.clock.now();
    if (done === of || now - reported < EVERY_MS) return;
    reported = now;
    terminal.say(fill(statWords.reading, languageOf(invocation), { done: String(done), of: String(of) }));
  };
}
