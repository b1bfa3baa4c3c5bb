import type { output } from 'zod';
import type * as shape from './plan-shape.ts';
import { type Said, sentenceOf, textOf, type Wording } from './sentence.ts';

export type Action = output<typeof shape.action>;
export type Moved = output<typeof shape.moved>;
export type Reason = output<typeof shape.reason>;
export type Point = output<typeof shape.point>;
export type Step = output<typeof shape.step>;
export type FieldChange = output<typeof shape.field>;
export type FieldFormat = FieldChange['format'];
export type Change = output<typeof shape.change>;
export type Waiting = output<typeof shape.waiting>;
export type Way = output<typeof shape.way>;
export type Blocked = output<typeof shape.blocked>;
export type Unmanaged = output<typeof shape.unmanaged>;
export type Remembers = output<typeof shape.remembers>;
export type PlanCounts = output<typeof shape.counts>;
export type Policy = output<typeof shape.policy>;
export type Shard = output<typeof shape.shard>;
export type RecordedPolicy = output<typeof shape.recordedPolicy>;
export type Limit = NonNullable<Policy['maxDeletes']>;
export type Plan = output<typeof shape.plan>;

/** The risks that may be allowed for all resources, and those that may be allowed for one. Taking over is decided one by one. */
export const PLAN_RISKS = [
  'queues-again',
  'loses-approval',
  'interrupts-sending',
  'destroys',
  'reverses',
  'older',
] as const;
export const RISKS_OF_ONE = [...PLAN_RISKS, 'takes-over'] as const;

/** How a live resource differs from its manifest. */
export type ManifestDifference = Extract<Reason, 'content-differs' | 'state-differs' | 'superseded' | 'abandoned'>;

/** Describes the ways to allow a change in one sentence; null if there is none. */
export function opensOf(ways: readonly Way[]): string | null {
  if (ways.length === 0) return null;
  return ways.map((way) => ('flags' in way ? way.flags.join(' ') : way.todo.join('; and '))).join(', or ');
}

/** Makes the way in which everything of a list is to be done. */
export function todoWay(...todo: readonly Wording[]): Way {
  const said = todo.filter((one): one is Said => typeof one === 'object').map(sentenceOf);
  return { todo: todo.map(textOf), ...(said.length === todo.length && { said }) };
}

/** The command with the flags that allow a change, to be copied from a hint. */
export function planCommand(flags: readonly string[]): string {
  return `\`notiform plan ${flags.join(' ')}\``;
}
