import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Files } from '../../core/ports.ts';
import { errorProblem, type Problem } from '../../core/problem.ts';

/** The folders of the project. */
export interface Project {
  /** Absolute. */
  root: string;
  files: Files;
}

/** A file of the project that a manifest names. */
export interface LocalFile {
  /** The real path, with links resolved. If a link changes later, this path stays the same. */
  absolute: string;
  /** Relative to the root. */
  path: string;
  bytes: number;
}

/** How many first bytes are enough to detect the type of a file. */
const HEAD = 64;

/**
 * Finds a file by its path in a manifest. The path is relative to the manifest. The file and the target of a link must be inside
 * the project, and readable. Returns a problem otherwise.
 */
export async function findLocal(project: Project, manifest: string, path: string): Promise<LocalFile | Problem> {
  if (isAbsolute(path) || /^(?:[A-Za-z]:|~)?[\\/]/.test(path)) return outside(path, 'is an absolute path');
  const absolute = join(project.root, dirname(manifest), path);
  if (leaves(project.root, absolute)) return outside(path, 'leads out of the project');
  try {
    const real = await project.files.realPath(absolute);
    if (real === undefined) {
      if (await twinOf(project.files, join(project.root, dirname(manifest)), path)) return misspelled(path);
      return missing(path);
    }
    const realRoot = (await project.files.realPath(project.root)) ?? project.root;
    if (leaves(realRoot, real)) return outside(path, 'leads out of the project by a symbolic link');
    const bytes = await project.files.size(absolute);
    if (bytes === undefined) return unreadable(path, 'is a folder, or not a regular file');
    return { absolute: real, path: relative(project.root, absolute).replaceAll('\\', '/'), bytes };
  } catch (error) {
    return unreadable(path, `cannot be read (${reasonOf(error)})`);
  }
}

/** Reads a file that `findLocal` found. Stops after `most` bytes and one more, which shows that the file is too large. */
export async function readLocal({ files }: Project, file: LocalFile, most: number): Promise<Uint8Array | Problem> {
  try {
    return (await files.read(file.absolute, most)) ?? missing(file.path);
  } catch (error) {
    return unreadable(file.path, `cannot be read (${reasonOf(error)})`);
  }
}

/** The facts about a file that was read piece by piece. */
interface Scanned {
  /** Its first bytes. */
  head: Uint8Array;
  sha256: string;
  bytes: number;
}

/** Reads a file that may be too large for the memory; stops one piece after `most` bytes. */
export async function scanLocal({ files }: Project, file: LocalFile, most: number): Promise<Scanned | Problem> {
  const digester = createHash('sha256');
  let head: Uint8Array = new Uint8Array();
  let bytes = 0;
  try {
    for await (const piece of files.stream(file.absolute)) {
      if (head.length < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD - head.length)]);
      bytes += piece.byteLength;
      if (bytes > most) break;
      digester.update(piece);
    }
  } catch (error) {
    return unreadable(file.path, `cannot be read (${reasonOf(error)})`);
  }
  return { head, sha256: digester.digest('hex'), bytes };
}

/** True if a path is outside a folder. */
export function leaves(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function outside(path: string, why: string): Problem {
  return errorProblem(
    'file-outside',
    `\`${path}\` ${why}`,
    'Copy the file into the project, and write its path relative to this manifest',
  );
}

const FORMS = ['NFC', 'NFD'] as const;

/** A name as it is, composed, and decomposed as macOS writes it. The three look the same. */
export function formsOf(name: string): string[] {
  return [...new Set([name, ...FORMS.map((form) => name.normalize(form))])];
}

/** Returns a path below a folder that exists and looks the same, each of its names in any form. @param folder absolute */
export async function twinOf(files: Files, folder: string, path: string): Promise<string | undefined> {
  let twin = '';
  for (const part of path.split('/')) {
    const tried = formsOf(part).map((form) => join(twin, form));
    const found = await firstThere(tried, (one) => files.realPath(join(folder, one)));
    if (found === undefined) return undefined;
    twin = found;
  }
  return twin;
}

async function firstThere(paths: string[], find: (path: string) => Promise<string | undefined>) {
  for (const path of paths) if ((await find(path)) !== undefined) return path;
  return undefined;
}

function missing(path: string): Problem {
  const hint = /^https?:\/\//i.test(path)
    ? `To use an address, write \`{ url: "${path}" }\``
    : path.includes('\\')
      ? 'Write `/` between folders'
      : 'The path is relative to this manifest';
  return errorProblem('file-missing', `There is no file \`${path}\``, hint);
}

function misspelled(path: string): Problem {
  const forms = ['composed (NFC)', 'decomposed (NFD)'];
  const [here, there] = path === path.normalize('NFC') ? forms : forms.reverse();
  return errorProblem(
    'file-missing',
    `There is no file \`${path}\`, but one whose name looks the same`,
    `Its characters are ${here} here and ${there} in the file’s name: rename the file, or copy its name into the manifest`,
  );
}

function unreadable(path: string, why: string): Problem {
  return errorProblem('file-unreadable', `\`${path}\` ${why}`, 'Check that you may read the file');
}

/** The system's code of an error: `EACCES`; its text if it has none. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
