import { ServiceFailure } from '../core/failure.ts';
import { type JsonObject, mapObject, own } from '../core/json.ts';
import { errorProblem, type Problem, usageError } from '../core/problem.ts';
import { maskKey } from '../text/mask.ts';
import { didYouMean } from '../text/suggest.ts';
import { filterFields, flagsOf, foreign } from './filters.ts';
import {
  type AccountContext,
  type ListFilters,
  type LookedUp,
  type LookUpPlace,
  placeFields,
  plainRow,
} from './look-up.ts';
import { readProfiles } from './profiles.ts';
import { type Thing, things } from './things.ts';

export interface GetQuestion {
  thing: string;
  names: readonly string[];
  filters: ListFilters;
  /** The profiles in use by the account, also those of no environment. */
  inUse: boolean;
  /** True if `--profile` limits the question. */
  ofProfiles: boolean;
}

/** Checks everything that can be checked without a call. Throws a usage error. */
export function checkQuestion({ thing: word, names, filters, inUse, ofProfiles }: GetQuestion): Thing {
  const thing = own(things, word);
  if (!thing) {
    const known = Object.keys(things);
    throw usageError(
      `There is nothing called \`${word}\` to get`,
      didYouMean(
        word,
        known,
        `To find a template by its name, run \`notiform get templates NAME\`. Allowed: ${known.join(', ')}`,
      ),
    );
  }
  filterFields(word, thing, filters);
  if (inUse && word !== 'profiles') throw foreign('--in-use', word, flagsOf(thing));
  if (inUse && names.length > 0)
    throw usageError('--in-use lists every profile in use, so it takes no NAME', 'Leave out one of them');
  if (ofProfiles && thing.of === 'account' && word !== 'profiles') throw foreign('--profile', word, flagsOf(thing));
  if (ofProfiles && word === 'profiles' && (inUse || names.length > 0))
    throw usageError(`--profile and ${inUse ? '--in-use' : 'a NAME'} cannot be combined`, 'Leave out one of them');
  // Where names only select rows of the list, filters limit that list.
  const hasFilter = Object.values(filters).some((value) => value !== undefined);
  if (names.length > 0 && hasFilter && thing.name)
    throw usageError('A NAME and a filter cannot be combined', 'Leave out one of them');
  if (!thing.list && word !== 'profiles' && names.length === 0)
    throw usageError(`\`get ${word}\` needs the name of a ${thing.one}`, `Run \`notiform get ${word} NAME\``);
  for (const name of names) {
    const most = thing.name?.most ?? Number.POSITIVE_INFINITY;
    // A name with a space or a Korean letter is no code: it may be that of a declared template.
    if (name === '' || (/^[!-~]*$/.test(name) && name.length > most))
      throw usageError(`\`${name}\` is not the name of a ${thing.one}`, `A name has 1 to ${most} characters`);
  }
  return thing;
}

/** Reads a thing, all of it or by name. Rows have no secret: keys of profiles and channels are masked. */
export async function getThing(question: GetQuestion, context: AccountContext): Promise<LookedUp> {
  const thing = checkQuestion(question);
  const found = await read(question, thing, context);
  const aliasOf = new Map(context.profiles.map(({ key, alias }) => [key, alias]));
  const rows = found.rows.map((row) => masked({ ...aliasIn(row, aliasOf), ...row, ...thing.more?.(row) }));
  return { rows, problems: found.problems };
}

function aliasIn({ profile, senderKey, groupKey }: JsonObject, aliasOf: ReadonlyMap<string, string>): JsonObject {
  if (profile !== undefined) return {};
  const key = senderKey ?? groupKey;
  return typeof key === 'string' ? { profile: aliasOf.get(key) ?? null } : {};
}

