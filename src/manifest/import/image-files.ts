import { join } from 'node:path';
import type { FileNode } from '../../core/content.ts';
import { sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, isProblem, type Problem } from '../../core/problem.ts';
import { isOccupied, onDisk } from '../../files/writer.ts';
import { nodeOfBytes } from '../file/file-node.ts';
import { fileTypeOf } from '../file/file-type.ts';

/** The fetched images: one file for each name and digest. Each is written when it arrives, so that memory holds only one. */
export interface ImageFiles {
  /** Writes the bytes of a URL as a file, if the service accepts them for a use. The file has this name and a part of the digest. */
  put(url: string, name: string, uses: Iterable<string>, bytes: Uint8Array): Promise<void>;
  /** The file of a URL for a use; undefined if it was not fetched, or the service does not accept it for this use. */
  nodeOf(url: string, use: string): FileNode | undefined;
  /** Removes the files that were written here, except those that are shown. Returns the paths of what is shown, sorted. */
  keepOnly(shown: readonly { file: FileNode }[]): Promise<string[]>;
  /** Keeps what was written from now on, whatever happens. */
  keepAll(): void;
  /** A problem for each path that has a file with other bytes. No file is overwritten. */
  problems(): Problem[];
}

export function openImageFiles({ root, folder, files }: { root: string; folder: string; files: Files }): ImageFiles {
  const nodes = new Map<string, FileNode>();
  /** The digest of each file, by its path. */
  const written = new Map<string, string>();
  const problems: Problem[] = [];
  const keyOf = (url: string, use: string): string => JSON.stringify([url, use]);

  /** Returns true if the path now has a file with these bytes. */
  const write = async (path: string, digest: string, bytes: Uint8Array): Promise<boolean> => {
    if (written.has(path)) return true;
    const absolute = join(root, path);
    const there = await files.read(absolute);
    if (there === undefined ? await isOccupied(absolute, files) : sha256(there) !== digest) {
      problems.push(taken(path));
      return false;
    }
    if (there === undefined) {
      written.set(path, digest);
      await onDisk(path, files.writeAtomic(absolute, bytes, 'kept'));
    }
    return true;
  };

  return {
    put: async (url, name, uses, bytes) => {
      const type = fileTypeOf(bytes);
      if (type !== 'png' && type !== 'jpeg') return;
      const digest = sha256(bytes);
      const file = `${name}-${digest.slice(0, 8)}.${type === 'png' ? 'png' : 'jpg'}`;
      const path = [folder, 'images', file].filter((part) => part !== '').join('/');
      for (const use of uses) {
        const node = nodeOfBytes(path, bytes, use);
        if (!isProblem(node) && (await write(path, digest, bytes))) nodes.set(keyOf(url, use), node);
      }
    },
    nodeOf: (url, use) => nodes.get(keyOf(url, use)),
    keepOnly: async (shown) => {
      const kept = new Set(shown.map(({ file }) => file.path));
      for (const [path, digest] of [...written]) {
        if (kept.has(path)) continue;
        // What cannot be removed stays: the problem that ends the import counts more.
        await removeIfSame(join(root, path), digest, files).catch(() => undefined);
        written.delete(path);
      }
      return [...kept].sort();
    },
    keepAll: () => written.clear(),
    problems: () => problems,
  };
}

async function removeIfSame(path: string, digest: string, files: Files): Promise<void> {
  const there = await files.read(path);
  if (there !== undefined && sha256(there) === digest) await files.remove(path);
}

/** The problem of a path at which an import would write a file and there is one. */
export function taken(path: string): Problem {
  return errorProblem(
    'import-file-exists',
    `The file \`${path}\` exists already`,
    'Move the file away, or import into another folder with `--out`. Nothing was written',
  );
}
