import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Files } from '../core/ports.ts';
import type { Mistake } from './manifest.ts';

/** Where the project's files are. */
export interface Project {
  /** Absolute. */
  root: string;
  files: Files;
}

/** A file of the project that a manifest names. */
export interface LocalFile {
  absolute: string;
  /** Relative to the root. */
  path: string;
  bytes: number;
}

/** What is wrong with a file, before it is said where it was named. */
export type FileMistake = Pick<Mistake, 'code' | 'message' | 'hint'>;

/**
 * Finds a file by its path in a manifest: relative to the manifest, inside the root by its name and by what it links
 * to, a file that can be looked at.
 */
export async function findLocal(project: Project, manifest: string, path: string): Promise<LocalFile | FileMistake> {
  if (isAbsolute(path) || /^(?:[A-Za-z]:)?[\\/]|^~/.test(path)) return outside(path, 'is an absolute path');
  const absolute = join(project.root, dirname(manifest), path);
  if (leaves(project.root, absolute)) return outside(path, 'leads out of the project');
  try {
    const real = await project.files.realPath(absolute);
    if (real === undefined) return missing(path);
    const realRoot = (await project.files.realPath(project.root)) ?? project.root;
    if (leaves(realRoot, real)) return outside(path, 'leads out of the project by a symbolic link');
    const bytes = await project.files.size(absolute);
    if (bytes === undefined) return unreadable(path, 'is a folder, not a file');
    return { absolute, path: relative(project.root, absolute).replaceAll('\\', '/'), bytes };
  } catch (error) {
    return unreadable(path, `cannot be read (${reasonOf(error)})`);
  }
}

/** The bytes of a file that `findLocal` found. */
export async function readLocal({ files }: Project, file: LocalFile): Promise<Uint8Array | FileMistake> {
  try {
    return (await files.read(file.absolute)) ?? missing(file.path);
  } catch (error) {
    return unreadable(file.path, `cannot be read (${reasonOf(error)})`);
  }
}

export function isFileMistake(found: object): found is FileMistake {
  return 'code' in found;
}

function leaves(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
}

function outside(path: string, why: string): FileMistake {
  return {
    code: 'file-outside',
    message: `\`${path}\` ${why}`,
    hint: 'Copy the file into the project and name it by a path relative to this manifest',
  };
}

function missing(path: string): FileMistake {
  const hint = /^https?:\/\//i.test(path)
    ? `An address is written as one: \`{ url: "${path}" }\``
    : path.includes('\\')
      ? 'Write `/` between folders'
      : 'The path is relative to this manifest';
  return { code: 'file-missing', message: `There is no file \`${path}\``, hint };
}

function unreadable(path: string, why: string): FileMistake {
  return { code: 'file-unreadable', message: `\`${path}\` ${why}`, hint: 'Name a file that you may read' };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
