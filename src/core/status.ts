import type { output } from 'zod';
import type * as shape from './output-shape.ts';

export type StatusVerdict = output<typeof shape.statusVerdict>;
export type StatusRow = output<typeof shape.statusRow>;
export type StoppedProfile = output<typeof shape.stoppedProfile>;
export type StatusReport = output<typeof shape.status>;
