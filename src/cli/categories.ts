import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../config/environment.ts';
import type { CodeList } from '../core/declaration.ts';
import { ServiceFailure } from '../core/failure.ts';
import { FileFailure } from '../core/file-failure.ts';
import { type Clock, type Files, sha256 } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { templateEndpoints } from '../kinds/notification-template/endpoints.ts';
import { accountDigest } from '../state/account.ts';
import type { Client } from '../wire/client.ts';

/** A list is read again after this time, or as soon as a manifest uses a code that it lacks. */
const FRESH_MS = 24 * 60 * 60 * 1000;
/** A plan waits for the list no longer than this: it can do without. */
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
});

type Kept = z.infer<typeof kept>;

/** Where the list of an environment is kept. The file may be deleted at any time. */
interface Place {
  root: string;
  environment: Environment;
  files: Files;
}

/**
 * The template categories of an environment as the last plan or apply read them, without a call. Undefined if there is no
 * list, or if the list belongs to another service or account. A setting that cannot be resolved is not compared.
 */
export async function readCategories(place: Place): Promise<CodeList | undefined> {
  const { environment } = place;
  const found = await read(place);
  if (found?.environment !== environment.name) return undefined;
  const { service = found.service, account = found.account } = identityOf(environment);
  if (found.service !== service || found.account !== account) return undefined;
  return {
    environment: environment.name,
    readAt: found.readAt,
    names: new Map(found.categories.map(({ code, name, group }) => [code, group ? `${group} > ${name}` : name])),
  };
}

/**
 * Reads the list of the environment again if the templates need it: there is none, it is a day old, or it lacks one of their
 * codes. Makes one call at most. A list that cannot be read or kept is no trouble of the plan.
 */
export async function refreshCategories(
  place: Place & { clock: Clock; signal: AbortSignal; service: Client },
  templates: readonly Resource[],
): Promise<void> {
  const { environment, clock, service } = place;
  const codes = templates
    .filter(({ kind }) => kind === 'NotificationTemplate')
    .map(({ content }) => content['category']);
  if (codes.length === 0) return;
  const known = await readCategories(place);
  const age = known ? clock.now() - Date.parse(known.readAt) : FRESH_MS;
  if (age >= 0 && age < FRESH_MS && codes.every((code) => known?.names.has(String(code)))) return;
  try {
    const categories = await patiently(place, (signal) => service.call(templateEndpoints.categories, {}, signal));
    // An empty list would call every code unknown.
    if (categories.length === 0) return;
    const fresh: Required<Kept> = {
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
    };
    await place.files.writeAtomic(pathOf(place), `${JSON.stringify(fresh, null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof ServiceFailure || error instanceof FileFailure)) throw error;
  }
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

async function read(place: Place): Promise<Kept | undefined> {
  try {
    const bytes = await place.files.read(pathOf(place), MOST_BYTES);
    return bytes && kept.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch (error) {
    if (error instanceof FileFailure || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function pathOf({ root, environment }: Place): string {
  return join(root, '.notiform', 'categories', `${environment.name}.json`);
}

/** Whose list it is, as far as the settings can be resolved here. An emulator of the project has another port each time. */
function identityOf(environment: Environment): { service?: string; account?: string } {
  if (environment.emulator) return { service: 'emulator', account: 'emulator' };
  const url = resolved(environment.resourceUrl);
  const who = resolved(environment.resourceCredentials);
  return {
    ...(url === undefined ? {} : { service: sha256(`notiform service\n${url}`) }),
    ...(who === undefined ? {} : { account: accountDigest(who.bizId) }),
  };
}

function resolved<T>(setting: () => T): T | undefined {
  try {
    return setting();
  } catch (error) {
    if (error instanceof NotiformError) return undefined;
    throw error;
  }
}