async function read(question: GetQuestion, thing: Thing, context: AccountContext): Promise<LookedUp> {
  const { thing: word, filters, inUse } = question;
  const names = [...new Set(question.names)];
  const { client, signal } = context;
  if (word === 'profiles') return readProfiles(names, inUse, context);
  const places = placesOf(thing, context);
  if (names.length > 0 && thing.name) {
    const { field, most = Number.POSITIVE_INFINITY, read: how } = thing.name;
    const readNamed = async (place: LookUpPlace, name: string): Promise<LookedUp> => {
      if (typeof how === 'function') return at(place, await how(place, { [field]: name }));
      const row = await client.call(how, { ...placeFields(place), [field]: name }, signal);
      return at(place, { rows: [plainRow(row)], problems: [] });
    };
    const lookUp = async (name: string): Promise<LookedUp> => {
      const asked = [...name].length > most ? [] : places;
      const parts = await Promise.all(asked.map((place) => unlessRefused(() => readNamed(place, name))));
      const found = parts.filter((part) => 'rows' in part);
      if (found.length > 0) return joined(found);
      const [refusal] = parts.flatMap((part) => ('refused' in part ? [part.refused] : []));
      return { rows: [], problems: [notFound(thing, name, places, refusal)] };
    };
    return joined(await Promise.all(names.map(lookUp)));
  }
  const { list } = thing;
  const fields = filterFields(word, thing, filters);
  const parts = list ? await Promise.all(places.map(async (place) => at(place, await list(place, fields)))) : [];
  const found = joined(parts);
  return names.length === 0 ? found : selected(found, names, thing, places, context);
}

async function unlessRefused(read: () => Promise<LookedUp>): Promise<LookedUp | { refused: Problem }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceFailure && error.problem.code === 'service-refused') return { refused: error.problem };
    throw error;
  }
}

/** @param refusal a problem with the service's own words */
function notFound(
  { one, missing, filters }: Thing,
  name: string,
  places: readonly LookUpPlace[],
  refusal?: Problem,
): Problem {
  const aliases = places.flatMap(({ profile }) => profile?.alias ?? []);
  const where =
    aliases.length === 0 ? 'the account' : aliases.length > 3 ? `${aliases.length} profiles` : aliases.join(', ');
  const search = filters?.keyword ? ', or with `--keyword TEXT` to search for a part of a name' : '';
  return {
    ...errorProblem(
      'not-found',
      `There is no ${one} \`${name}\` in ${where}`,
      missing ?? `Run the command without NAME to list what exists${search}`,
    ),
    ...(refusal?.service ? { service: refusal.service } : {}),
  };
}

function selected(
  { rows, problems }: LookedUp,
  names: readonly string[],
  thing: Thing,
  places: readonly LookUpPlace[],
  { profiles }: AccountContext,
): LookedUp {
  const keyOf = new Map(profiles.map(({ alias, key }) => [alias, key]));
  const isNamed = (row: JsonObject, name: string): boolean =>
    row[thing.key] === name || (thing.key === 'profile' && row['groupKey'] === (keyOf.get(name) ?? name));
  const missing = names.filter((name) => !rows.some((row) => isNamed(row, name)));
  return {
    rows: rows.filter((row) => names.some((name) => isNamed(row, name))),
    problems: [...problems, ...missing.map((name) => notFound(thing, name, places))],
  };
}

function placesOf({ of }: Thing, { client, signal, asked }: AccountContext): LookUpPlace[] {
  if (of === 'account') return [{ client, signal }];
  return asked.filter(({ type }) => of === 'profiles' || type === 'S').map((profile) => ({ client, signal, profile }));
}

function at({ profile }: LookUpPlace, { rows, problems }: LookedUp): LookedUp {
  return profile ? { rows: rows.map((row) => ({ profile: profile.alias, ...row })), problems } : { rows, problems };
}

function joined(parts: readonly LookedUp[]): LookedUp {
  return { rows: parts.flatMap(({ rows }) => rows), problems: parts.flatMap(({ problems }) => problems) };
}

/** Keys that send messages or receive results. */
const SECRETS = ['senderKey', 'groupKey', 'channelKey', 'apiKey', 'token'];

/** The data with every key cut to its first letters. */
function masked(row: JsonObject): JsonObject {
  return mapObject(row, (value, at) =>
    typeof value === 'string' && SECRETS.includes(String(at.at(-1))) ? maskKey(value) : undefined,
  );
}
