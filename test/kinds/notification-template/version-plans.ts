import { versionAddress } from '../../../src/core/address.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Risk } from '../../../src/core/kind.ts';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { noList } from '../../../src/engine/observe/listing.ts';
import type { Listed, View } from '../../../src/engine/observe/observe.ts';
import { decide } from '../../../src/engine/plan/decide.ts';
import { policyOf } from '../../../src/engine/route/policy.ts';
import { findSubjects } from '../../../src/engine/subject/ownership.ts';
import type { Decision } from '../../../src/engine/types.ts';
import { chooseVersions } from '../../../src/engine/versions/choice.ts';
import { notificationTemplate, templateDiscovery } from '../../../src/kinds/notification-template/kind.ts';
import type { StateEntry } from '../../../src/state/document.ts';
import type { Client } from '../../../src/wire/client.ts';
import { live, liveContent, want } from './standings.ts';

const shop = { alias: 'shop', key: 'shop-key', type: 'S' as const };
const kind: Listed<Client> = { ...notificationTemplate, discovery: templateDiscovery };

/** The service's facts in each state. */
const FACTS = {
  REG: {},
  REQ: { inspectionStatus: 'REQ' },
  REJ: { inspectionStatus: 'REJ' },
  RDY: { inspectionStatus: 'APR' },
  ACT: { inspectionStatus: 'APR', status: 'A' },
  STP: { inspectionStatus: 'APR', status: 'S' },
  DMT: { inspectionStatus: 'APR', status: 'A', dormant: true },
  BLK: { inspectionStatus: 'APR', status: 'A', block: true },
};

export type State = keyof typeof FACTS;

/** A live version, by its number: its state, its text, and when it was approved. */
export interface Version {
  state: State;
  text: string;
  approved?: string;
  code?: string;
  name?: string;
}

export interface Situation {
  versions: Readonly<Record<number, Version>>;
  text: string;
  asked?: JsonObject | undefined;
  more?: Partial<Resource>;
  allow?: Risk[];
  /** `2026-11-20 00:00:00`, Korean time. */
  now?: string;
}

function contentOf(text: string, code = 'order_paid', name = '주문 결제 안내'): JsonObject {
  return { ...liveContent, content: text, code, name };
}

function liveOf(number: number, { state, text, approved, code, name }: Version): Live {
  const first = number === 1;
  const own = code ?? (first ? 'order_paid' : `order_paid_v${number}`);
  const content = contentOf(text, own, name ?? (first ? undefined : `주문 결제 안내 (v${number})`));
  return { ...live(FACTS[state], content), name: own, ...(approved === undefined ? {} : { modifiedAt: approved }) };
}

/** What is decided about each version of a template, all of them known to the state. */
export function decisionsOf({
  versions,
  text,
  asked = { keep: 2, retire: 'keep' },
  ...rest
}: Situation): Decision<Client>[] {
  const { more = {}, allow = ['queues-again', 'destroys'], now = '2026-11-20 00:00:00' } = rest;
  const lives = new Map(Object.entries(versions).map(([number, one]) => [Number(number), liveOf(Number(number), one)]));
  const options = Object.keys(asked).length === 0 ? {} : { versions: asked };
  const resource = { ...want('approved', 'same', { options, content: contentOf(text) }), ...more };
  const entries = Object.fromEntries(
    Array.from(lives, ([number, { name }]): [string, StateEntry] => [
      versionAddress(resource.address, number),
      { binding: { code: name }, protect: false, applied: 'another manifest', row: null },
    ]),
  );
  const subjects = findSubjects<Client>({
    kinds: [kind],
    profiles: new Map([['shop', shop]]),
    resources: [resource],
    entries: new Map([['shop', entries]]),
  });
  const rows = new Map(
    Array.from(lives.values(), ({ name }) => [name, { name, title: '', state: '', modifiedAt: '' }] as const),
  );
  const view: View<Client> = {
    kind,
    profile: shop,
    listing: { ...noList, rows },
    readResults: new Map(),
    problems: [],
  };
  const seen = subjects.map((subject) => ({
    ...subject,
    live: lives.get(subject.version?.number ?? 1),
  }));
  const policy = policyOf({ deletes: null, updates: null, allow });
  return chooseVersions(seen, [view], Date.parse(`${now.replace(' ', 'T')}+09:00`)).map((one) => decide(one, policy));
}

/** What is planned: a line for each version that something is done or said about, as `2: cancel_request delete`. */
export function planOf(situation: Situation): string[] {
  return decisionsOf(situation).flatMap((decision) => {
    const number = decision.version?.number ?? (decision.declared ? 1 : 'gone');
    if (decision.is === 'unchanged') return [];
    if (decision.is === 'waiting') return [`${number}: waits`];
    if (decision.is === 'blocked') return [`${number}: blocked, opens ${decision.blocked.opens}`];
    const { steps, action } = decision.change;
    return [`${number}: ${steps.map(({ operation }) => operation.replace('template.', '')).join(' ') || action}`];
  });
}
