import type { Language } from '../core/language.ts';
import type { Random } from '../core/ports.ts';
import type { Wire } from '../core/wire.ts';
import type { EmulatorCredentials, Settings } from './public-types.ts';
import type { Store } from './store.ts';
import type { EmulatorClock } from './time.ts';

export interface Context {
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly random: Random;
  readonly credentials: EmulatorCredentials;
  readonly wire: Wire;
  readonly settings: Settings;
  /** Resolves when all that changed so far is on the disk. */
  saved(): Promise<void>;
  /** The most messages that are kept, and the number of those that were dropped. */
  readonly keep: number;
  readonly dropped: { messages: number };
  /** True if the desk and the control API mask phone numbers. */
  readonly mask: boolean;
  /** The time zone of times on the desk. */
  readonly timezone: string;
  /** The language of the desk; undefined for that of the browser. */
  readonly language?: Language | undefined;
  /** Secret with which it proves its identity to commands of its project; undefined if it was started without a project. */
  readonly secret?: string | undefined;
  /** `http://127.0.0.1:4010` */
  url(): string;
  /** Host names under which other machines call it; empty if it listens on loopback only. */
  readonly hosts: readonly string[];
}

export function freeCode(
  { random }: Pick<Context, 'random'>,
  bytes: number,
  isTaken: (code: string) => boolean,
): string {
  for (;;) {
    const code = random.hex(bytes);
    if (!isTaken(code)) return code;
  }
}

/** The length of a template's code, in bytes. */
export const CODE_BYTES = 10;
