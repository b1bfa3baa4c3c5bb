import type { Risk } from '../../../src/core/kind.ts';
import type { Resource, Standing } from '../../../src/core/resource.ts';
import { findRoute, type Route } from '../../../src/engine/route.ts';
import { notificationTemplate } from '../../../src/kinds/notification-template/kind.ts';

export const allRisks: readonly Risk[] = [
  'queues-again',
  'loses-approval',
  'interrupts-sending',
  'destroys',
  'resubmits',
];

/** A policy of docs/lifecycle.md: the risks that it allows, and whether the manifest says `versions`. */
export interface TestPolicy {
  allows: readonly Risk[];
  versions: boolean;
}

const byDefault: readonly Risk[] = ['queues-again', 'destroys'];

export const policies: ReadonlyMap<string, TestPolicy> = new Map([
  ['default', { allows: byDefault, versions: false }],
  ['`--resubmit`', { allows: [...byDefault, 'resubmits'], versions: false }],
  ['all allowed', { allows: allRisks, versions: false }],
  ['`versions`', { allows: byDefault, versions: true }],
  ['`versions`, all allowed', { allows: allRisks, versions: true }],
  ['nothing allowed', { allows: [], versions: false }],
]);

export function route(at: Standing, wanted: Resource, policy: TestPolicy): Route {
  const resource = policy.versions ? { ...wanted, options: { versions: { keep: 2, retire: 'keep' } } } : wanted;
  return findRoute(notificationTemplate, at, resource, (risk) => policy.allows.includes(risk));
}

/** A route in a few words: its operations and where they lead, or what blocks it. */
export function drawRoute(found: Route): string {
  if (found.found === 'blocked') return `blocked: ${found.reason}${found.opens ? `; opens: \`${found.opens}\`` : ''}`;
  const end = found.found === 'waiting' ? `waits for the ${found.waitsFor}` : 'as wanted';
  const last = found.steps.at(-1);
  if (!last) return found.found === 'waiting' ? end : 'nothing to do';
  const names = found.steps.map((step) => step.operation.replace('template.', '')).join(', ');
  const states = [...new Set(last.to.map((point) => point.state))].join(' or ');
  return `**${names}** → ${states}, ${end}`;
}
