import type { Risk } from '../../../src/core/kind.ts';
import type { Resource, ResourceState } from '../../../src/core/resource.ts';
import { textOf } from '../../../src/core/sentence.ts';
import { noList } from '../../../src/engine/observe/listing.ts';
import type { View } from '../../../src/engine/observe/observe.ts';
import { findRoute, type Route } from '../../../src/engine/route/route.ts';
import { statedIn, versionsOf } from '../../../src/engine/subject/members.ts';
import { type Subject, unknown } from '../../../src/engine/subject/subject.ts';
import { chooseVersions } from '../../../src/engine/versions/choice.ts';
import { notificationTemplate } from '../../../src/kinds/notification-template/kind.ts';
import type { Client } from '../../../src/wire/client.ts';

export const allRisks: readonly Risk[] = [
  'queues-again',
  'loses-approval',
  'interrupts-sending',
  'destroys',
  'resubmits',
];

/** A policy of docs/lifecycle.md: the risks that it allows, and whether the manifest says `versions`. */
interface TestPolicy {
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

/** What the planner comes to for the one template of a manifest: its route, or the word that a new version follows it. */
export function plannedRoute(at: ResourceState, wanted: Resource, policy: TestPolicy): Route | 'version' {
  if (!policy.versions || wanted.goal === 'removed') return route(at, wanted, policy);
  const resource = { ...wanted, options: { versions: { keep: 2, retire: 'keep' } } };
  const chosen = chooseVersions([seen(at, resource)], [view(at)], 0);
  const current = chosen.find(({ version }) => version?.role === 'current');
  return current?.want.name === wanted.name ? route(at, wanted, policy) : 'version';
}

const shop = { alias: 'shop', key: 'shop-key', type: 'S' as const };

function seen(live: ResourceState, want: Resource): Subject<Client> {
  const only = { ...unknown, kind: notificationTemplate, profile: shop, want, declared: true };
  const [subject] = versionsOf(only, statedIn({}), undefined);
  if (!subject) throw new Error('no subject');
  return { ...subject, live };
}

function view(at: ResourceState): View<Client> {
  const row = { name: 'order_paid', title: '', state: '', modifiedAt: '' };
  const rows = new Map(at ? [[row.name, row]] : []);
  const listing = { ...noList, rows };
  return {
    kind: notificationTemplate as View<Client>['kind'],
    profile: shop,
    listing,
    readResults: new Map(),
    problems: [],
  };
}

export function route(at: ResourceState, wanted: Resource, policy: TestPolicy): Route {
  const resource = policy.versions ? { ...wanted, options: { versions: { keep: 2, retire: 'keep' } } } : wanted;
  return findRoute(notificationTemplate, at, resource, (risk) => policy.allows.includes(risk));
}

/** A route in a few words: its operations and where they lead, or what blocks it. */
export function drawRoute(found: Route | 'version'): string {
  if (found === 'version') return '**a new version** under a code of its own: add, request; this one stays as it is';
  if (found.found === 'blocked') {
    const ways = [found.opens && textOf(found.opens), found.flags?.join(' ').replaceAll(/=\S+/g, '=ADDRESS')].flatMap(
      (way) => (way ? [`\`${way}\``] : []),
    );
    return `blocked: ${textOf(found.reason)}${ways.length > 0 ? `; opens: ${ways.join(', or ')}` : ''}`;
  }
  const end = found.found === 'waiting' ? `waits for the ${found.waitsFor}` : 'as declared';
  const last = found.steps.at(-1);
  if (!last) return found.found === 'waiting' ? end : 'nothing to do';
  const names = found.steps.map((step) => step.operation.replace('template.', '')).join(', ');
  const states = [...new Set(last.to.map((point) => point.state))].join(' or ');
  return `**${names}** → ${states}, ${end}`;
}
