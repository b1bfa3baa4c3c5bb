import { checkQuestion, type GetQuestion, getThing } from '../../account/get.ts';
import type { AccountContext, LookedUp } from '../../account/look-up.ts';
import type { Thing, ThingColumn } from '../../account/things.ts';
import { knownProfiles } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { isObject, type Json } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { hasErrors, ifProblem, usageError } from '../../core/problem.ts';
import { KOREA, serviceTime, zonedTime } from '../../core/zone.ts';
import { cellText, type DataTable, dataTableText, type TableFormat } from '../../report/data-table.ts';
import { VALUE_WORDS } from '../../report/review/words.ts';
import type { Style } from '../../report/style.ts';
import { problemIn } from '../../report/wording.ts';
import { stateName } from '../../report/words.ts';
import { requireAlias } from '../account.ts';
import { keepCategories } from '../categories.ts';
import { show } from '../finish.ts';
import { type Invocation, languageOf, refuseTwoForms } from '../invocation.ts';
import { isOnlyName } from '../named.ts';
import { type NamedKind, type NamedTemplates, namedTemplates } from '../named-templates.ts';
import type { Outcome } from '../outcome.ts';
import { openConfig, openSession } from '../session.ts';
import { beginOf, type Since } from '../since.ts';

interface GetOptions {
  state?: string;
  category?: string[];
  keyword?: string;
  bubble?: string;
  from?: Since;
  to?: Since;
  since?: Since;
  profile?: string[];
  inUse?: boolean;
  all?: boolean;
  format?: TableFormat;
  watch?: boolean;
}

/** How often `--watch` reads again, in milliseconds. An emulator can be asked often. */
const WATCH_MS = { service: 30_000, emulator: 2000 };

/** The kind of the manifests whose codes are the names of a thing. */
const KIND_OF: Readonly<Record<string, NamedKind>> = {
  templates: 'NotificationTemplate',
  'brand-templates': 'BrandTemplate',
  history: 'BrandTemplate',
  tags: 'GroupTag',
  video: 'Video',
};

