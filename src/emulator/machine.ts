import type { Random } from '../core/ports.ts';
import type { Wire } from '../core/wire.ts';
import type { EmulatorCredentials, Settings } from './defaults.ts';
import type { Faults } from './faults.ts';
import type { Gallery } from './gallery.ts';
import type { Inspector } from './inspector.ts';
import type { Journal } from './journal.ts';
import type { Phone } from './phone.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Store } from './store.ts';
import type { EmulatorClock } from './time.ts';
import type { Tokens } from './tokens.ts';

/** What every part of the emulator has in its hands. */
export interface Machine {
  readonly store: Store;
  readonly clock: EmulatorClock;
  readonly random: Random;
  readonly credentials: EmulatorCredentials;
  readonly wire: Wire;
  readonly settings: Settings;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly gallery: Gallery;
  readonly inspector: Inspector;
  readonly phone: Phone;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  /** Says that the store changed, so that it is saved. */
  changed(): void;
  /** Resolves when all that changed so far is on the disk. */
  saved(): Promise<void>;
  /** Back to the start, with the profiles and numbers of the options. */
  reset(): void;
  /** `http://127.0.0.1:4010` */
  url(): string;
}
