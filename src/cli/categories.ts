import { join } from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { CodeList } from '../core/declaration.ts';
import { ServiceFailure } from '../core/failure.ts';
import { isObject, parsedJson } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { Files } from '../core/ports.ts';
import type { Resource } from '../core/resource.ts';
import type { LikelyRefusals } from '../engine/subject/subject.ts';
import { FileFailure } from '../files/file-failure.ts';
import { templateEndpoints } from '../kinds/notification-template/endpoints.ts';
import type { Invocation } from './invocation.ts';
import { type LoadedProject, readProject } from './project.ts';
import type { Session } from './session.ts';

/** The file of an environment's list: an object with the names by their codes. It may be deleted at any time. */
interface CategoryCache {
  root: string;
  environment: Environment;
  files: Files;
}

/** The template categories of an environment as they were read last, without a call. Undefined if there is no list. */
export async function readCategories({ root, environment, files }: CategoryCache): Promise<CodeList | undefined> {
  const bytes = await files.read(pathOf(root, environment)).catch(ifFileFailure);
  const stored = bytes && parsedJson(bytes);
  if (!isObject(stored)) return undefined;
  const names = Object.entries(stored).map(([code, name]) => [code, String(name)] as const);
  return { environment: environment.name, names: new Map(names) };
}

/** Returns the names of the template categories that the contents of a plan have, by their codes. */
export async function categoryNames(place: CategoryCache, { changes, blocked }: Plan): Promise<Record<string, string>> {
  const contents = [...changes, ...blocked].flatMap(({ before, after }) => [before, after]);
  const codes = new Set(contents.map((content) => String(content?.['category'])));
  const names = (await readCategories(place))?.names ?? new Map<string, string>();
  return Object.fromEntries([...names].filter(([code]) => codes.has(code)));
}

/**
 * Returns the check for categories that the environment's list lacks (AT33). It returns the warnings by address, and none if the
 * list cannot be read.
 */
export function unlistedCategories(
  invocation: Invocation,
  { config, environment }: LoadedProject,
  { service }: Session,
): (resources: readonly Resource[]) => Promise<LikelyRefusals> {
  const { ports, signal } = invocation;
  const place = { ...ports, root: config.root, environment };
  const readAgain = async (): Promise<CodeList | undefined> => {
    const categories = await service.call(templateEndpoints.categories, {}, signal).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof ServiceFailure)) throw error;
      return [];
    });
    return keepCategories(place, categories);
  };
  return async (resources) => {
    const templates = resources.filter(({ kind }) => kind === 'NotificationTemplate');
    const codes = templates.map(({ content }) => String(content['category']));
    const isLacking = (of: CodeList | undefined): boolean => codes.some((code) => !of?.names.has(code));
    const own = await readCategories(place);
    // A code that the list lacks may be new.
    const list = isLacking(own) ? await readAgain() : own;
    if (!list || !isLacking(list)) return new Map();
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

/**
 * Stores a list that was read and returns it. Undefined for an empty one, which would call every code unknown. A list that cannot be
 * written is not kept.
 */
export async function keepCategories(
  { environment, root, files }: CategoryCache,
  rows: readonly object[],
): Promise<CodeList | undefined> {
  if (rows.length === 0) return undefined;
  const names = rows.map((row): [string, string] => {
    const { code, name, groupName }: Record<string, unknown> = { ...row };
    return [String(code), groupName ? `${groupName} > ${name}` : String(name)];
  });
  const text = `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`;
  await files.writeAtomic(pathOf(root, environment), text).catch(ifFileFailure);
  return { environment: environment.name, names: new Map(names) };
}

function pathOf(root: string, { name }: Environment): string {
  return join(root, '.notiform', 'categories', `${name}.json`);
}

function ifFileFailure(error: unknown): undefined {
  if (!(error instanceof FileFailure)) throw error;
}