/** `get THING [NAME…]`: reads what the account has. Manifests and state only help to find a NAME. */
export async function get(invocation: Invocation, words: string[], options: GetOptions): Promise<Outcome> {
  refuseTwoForms(invocation, options.format);
  const question = questionOf(invocation, words, options);
  const thing = checkQuestion(question);
  // The address of a profile is its alias with the kind.
  if (question.thing === 'profiles')
    question.names = question.names.map((name) => name.replace(/^SenderProfile\//, ''));
  const { config, environment } = await openConfig(invocation);
  const kind = KIND_OF[question.thing];
  let reading: Promise<NamedTemplates> | undefined;
  const declared = async (): Promise<NamedTemplates | undefined> => {
    // Tags of two profiles may have one name. The code of a template is often the same in both.
    const only = kind === 'GroupTag' ? options.profile : undefined;
    if (kind !== undefined) reading ??= namedTemplates(invocation, { config, environment }, kind, only);
    return reading;
  };
  // A template is looked up by its code first. A name of a tag may be its key, which needs neither manifests nor a state.
  const isOfTag = kind === 'GroupTag';
  const mayBeDeclared = (name: string): boolean => isOfTag || isOnlyName(name);
  if (question.names.some(mayBeDeclared)) {
    const resources = await (isOfTag ? declared().catch(ifProblem(undefined)) : declared());
    question.names = question.names.flatMap((name) => {
      const codes = mayBeDeclared(name) ? (resources?.codesOf(name) ?? []) : [];
      return codes.length > 0 ? codes : [name];
    });
  }
  const asked = options.profile ?? [];
  const only = thing.of === 'senders' || question.thing === 'profiles' ? 'S' : undefined;
  for (const alias of asked) requireAlias(environment, alias, only);
  if (question.thing === 'profiles')
    for (const name of question.names)
      if (environment.profiles.get(name)?.type === 'G') requireAlias(environment, name, 'S');
  const named = asked.length > 0 ? asked : [...environment.profiles.keys()];
  const isOfProfiles =
    thing.of !== 'account' || (question.thing === 'profiles' && !question.inUse && question.names.length === 0);
  const session = await openSession(
    invocation,
    { config, environment },
    { messages: false, profiles: isOfProfiles ? named : [] },
  );
  invocation.later.push(() => session.close());
  const { service: client } = session;
  const context: AccountContext = {
    client,
    profiles: knownProfiles(environment),
    asked: [...session.profiles.values()],
    signal: invocation.signal,
    codesOf: (name) =>
      declared()
        .then((all) => all?.codesOf(name) ?? [])
        .catch(ifProblem([])),
  };
  const look = async (): Promise<LookedUp> => {
    const found = await getThing(question, context);
    if (question.thing === 'categories' && question.names.length === 0)
      await keepCategories({ ...invocation.ports, root: config.root, environment }, found.rows);
    return invocation.redaction.within(found);
  };
  const found = await look();
  const draw = async ({ rows, problems }: LookedUp): Promise<Shown> => ({
    text: await drawn(invocation, thing, { rows, problems }, options.format ?? 'table'),
    problems,
  });
  const first = await draw(found);
  // The problems already report what does not exist.
  const isReported = (options.format ?? 'table') === 'table' && found.rows.length === 0 && found.problems.length > 0;
  const everyMs = environment.emulator ? WATCH_MS.emulator : WATCH_MS.service;
  return {
    exit: hasErrors(found.problems) ? Exit.failed : Exit.done,
    text: options.watch ? refreshed(invocation, first.text, everyMs) : isReported ? '' : first.text,
    format: options.format === 'table' ? undefined : options.format,
    json: { thing: question.thing, rows: found.rows },
    problems: found.problems,
    ...(options.watch ? { after: () => watch(invocation, first, async () => draw(await look()), everyMs) } : {}),
  };
}

function questionOf({ flags, ports }: Invocation, [thing = '', ...names]: string[], options: GetOptions): GetQuestion {
  const { state, category, keyword, bubble, inUse = false, all = false, watch: isWatched, format } = options;
  if (isWatched && (flags.json || (format !== undefined && format !== 'table')))
    throw usageError(
      '--watch shows a table, so it cannot be combined with --json or another --format',
      'Leave out one of them',
    );
  const time = (given: Since | undefined) => given && beginOf(given, ports.clock.now());
  const times = { from: time(options.from), to: time(options.to), since: time(options.since) };
  const given = { state, category, keyword, bubble, ...times };
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { thing, names, filters, inUse, all, ofProfiles: options.profile !== undefined };
}

async function drawn(
  invocation: Invocation,
  { one, columns }: Thing,
  { rows, problems }: LookedUp,
  format: TableFormat,
): Promise<string> {
  const language = languageOf(invocation);
  if (format === 'table' && rows.length === 0)
    return hasErrors(problems) ? '' : fill(GET_WORDS.none, language, { one: one[language] });
  const isAlone = new Set(rows.map(({ profile }) => profile)).size < 2;
  const shown = columns.filter(
    ({ key }) =>
      format === 'csv' ||
      (key === 'profile' ? !isAlone || columns[0]?.key === 'profile' : rows.some((row) => row[key] !== undefined)),
  );
  const style = { ...invocation.terminal.style('stdout'), language };
  return dataTableText({ columns: shown.map((column) => columnOf(column, language)), rows }, format, style);
}

const SHOWS: Readonly<Record<NonNullable<ThingColumn['shows']>, (value: Json, style: Style) => string>> = {
  state: (value, { language = 'en' }) => {
    const word = cellText(value);
    const meaning = stateName(word, language);
    if (meaning === 'there') return word;
    // Words of ours are translated. Codes of the service are shown too, because its console has them.
    const isTranslated = language !== 'en' && /^[a-z]/.test(word);
    return isTranslated || meaning.startsWith(word) ? meaning : `${word} ${meaning}`;
  },
  time: (value, style) => serviceTime(cellText(value), style),
  yes: (value, { language = 'en' }) =>
    typeof value === 'boolean' ? VALUE_WORDS[value ? 'yes' : 'no'][language] : cellText(value),
  groups: (value) =>
    Array.isArray(value)
      ? value.map((group) => (isObject(group) ? cellText(group['name'] ?? null) : '')).join(', ')
      : '',
};

function columnOf({ shows, title, ...column }: ThingColumn, language: Language): DataTable['columns'][number] {
  return { ...column, title: title[language], ...(shows ? { show: SHOWS[shows] } : {}) };
}

const GET_WORDS = {
  none: { en: 'There is no {one}.', ko: '{one} 조회 결과가 없습니다.' },
  again: {
    en: '{time}, every {count} s. Press Ctrl-C to stop.',
    ko: '{time}, {count}초마다 새로 고침. 끝내려면 Ctrl-C를 누르세요.',
  },
  later: { en: '{why}. The next try is in {count} s', ko: '{why}. {count}초 뒤에 다시 시도합니다' },
} satisfies Record<string, Phrase>;

type Shown = Pick<Outcome, 'text' | 'problems'>;

/** Prints the table and its problems again when one of them changed, until a signal ends the command. A terminal is redrawn each time. */
async function watch(invocation: Invocation, first: Shown, next: () => Promise<Shown>, everyMs: number): Promise<void> {
  const { terminal, ports, signal } = invocation;
  let last = JSON.stringify(first);
  for (;;) {
    try {
      await ports.clock.sleep(everyMs, signal);
      const { text, problems } = await next();
      const read = JSON.stringify({ text, problems });
      if (isRedrawn(invocation) || read !== last)
        await show(invocation, 'get', {
          exit: Exit.done,
          text: refreshed(invocation, text, everyMs),
          json: {},
          problems,
        });
      last = read;
    } catch (error) {
      if (signal.aborted) return;
      // Whatever a read that was not answered has done, another read answers it.
      const isPassing = error instanceof ServiceFailure && ['unreachable', 'unclear'].includes(error.kind);
      if (!isPassing) throw error;
      const language = languageOf(invocation);
      const why = problemIn(language, error.problem).message;
      terminal.say(fill(GET_WORDS.later, language, { why, count: everyMs / 1000 }));
    }
  }
}

function isRedrawn({ terminal, env }: Invocation): boolean {
  return terminal.style('stdout').terminal === true && env['TERM'] !== 'dumb';
}

/** The table; in a terminal on a cleared screen, with the time. */
function refreshed(invocation: Invocation, text: string, everyMs: number): string {
  if (!isRedrawn(invocation)) return text;
  const { timezone = KOREA } = invocation.known;
  const time = zonedTime(invocation.ports.clock.now(), timezone, 'second');
  const again = fill(GET_WORDS.again, languageOf(invocation), { time, count: everyMs / 1000 });
  return `\u001b[2J\u001b[H${text.trimEnd()}\n\n${again}`;
}
