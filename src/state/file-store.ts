import { join } from 'node:path';
import type { Ports } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { onDisk } from './disk.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { type FileLock, takeLock } from './lock.ts';
import type { Holder, Lease, StateStore } from './store.ts';

export interface FileStoreOptions {
  /** Folder of the state, absolute. */
  path: string;
  /** The same as a person knows it, relative to the project's root. */
  shown: string;
  environment: string;
  ports: Ports;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
}

/** State documents as files, `<path>/<environment>/<profile>.json`, each with a lock file beside it. */
export function createFileStore(options: FileStoreOptions): StateStore {
  const at = (root: string, profile: string): string => join(root, options.environment, `${profile}.json`);
  const textOf = async (profile: string): Promise<string | undefined> => {
    const reading = options.ports.files.read(at(options.path, profile));
    const bytes = await onDisk('read', at(options.shown, profile), reading);
    return bytes && new TextDecoder().decode(bytes);
  };
  const parse = (text: string | undefined, profile: string): StateDocument | undefined => {
    const expected = { environment: options.environment, profile };
    return text === undefined ? undefined : parseDocument(text, expected, at(options.shown, profile));
  };
  const store = ({ profile }: StateDocument, text: string): Promise<void> =>
    onDisk('written', at(options.shown, profile), options.ports.files.writeAtomic(at(options.path, profile), text));
  const lock = async (profile: string, holder: Holder): Promise<Lease> => {
    const held = await takeLock({
      path: `${at(options.path, profile)}.lock`,
      shown: `${at(options.shown, profile)}.lock`,
      subject: `${options.environment}/${profile}`,
      holder,
      ports: options.ports,
      isAlive: options.isAlive,
    });
    // What this lease wrote last needs no second reading.
    let last: { text: string; document: StateDocument } | undefined;
    const write = async (document: StateDocument): Promise<void> => {
      const stored = await textOf(profile);
      await mayWrite(held, document, stored === last?.text ? last?.document : parse(stored, profile));
      const text = serializeDocument(document);
      await store(document, text);
      last = { text, document };
    };
    return { ...(held.warning ? { warning: held.warning } : {}), write, release: held.release };
  };
  return { read: async (profile) => parse(await textOf(profile), profile), lock };
}

async function mayWrite(held: FileLock, next: StateDocument, stored: StateDocument | undefined): Promise<void> {
  if (!(await held.isHeld())) throw new NotiformError(lost(next));
  const serial = stored?.serial ?? 0;
  if (next.serial !== serial + 1) throw new NotiformError(moved(next, serial));
}

function lost(document: StateDocument): Problem {
  return {
    code: 'lock-lost',
    severity: 'error',
    message: `The lock of the state of ${document.environment}/${document.profile} is not ours any more`,
    hint: 'Somebody removed it, or took it over. Make sure that no other run is under way, then run the command again.',
  };
}

function moved(document: StateDocument, serial: number): Problem {
  return {
    code: 'state-moved',
    severity: 'error',
    message: `The state of ${document.environment}/${document.profile} stands at serial ${serial}; serial ${document.serial} cannot follow it`,
    hint: 'Another run wrote it in the meantime: plan again.',
  };
}
