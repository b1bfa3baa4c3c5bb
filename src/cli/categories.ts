import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../config/environment.ts';
import { resolved } from '../config/together.ts';
import type { CodeList } from '../core/declaration.ts';
import { ServiceFailure } from '../core/failure.ts';
import { parsedJson, sha256 } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { Clock, Files } from '../core/ports.ts';
import { compareText } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { LikelyRefusals } from '../engine/types.ts';
import { FileFailure } from '../files/file-failure.ts';
import { type TemplateCategory, templateEndpoints } from '../kinds/notification-template/endpoints.ts';
import { accountDigest } from '../state/account.ts';
import type { Client } from '../wire/client.ts';
import type { Invocation } from './invocation.ts';
import { type LoadedProject, readProject, type Session } from './session.ts';

/** A list is read again after this time, or if a manifest uses a code that was not compared with it. */
const FRESH_MS = 24 * 60 * 60 * 1000;
/** The longest that a plan waits for the list. It does not depend on it. */
const PATIENCE_MS = 5000;
const MOST_BYTES = 1024 * 1024;

const kept = z.object({
  version: z.literal(1),
  environment: z.string(),
  /** Digests of the address and the account that the list belongs to. */
  service: z.string(),
  account: z.string(),
  readAt: z.iso.datetime(),
  categories: z.array(z.object({ code: z.string(), name: z.string(), group: z.string().optional() })),
  /** Codes that templates use and the list lacks. They are stored so that a retired code does not cost a request in every plan. */
  unlisted: z.array(z.string()).optional(),
});

type CachedCategories = z.infer<typeof kept>;

/** Returns the file of an environment's list. The file may be deleted at any time. */
interface CategoryCache {
  root: string;
  environment: Environment;
  files: Files;
}

/**
 * The template categories of an environment as the last plan or apply read them, without a call. Undefined if there is no
 * list, or if the list belongs to another service or account. A setting that cannot be resolved is not compared.
 */
export async function readCategories(place: CategoryCache): Promise<CodeList | undefined> {
  const found = await readOwn(place);
  return found && { ...listOf(found), readAt: found.readAt };
}

/** Returns the names of the template categories that the contents of a plan have, by their codes. */
export async function categoryNames(place: CategoryCache, { changes, blocked }: Plan): Promise<Record<string, string>> {
  const contents = [...changes, ...blocked].flatMap(({ before, after }) => [before, after]);
  const codes = new Set(contents.map((content) => String(content?.['category'])));
  const names = (await readCategories(place))?.names ?? new Map<string, string>();
  return Object.fromEntries([...names].filter(([code]) => codes.has(code)));
}

function listOf({ environment, categories }: CachedCategories): CodeList {
  const names = new Map(categories.map(({ code, name, group }) => [code, group ? `${group} > ${name}` : name]));
  return { environment, names };
}

/**
 * Returns the check for categories that the environment's list lacks (AT33). It returns the warnings by address, and none if the
 * list cannot be read.
 */
export function unlistedCategories(
  invocation: Invocation,
  { config, environment }: LoadedProject,
  { service }: Session,
  again = false,
): (resources: readonly Resource[]) => Promise<LikelyRefusals> {
  const { ports, signal } = invocation;
  return async (resources) => {
    const list = await refreshCategories(
      { ...ports, root: config.root, environment, signal, service },
      resources,
      again,
    );
    if (!list || categoriesOf(resources).every((code) => list.names.has(code))) return new Map();
    // The manifests say where each code is, and which of them silence the rule.
    const { problems } = await readProject(invocation, config, environment, [], { categories: list });
    return new Map(
      problems.flatMap((problem) => {
        const { code, address, rule, hint } = problem;
        return code === 'unknown-category' && address && rule && hint ? [[address, { ...problem, rule, hint }]] : [];
      }),
    );
  };
}

function categoriesOf(resources: readonly Resource[]): string[] {
  return resources
    .filter(({ kind }) => kind === 'NotificationTemplate')
    .map(({ content }) => String(content['category']));
}

/**
 * Reads the environment's list again if there is none, if it is a day old, or if a code of the templates was not compared with it.
 * Makes one call at most. Returns the list without its time, so that equal plans are equal. Undefined if no template needs the list,
 * or the service did not return it. An older list is not used in that case.
 * @param again true to read the list in any case
 */
