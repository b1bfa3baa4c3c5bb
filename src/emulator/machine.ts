import type { Faults } from './faults.ts';
import type { Gallery } from './gallery.ts';
import type { Ground } from './ground.ts';
import type { Journal } from './journal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Tokens } from './tokens.ts';

/** What every part of the emulator that answers requests has in its hands. */
export interface Machine extends Ground {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly gallery: Gallery;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  /** Back to the start, with the profiles and numbers of the options. */
  reset(): void;
}
