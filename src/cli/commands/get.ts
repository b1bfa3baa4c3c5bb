import { checkQuestion, type GetQuestion, getThing } from '../../account/get.ts';
import type { AccountContext, LookedUp } from '../../account/look-up.ts';
import type { Thing, ThingColumn } from '../../account/things.ts';
import { knownProfiles } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import { isObject, type Json } from '../../core/json.ts';
import { hasErrors, ifProblem } from '../../core/problem.ts';
import { serviceTime } from '../../core/zone.ts';
import { VALUE_WORDS } from '../../report/markdown/fields.ts';
import type { Style } from '../../report/style.ts';
import { cellText, dataTableText, type TableFormat } from '../../report/terminal/data-table.ts';
import { stateName } from '../../report/view/words.ts';
import { type NamedKind, namedTemplates } from '../bound.ts';
import { keepCategories } from '../categories.ts';
import { openConfig, requireAlias } from '../config.ts';
import type { Outcome } from '../finish.ts';
import { type Invocation, refuseTwoForms } from '../invocation.ts';
import { beginOf, type Since } from '../options.ts';
import { openSession } from '../session.ts';

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
  format?: TableFormat;
}

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
  if (kind !== undefined && question.names.length > 0) {
    // A name may be a code or a key, which needs neither manifests nor a state.
    const place = { config, environment };
    const known = await namedTemplates(invocation, place, kind, options.profile).catch(ifProblem(undefined));
    question.names = question.names.flatMap((name) => {
      const codes = known?.codesOf(name) ?? [];
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
  };
  const read = await getThing(question, context);
  if (question.thing === 'categories' && question.names.length === 0)
    await keepCategories({ ...invocation.ports, root: config.root, environment }, read.rows);
  const found = invocation.redaction.within(read);
  // The problems already report what does not exist.
  const isReported = (options.format ?? 'table') === 'table' && found.rows.length === 0 && found.problems.length > 0;
  return {
    exit: hasErrors(found.problems) ? Exit.failed : Exit.done,
    text: isReported ? '' : drawn(invocation, thing, found, options.format ?? 'table'),
    format: options.format === 'table' ? undefined : options.format,
    json: { thing: question.thing, rows: found.rows },
    problems: found.problems,
  };
}

function questionOf({ ports }: Invocation, [thing = '', ...names]: string[], options: GetOptions): GetQuestion {
  const { state, category, keyword, bubble, inUse = false } = options;
  const time = (given: Since | undefined) => given && beginOf(given, ports.clock.now());
  const times = { from: time(options.from), to: time(options.to), since: time(options.since) };
  const given = { state, category, keyword, bubble, ...times };
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { thing, names, filters, inUse, ofProfiles: options.profile !== undefined };
}

function drawn(
  invocation: Invocation,
  { one, columns }: Thing,
  { rows, problems }: LookedUp,
  format: TableFormat,
): string {
  if (format === 'table' && rows.length === 0) return hasErrors(problems) ? '' : `There is no ${one}.`;
  const isAlone = new Set(rows.map(({ profile }) => profile)).size < 2;
  const shown = columns.filter(
    ({ key }) =>
      format === 'csv' ||
      (key === 'profile' ? !isAlone || columns[0]?.key === 'profile' : rows.some((row) => row[key] !== undefined)),
  );
  const table = shown.map(({ shows, ...column }) => ({ ...column, ...(shows ? { show: SHOWS[shows] } : {}) }));
  return dataTableText({ columns: table, rows }, format, { ...invocation.terminal.style('stdout'), language: 'en' });
}

const SHOWS: Readonly<Record<NonNullable<ThingColumn['shows']>, (value: Json, style: Style) => string>> = {
  state: (value) => {
    const word = cellText(value);
    const meaning = stateName(word, 'en');
    if (meaning === 'there' || meaning === word) return word;
    // Codes of the service are shown with their meaning, because its console has them.
    return meaning.startsWith(word) ? meaning : `${word} ${meaning}`;
  },
  time: (value, style) => serviceTime(cellText(value), style),
  yes: (value) => (typeof value === 'boolean' ? VALUE_WORDS[value ? 'yes' : 'no'].en : cellText(value)),
  groups: (value) =>
    Array.isArray(value)
      ? value.map((group) => (isObject(group) ? cellText(group['name'] ?? null) : '')).join(', ')
      : '',
};