async function refreshCategories(
  place: CategoryCache & { clock: Clock; signal: AbortSignal; service: Client },
  templates: readonly Resource[],
  again = false,
): Promise<CodeList | undefined> {
  const { clock, service } = place;
  const codes = categoriesOf(templates);
  if (codes.length === 0) return undefined;
  const own = again ? undefined : await readOwn(place);
  const age = own ? clock.now() - Date.parse(own.readAt) : FRESH_MS;
  const known = age >= 0 && age < FRESH_MS ? own : undefined;
  const listed = new Set(known?.categories.map(({ code }) => code));
  const unlisted = new Set(known?.unlisted);
  if (known && codes.every((code) => listed.has(code) || unlisted.has(code))) return listOf(known);
  try {
    const categories = await patiently(place, (signal) => service.call(templateEndpoints.categories, {}, signal));
    // An empty list would call every code unknown.
    return categories.length === 0 ? undefined : await store(place, categories, [...unlisted, ...codes]);
  } catch (error) {
    if (error instanceof ServiceFailure) return undefined;
    throw error;
  }
}

/** Stores the list that `get categories` read: completion, the editor and lint use it. */
export async function keepCategories(
  place: CategoryCache & { clock: Clock },
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const categories = rows.map(({ code, name, groupName }) => ({
    code: String(code),
    name: String(name),
    groupName: typeof groupName === 'string' ? groupName : undefined,
  }));
  const { unlisted = [] } = (await readOwn(place)) ?? {};
  await store(place, categories, unlisted);
}

/**
 * Stores a list and returns it. A list that cannot be written is not kept.
 * @param compared the codes of templates, of which the list keeps those that it lacks
 */
async function store(
  place: CategoryCache & { clock: Clock },
  categories: readonly Pick<TemplateCategory, 'code' | 'name' | 'groupName'>[],
  compared: readonly string[],
): Promise<CodeList> {
  const { environment, clock, files } = place;
  const now = new Set(categories.map(({ code }) => code));
  const list: CachedCategories = {
    version: 1,
    environment: environment.name,
    service: '',
    account: '',
    ...identityOf(environment),
    readAt: new Date(clock.now()).toISOString(),
    categories: categories.map(({ code, name, groupName }) => ({
      code,
      name,
      ...(groupName ? { group: groupName } : {}),
    })),
    // Those of templates that another plan selected stay: it would read the list again.
    unlisted: [...new Set(compared)].filter((code) => !now.has(code)).sort(compareText),
  };
  await files.writeAtomic(pathOf(place), `${JSON.stringify(list, null, 2)}\n`).catch((error: unknown) => {
    if (!(error instanceof FileFailure)) throw error;
  });
  return listOf(list);
}

async function patiently<T>(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [late, answered] = [new AbortController(), new AbortController()];
  clock.sleep(PATIENCE_MS, answered.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await call(AbortSignal.any([signal, late.signal]));
  } finally {
    answered.abort();
  }
}

async function readOwn(place: CategoryCache): Promise<CachedCategories | undefined> {
  const { environment } = place;
  const found = await read(place);
  if (found?.environment !== environment.name) return undefined;
  const { service = found.service, account = found.account } = identityOf(environment);
  return found.service === service && found.account === account ? found : undefined;
}

async function read(place: CategoryCache): Promise<CachedCategories | undefined> {
  try {
    const bytes = await place.files.read(pathOf(place), MOST_BYTES);
    return bytes && kept.safeParse(parsedJson(bytes)).data;
  } catch (error) {
    if (error instanceof FileFailure) return undefined;
    throw error;
  }
}

function pathOf({ root, environment }: CategoryCache): string {
  return join(root, '.notiform', 'categories', `${environment.name}.json`);
}

/** Identifies the service and account of a list, if the settings can be resolved. The port of the project's emulator changes each time. */
function identityOf(environment: Environment): { service?: string; account?: string } {
  if (environment.emulator) return { service: 'emulator', account: 'emulator' };
  const url = resolved(environment.resourceUrl);
  const who = resolved(environment.resourceCredentials);
  return {
    ...(url !== undefined && { service: sha256(`notiform service\n${url}`) }),
    ...(who && { account: accountDigest(who.bizId) }),
  };
}
