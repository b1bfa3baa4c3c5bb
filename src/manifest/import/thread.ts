import { availableParallelism } from 'node:os';
import { plainEnvironment, startWorker } from '../load/helper.ts';
import type { LiveSource, MakingContext, TriedManifest } from './make.ts';

/** For fewer resources a second thread takes longer to start than it saves. */
const LEAST_RESOURCES = 1000;
/** How many resources the thread gets at once. */
const PORTION = 32;

/** What the thread gets at its start. */
export type ImportTask = Pick<MakingContext, 'folder' | 'environment' | 'timezone'>;

/** A resource as the thread gets it, as JSON. */
export type SentSource = Omit<LiveSource, 'kind'> & { kind: string };

/** Receives a manifest that was tried. Undefined if the thread could not: then this thread has to. */
type Receive = (tried: TriedManifest | undefined) => void;

/** A second thread that makes manifests while this one reads more resources and writes files. */
export interface ImportThread {
  make(item: LiveSource, receive: Receive): void;
  /** Waits until all manifests were received. */
  end(): Promise<void>;
  stop(): void;
}

/**
 * Starts the thread if it pays. A thread that cannot start or that ends early leaves its resources to this one: the manifests are the
 * same with it and without it.
 */
export function startImportThread(
  { folder, environment, timezone }: ImportTask,
  count: number,
): ImportThread | undefined {
  if (count < LEAST_RESOURCES || availableParallelism() < 2) return undefined;
  const task: ImportTask = { folder, environment: plainEnvironment(environment), timezone };
  const worker = startWorker(new URL('./import-worker.cjs', import.meta.url), task);
  if (!worker) return undefined;
  let unsent: { item: LiveSource; receive: Receive }[] = [];
  /** The receivers of the resources that were sent. The thread answers in their order. */
  let unanswered: Receive[] = [];
  let isEnded = false;
  let failure: { error: unknown } | undefined;
  let wake: () => void = () => undefined;

  const send = (): void => {
    worker.postMessage(JSON.stringify(unsent.map(({ item }) => sentSource(item))));
    unanswered.push(...unsent.map(({ receive }) => receive));
    unsent = [];
  };
  const answer = (all: readonly (TriedManifest | undefined)[]): void => {
    try {
      for (const [index, receive] of unanswered.splice(0, all.length).entries()) receive(all[index]);
    } catch (error) {
      failure ??= { error };
    }
    wake();
  };
  const leaveRest = (): void => {
    isEnded = true;
    unanswered.push(...unsent.map(({ receive }) => receive));
    unsent = [];
    answer(unanswered.map(() => undefined));
  };
  worker.on('message', (text: string) => answer(JSON.parse(text) as TriedManifest[]));
  worker.on('error', leaveRest);
  worker.on('exit', leaveRest);
  return {
    make: (item, receive) => {
      if (isEnded) return receive(undefined);
      unsent.push({ item, receive });
      if (unsent.length === PORTION) send();
    },
    end: async () => {
      if (unsent.length > 0) send();
      while (unanswered.length > 0 && !failure)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (failure) throw failure.error;
    },
    stop: () => {
      [unsent, unanswered] = [[], []];
      void worker.terminate();
    },
  };
}

function sentSource({ kind, profile, address, live, binding, protect, named }: LiveSource): SentSource {
  return { kind: kind.name, profile, address, live, binding, protect, named };
}
