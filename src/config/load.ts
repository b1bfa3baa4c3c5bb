import { dirname, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { Exit } from '../core/exit.ts';
import { isObject, own } from '../core/json.ts';
import type { Language } from '../core/language.ts';
import type { Path } from '../core/path.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, hasErrors, NotiformError, type Problem, type Sources, sortProblems } from '../core/problem.ts';
import { fileFailure } from '../files/file-failure.ts';
import { MAX_SOURCE_BYTES } from '../text/source-text.ts';
import { parseLocatedBytes } from '../yaml/located.ts';
import type { LocatedDocument } from '../yaml/places.ts';
import { concealed, secretsOf } from './conceal.ts';
import { type Env, type Environment, openEnvironment } from './environment.ts';
import { toProblems } from './issues.ts';
import { checkRules } from './rules.ts';
import { type ConfigFile, configSchema } from './schema.ts';

const FILE_NAME = 'notiform.yaml';

export interface Config {
  /** Folder of `notiform.yaml`, absolute: the project's root. */
  root: string;
  file: string;
  /** The name of the project in its state, if it is set. */
  project: string | undefined;
  manifests: string;
  /** The time zone in which times are shown, an IANA name. */
  timezone: string;
  language: Language;
  defaults: ConfigFile['defaults'];
  environmentNames: string[];
  /** Opens one; by `defaults.environment`, or the only one, where no name is given. */
  environment(name?: string): Environment;
  problems: Problem[];
  /** Words of the process's environment that nothing may show (`secretsOf`). */
  secrets: ReadonlySet<string>;
  /** The file's text, secrets and numbers concealed. */
  sources: Sources;
}

/**
 * Reads the configuration: `file` as given, else `notiform.yaml` in `cwd` or the nearest folder above. Throws a
 * NotiformError with every problem of the file.
 */
export async function loadConfig(options: ConfigPlace & { env: Env }): Promise<Config> {
  const path = await configPath(options);
  const bytes = path && (await readFile(path, options));
  if (!path || !bytes) throw notFound(options.file);
  const root = dirname(path);
  const name = relative(root, path);
  const { documents, problems, text } = parseLocatedBytes(name, bytes);
  const sources = new Map([[name, concealed(text)]]);
  const [document, ...others] = documents.filter(({ value }, index) => index === 0 || value !== null);
  if (hasErrors(problems) || !document) {
    const isEmpty = errorProblem('config-invalid', `${name} is empty`, 'Add at least `version: 1` and `environments`');
    const empty = { ...isEmpty, place: { file: name, line: 1, column: 1 } };
    throw new NotiformError(problems.length > 0 ? problems : [empty], Exit.problems, sources);
  }
  const ignored = others.map((other) => ({
    ...errorProblem(
      'config-invalid',
      'This document would be ignored',
      'Write all settings in one document, without `---`',
    ),
    place: other.place([], 'value'),
  }));
  const { config, problems: found } = check(document, [...problems, ...ignored], sources);
  return {
    root,
    file: name,
    project: config.project,
    manifests: config.manifests,
    timezone: config.timezone,
    language: config.language,
    defaults: config.defaults,
    environmentNames: Object.keys(config.environments),
    environment: (wanted) => pick(config, document, wanted, options.env),
    problems: found,
    secrets: secretsOf(config, options.env),
    sources,
  };
}

function check(
  document: LocatedDocument,
  before: Problem[],
  sources: Sources,
): { config: ConfigFile; problems: Problem[] } {
  const parsed = configSchema.safeParse(document.value);
  const problems = [...before];
  if (!parsed.success) problems.push(...toProblems(parsed.error.issues, document, knownKeys));
  else problems.push(...checkRules(parsed.data, document));
  if (!parsed.success || hasErrors(problems)) throw new NotiformError(sortProblems(problems), Exit.problems, sources);
  return { config: parsed.data, problems };
}

function pick(config: ConfigFile, document: LocatedDocument, wanted: string | undefined, env: Env): Environment {
  const names = Object.keys(config.environments);
  const name = wanted ?? config.defaults.environment ?? (names.length === 1 ? names[0] : undefined);
  const file = name === undefined ? undefined : own(config.environments, name);
  if (name !== undefined && file) return openEnvironment(name, file, document, env);
  throw new NotiformError(
    errorProblem(
      'config-no-environment',
      wanted === undefined
        ? 'Which environment? There are several and no default'
        : `There is no environment \`${wanted}\``,
      `Pass ${wanted === undefined ? '--environment with ' : ''}one of: ${names.join(', ')}`,
    ),
    Exit.problems,
  );
}

/** The settings that exist at a path, for the hint of an unknown setting. */
function knownKeys(path: Path): string[] {
  let at: unknown = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  for (const part of path) {
    if (!isObject(at)) return [];
    const properties = isObject(at['properties']) ? at['properties'] : {};
    at = mappingOf(own(properties, String(part)) ?? at['additionalProperties']);
  }
  return isObject(at) && isObject(at['properties']) ? Object.keys(at['properties']) : [];
}

/** The mapping among the forms of a setting. */
function mappingOf(schema: unknown): unknown {
  const forms = isObject(schema) ? schema['anyOf'] : undefined;
  return Array.isArray(forms) ? forms.find((form) => isObject(form) && isObject(form['properties'])) : schema;
}

async function readFile(path: string, { file = FILE_NAME, files }: ConfigPlace): Promise<Uint8Array | undefined> {
  try {
    return await files.read(path, MAX_SOURCE_BYTES);
  } catch (error) {
    const failure = fileFailure(error, 'read', file);
    throw failure ? new NotiformError(failure.problem(file), Exit.problems) : error;
  }
}

function notFound(asked: string | undefined): NotiformError {
  return new NotiformError(
    errorProblem(
      'config-not-found',
      asked ? `There is no file ${asked}` : `There is no ${FILE_NAME} here, nor in a folder above`,
      'Go to the project, or name the file with --config. `notiform init` creates a new project',
    ),
    Exit.problems,
  );
}

interface ConfigPlace {
  cwd: string;
  /** The file or the folder that the command line names. */
  file?: string | undefined;
  files: Pick<Files, 'read' | 'size'>;
}

/** Returns the path of the configuration: the file that was named, or the one in the folder that was named. */
async function configPath({ cwd, file, files }: ConfigPlace): Promise<string | undefined> {
  if (!file) return findConfig(cwd, files);
  const path = resolve(cwd, file);
  const inside = join(path, FILE_NAME);
  // The caller reads the file, and reports it by the name that the person gave.
  const size = await files.size(inside).catch(() => undefined);
  return size === undefined ? path : inside;
}

/** Returns the path of the configuration in a folder, or in the nearest folder above. */
export async function findConfig(from: string, files: Pick<Files, 'size'>): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, FILE_NAME);
    if ((await files.size(path)) !== undefined) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
