import type { EngineInput } from '../../engine/types.ts';
import type { Holder } from '../../state/store.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../session.ts';

/** One import: what everything in it needs. */
export interface Importing {
  input: EngineInput<Client>;
  project: LoadedProject;
  /** Reads the manifests anew. */
  reload(): Promise<LoadedProject>;
  /** Of the manifests, relative to the project's root. */
  folder: string;
  holder: Holder;
  /** The account is another one than the state was written for, and that is meant. */
  acceptAccount: boolean;
}
