import type { Context } from './context.ts';
import type { Faults } from './control/faults.ts';
import type { Journal } from './control/journal.ts';
import type { Manifests } from './control/manifests.ts';
import type { UnknownFields } from './control/unknown-fields.ts';
import type { Concurrency } from './message/concurrency.ts';
import type { RateLimit } from './message/rate-limit.ts';
import type { Retention } from './message/retention.ts';
import type { Tokens } from './message/tokens.ts';
import type { Courier } from './message/webhook.ts';
import type { Gallery } from './resource/image/gallery.ts';
import type { Attachments } from './resource/template/attachments.ts';
import type { Checkpoint } from './store.ts';
import type { Watchers } from './watchers.ts';

/** What every part of the emulator that answers requests has in its hands. */
export interface Machine extends Context {
  readonly faults: Faults;
  readonly journal: Journal;
  /** By name, in memory only. */
  readonly checkpoints: Map<string, Checkpoint>;
  readonly manifests: Manifests;
  readonly unknownFields: UnknownFields;
  readonly gallery: Gallery;
  readonly attachments: Attachments;
  readonly tokens: Tokens;
  readonly rateLimit: RateLimit;
  readonly concurrency: Concurrency;
  readonly courier: Courier;
  readonly retention: Retention;
  /** Tells that settings changed. */
  readonly settingsChanges: Watchers<undefined>;
  /** Back to the start, with the profiles and numbers of the options. */
  reset(): void;
  /** Sees anew to all that is to happen to what the store holds, where the clock forgot its tasks. */
  resume(): void;
}
