import { join } from 'node:path';
import { Parser } from 'yaml';
import type { Files } from '../../core/ports.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import { createSource, normaliseSource } from '../../text/source-text.ts';
import { filesAsked, filesOfProject } from '../load/manifest-files.ts';
import { type ReadFile, readManifestFile, readManifests, shownSource } from '../load/read-file.ts';
import { formatText, sameValues } from './format.ts';
import { unusualIn } from './tidy.ts';

export interface Formatted {
  /** Relative to the root. */
  file: string;
  before: string;
  /** Equal to `before` if nothing changes, or if the file has a problem. */
  after: string;
  /** The text that excerpts are taken from, with phone numbers masked. */
  source: string;
  /** Why the file cannot be formatted. The values of its fields are not checked. */
  problems: Problem[];
}

/**
 * Finds the files of manifests, each once and sorted: those of the project, or those at the paths of the command line. Throws a
 * NotiformError (exit 64) if a path has none.
 */
export async function findFormattable(
  { root, files }: { root: string; files: Files },
  wanted: { manifests: string } | { paths: readonly string[] },
): Promise<{ names: string[]; problems: Problem[] }> {
  const found =
    'paths' in wanted
      ? await filesAsked({ root, files }, wanted.paths)
      : [await filesOfProject({ root, files, manifests: wanted.manifests })];
  const names = new Set(found.flatMap((one) => one.files));
  return { names: [...names].sort(compareText), problems: found.flatMap(({ problems }) => problems) };
}

/** Returns a file before and after formatting. Writes nothing. */
export async function formatFile(root: string, file: string, files: Files): Promise<Formatted> {
  return formatted(file, await readManifestFile(root, file, files));
}

/** As `formatFile`, from bytes. */
export function formatBytes(file: string, bytes: Uint8Array): Formatted {
  return formatted(file, readManifests(file, bytes));
}

function formatted(file: string, read: ReadFile): Formatted {
  const { text } = read;
  const errors = read.problems.filter(({ severity }) => severity === 'error');
  const made = errors.length > 0 ? text : formatText(text);
  const isSame = sameValues(text, made);
  const after = isSame ? made : text;
  const problems = isSame ? errors : [changed(file)];
  if (errors.length === 0 && made === text) problems.push(...unusualParts(file, text));
  return {
    file,
    before: text,
    after,
    // The values were not checked, so no manifest counts as valid.
    source: shownSource(read, new Set()),
    problems,
  };
}

function changed(file: string): Problem {
  return {
    code: 'fmt-unusual',
    severity: 'error',
    message: '`fmt` cannot rewrite this file without changing a value',
    hint: 'Format it by hand, and report this',
    place: { file, line: 1, column: 1 },
  };
}

/** The problem of a file that `fmt` can read and cannot rewrite. */
function unusualParts(file: string, text: string): Problem[] {
  const source = createSource(file, normaliseSource(text));
  const unusual = unusualIn([...new Parser().parse(source.text)]);
  if (!unusual) return [];
  const { what, offset } = unusual;
  return [
    {
      code: 'fmt-unusual',
      severity: 'error',
      message: `\`fmt\` cannot rewrite ${what}`,
      hint: 'Write every entry as `key: value` on one line, without tags',
      place: source.place(offset, offset + 1),
    },
  ];
}

/** Overwrites a file with its formatted text. A symbolic link is kept. */
export async function writeFormatted(root: string, { file, after }: Formatted, files: Files): Promise<void> {
  const path = join(root, file);
  await files.writeAtomic((await files.realPath(path)) ?? path, after, 'kept');
}
