import type { Faults } from './control/faults.ts';
import type { Journal } from './control/journal.ts';
import type { UnknownFields } from './control/unknown-fields.ts';
import type { Ground } from './ground.ts';
import type { RateLimit } from './message/rate-limit.ts';
import type { Tokens } from './message/tokens.ts';
import type { Gallery } from './resource/gallery.ts';

/** What every part of the emulator that answers requests has in its hands. */
export interface Machine extends Ground {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly unknownFields: UnknownFields;
  readonly gallery: Gallery;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  /** Back to the start, with the profiles and numbers of the options. */
  reset(): void;
}
