import type { output } from 'zod';
import type * as shape from './output-shape.ts';

export type StepOutcome = output<typeof shape.stepOutcome>;
export type StepReceipt = output<typeof shape.stepReceipt>;
export type ChangeReceipt = output<typeof shape.changeReceipt>;
export type Unapproved = output<typeof shape.unapproved>;
export type LeftBlocked = output<typeof shape.leftBlocked>;
export type LeftWaiting = output<typeof shape.leftWaiting>;
export type Receipt = output<typeof shape.receipt>;

/** True if a change has its effect, by this run or before it. */
export function isDone({ outcome }: Pick<ChangeReceipt, 'outcome'>): boolean {
  return outcome === 'done' || outcome === 'already-so';
}
