import type { EngineInput } from '../../engine/types.ts';
import type { Holder } from '../../state/store.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../session.ts';

export interface Importing {
  input: EngineInput<Client>;
  project: LoadedProject;
  /** Reads the manifests again. */
  reload(): Promise<LoadedProject>;
  /** The folder of the manifests, relative to the project's root. */
  folder: string;
  holder: Holder;
  /** True if the user confirmed that the account differs from the one in the state. */
  acceptAccount: boolean;
}
