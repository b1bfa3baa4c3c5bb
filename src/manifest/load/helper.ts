import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import { systemFiles } from '../../core/ports.ts';
import type { LoadOptions, ManifestEnvironment } from '../options.ts';
import type { KnownDocument } from './known.ts';

/** For fewer files a second thread takes longer to start than it saves. */
const LEAST_FILES = 2000;
/** How many files a thread takes at once. */
export const PORTION = 64;

/** What the thread gets. `claims` has a number for each portion: 0 until a thread takes it. */
export interface HelperTask extends Pick<LoadOptions, 'root' | 'environment' | 'defaults'> {
  names: readonly string[];
  claims: Int32Array;
}

/** The files of a portion, compressed: half of a project may wait for its turn. */
export interface HelpedPortion {
  portion: number;
  /** The bytes of the files, one after another. */
  bytes: Uint8Array<ArrayBuffer>;
  /** JSON: the length of each file, and its documents. Null for a file that the main thread has to check. */
  files: Uint8Array<ArrayBuffer>;
}

/** A file that the thread has read, and its documents. */
export interface HelpedFile {
  bytes: Uint8Array;
  known: KnownDocument[];
}

/** A second thread that reads and checks the last files of a project while this one reads the first. */
export interface Helper {
  /** Returns a file of the other thread. Undefined for a file that this thread has to read. */
  file(index: number): Promise<HelpedFile | undefined>;
  stop(): void;
}

/** Takes a portion, unless the other thread has it. */
export function claim(claims: Int32Array, portion: number): boolean {
  return Atomics.compareExchange(claims, portion, 0, 1) === 0;
}

/**
 * Starts the thread if it pays. A thread that cannot start or that ends early leaves its files to this one: the results are the same
 * with it and without it.
 */
export async function startHelper(names: readonly string[], options: LoadOptions): Promise<Helper | undefined> {
  const { root, environment, defaults, files } = options;
  if (names.length < LEAST_FILES || availableParallelism() < 2 || files !== systemFiles) return undefined;
  const portions = Math.ceil(names.length / PORTION);
  const claims = new Int32Array(new SharedArrayBuffer(portions * Int32Array.BYTES_PER_ELEMENT));
  const task: HelperTask = {
    root,
    names,
    claims,
    environment: plainEnvironment(environment),
    defaults,
  };
  const results = Array.from({ length: portions }, () => promised<HelpedPortion | undefined>());
  const own = new Set<number>();
  const open = new Map<number, Promise<(HelpedFile | undefined)[]>>();
  const leaveRest = (): void => {
    for (const { resolve } of results) resolve(undefined);
  };
  const worker = startWorker(new URL('./manifest-worker.cjs', import.meta.url), task);
  if (!worker) return undefined;
  worker.on('message', (given: HelpedPortion) => results[given.portion]?.resolve(given));
  worker.on('error', leaveRest);
  worker.on('exit', leaveRest);
  // Lets the event `worker` happen: reading small files takes no turn of the event loop.
  await nextTurn();
  return {
    file: async (index) => {
      const portion = Math.floor(index / PORTION);
      if (!own.has(portion) && claim(claims, portion)) own.add(portion);
      if (own.has(portion)) return undefined;
      const files = open.get(portion) ?? results[portion]?.promise.then(unpacked);
      // Files are asked for in order, so a portion whose last file was asked for can be dropped.
      if (files && index % PORTION < PORTION - 1) open.set(portion, files);
      else open.delete(portion);
      return (await files)?.[index % PORTION];
    },
    stop: () => {
      void worker.terminate();
    },
  };
}

/** Returns an environment that a thread can get: its senders and recipients may be maps with functions. */
export function plainEnvironment(environment: ManifestEnvironment): ManifestEnvironment {
  const { senders, recipients } = environment;
  return { ...environment, senders: new Set(senders.keys()), recipients: new Set(recipients.keys()) };
}

/** Starts a thread of the built program. Undefined if Node forbids threads. */
export function startWorker(file: URL, task: object): Worker | undefined {
  try {
    return new Worker(file, {
      workerData: task,
      execArgv: [],
      // Little of a portion lives on: a small young generation takes no more time, and less memory.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
  } catch {
    return undefined;
  }
}

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function unpacked(given: HelpedPortion | undefined): (HelpedFile | undefined)[] {
  if (!given) return [];
  const bytes = inflateRawSync(given.bytes);
  const files = JSON.parse(inflateRawSync(given.files).toString()) as ({
    length: number;
    known: KnownDocument[];
  } | null)[];
  let start = 0;
  return files.map((file) => {
    if (!file) return undefined;
    const end = start + file.length;
    const own = bytes.subarray(start, end);
    start = end;
    return { bytes: own, known: file.known };
  });
}
