import type { Watchers } from './collection.ts';
import type { Context } from './context.ts';
import type { Faults } from './control/faults.ts';
import type { Journal } from './control/journal.ts';
import type { Limits, Tokens } from './message/limits.ts';
import type { Courier } from './message/webhook.ts';
import type { Gallery } from './resource/image/gallery.ts';
import type { KeptBytes } from './resource/kept-bytes.ts';
import type { RequestCounts } from './resource/statistics/limits.ts';
import type { Checkpoint } from './store.ts';

export interface Machine extends Context {
  readonly faults: Faults;
  readonly journal: Journal;
  readonly checkpoints: Map<string, Checkpoint>;
  readonly gallery: Gallery;
  /** The files of inspection requests, for the desk. A file without stored bytes is listed and cannot be opened. */
  readonly attachments: KeptBytes;
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly requestCounts: RequestCounts;
  readonly courier: Courier;
  /** Reports requests of the control API that may have changed something: the clock, faults, settings. */
  readonly controlled: Watchers<undefined>;
  /** Resets everything to the start, with the profiles and numbers of the options. Resolves when uploaded files are removed. */
  reset(): Promise<void>;
  /** Schedules the work of stored entities again, after the clock's tasks were cleared. */
  resume(): void;
}
