import { join } from 'node:path';
import type { FileNode } from '../../core/content.ts';
import { fileFailure } from '../../core/file-failure.ts';
import { sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { isProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { nodeOfBytes } from '../file/file-node.ts';
import { fileTypeOf } from '../file/file-type.ts';

/** The images that were fetched: one file for each use and digest, written as soon as it is there, so that none is held. */
export interface Shelf {
  /** Takes the bytes behind a URL, and writes them for each use that the service would take them for. */
  put(url: string, uses: Iterable<string>, bytes: Uint8Array): Promise<void>;
  /** The file of a URL for a use; undefined where it was not fetched, or may not be used so. */
  nodeOf(url: string, use: string): FileNode | undefined;
  /** Takes away the files that were written here, but for these paths. */
  clear(kept: ReadonlySet<string>): Promise<void>;
  /** The files that were written here. */
  written(): string[];
  /** Files that are there with other bytes: nothing is overwritten. */
  problems(): Problem[];
}

export function openShelf({ root, folder, files }: { root: string; folder: string; files: Files }): Shelf {
  const nodes = new Map<string, FileNode>();
  /** The digest of each file, by its path. */
  const written = new Map<string, string>();
  const problems: Problem[] = [];
  const keyOf = (url: string, use: string): string => JSON.stringify([url, use]);

  /** Whether the file is there now with these bytes. */
  const write = async (path: string, digest: string, bytes: Uint8Array): Promise<boolean> => {
    if (written.has(path)) return true;
    const absolute = join(root, path);
    const there = await files.read(absolute);
    const isLinkToNothing = there === undefined && (await files.writePath(absolute)) !== absolute;
    if (isLinkToNothing || (there !== undefined && sha256(there) !== digest)) {
      problems.push(taken(path));
      return false;
    }
    if (there === undefined) {
      written.set(path, digest);
      await onDisk(path, files.writeAtomic(absolute, bytes, 'kept'));
    }
    return true;
  };

  const removeIfOurs = async (path: string, digest: string): Promise<void> => {
    const there = await files.read(path);
    if (there !== undefined && sha256(there) === digest) await files.remove(path);
  };

  return {
    put: async (url, uses, bytes) => {
      const type = fileTypeOf(bytes);
      if (type !== 'png' && type !== 'jpeg') return;
      const digest = sha256(bytes);
      for (const use of uses) {
        const name = `${use.replaceAll('/', '-')}-${digest.slice(0, 12)}.${type === 'png' ? 'png' : 'jpg'}`;
        const path = [folder, 'images', name].filter((part) => part !== '').join('/');
        const node = nodeOfBytes(path, bytes, use);
        if (!isProblem(node) && (await write(path, digest, bytes))) nodes.set(keyOf(url, use), node);
      }
    },
    nodeOf: (url, use) => nodes.get(keyOf(url, use)),
    clear: async (kept) => {
      for (const [path, digest] of [...written]) {
        if (kept.has(path)) continue;
        // What cannot be removed stays: the problem that ends the import counts more.
        await removeIfOurs(join(root, path), digest).catch(() => undefined);
        written.delete(path);
      }
    },
    written: () => [...written.keys()],
    problems: () => problems,
  };
}

/** A file stands where an import would write one. */
export function taken(path: string): Problem {
  return {
    code: 'import-file-exists',
    severity: 'error',
    message: `There is a file \`${path}\` already`,
    hint: 'Move it away, or import into another folder with `--out`; nothing was written',
  };
}

/** What a write came to: what the file system refuses is a NotiformError with its word. */
export async function onDisk(path: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const failure = fileFailure(error, 'written', path);
    if (!failure) throw error;
    throw new NotiformError({
      code: 'import-unwritten',
      severity: 'error',
      message: `\`${path}\` could not be written (${failure.code})`,
      hint: 'Make room, or give this user the right to write there; what was written of it was taken away again',
    });
  }
}
