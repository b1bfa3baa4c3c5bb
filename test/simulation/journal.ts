import { expect } from 'vitest';
import { canonical, isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { Plan, Step } from '../../src/core/plan.ts';
import type { Receipt, StepOutcome } from '../../src/core/receipt.ts';
import type { JournalEntry } from '../../src/emulator/emulator.ts';
import { kinds } from '../../src/kinds/registry.ts';
import { FOREIGN, type World } from './scenarios.ts';
import { documentIn, type Project, succeeded } from './support.ts';

/** Which operation a path of the service belongs to, written from the service's documents. */
const OPERATIONS: readonly [RegExp, (word: string) => string][] = [
  [/\/brand\/template\/(add|update|delete)$/, (word) => `brandTemplate.${word}`],
  [
    /\/template\/(add|update|delete|request|request_with_file|cancel_request|cancel_approval|stop|reuse|release|convertAddCh)$/,
    (word) => `template.${word}`,
  ],
  [/\/groupTag\/(create|update|delete)$/, (word) => `tag.${word}`],
  [/\/callbackUrl\/(create|update|delete)$/, (word) => `plugin.${word}`],
  [/\/group\/profile\/(add|delete)$/, (word) => (word === 'add' ? 'group.add' : 'group.remove')],
  [/\/profile\/(recover)$/, () => 'profile.recover'],
  [/\/unsubscribeContent\/(update)$/, () => 'profile.unsubscribe'],
  [/\/marketingAgree\/(upload)$/, () => 'profile.consent'],
  [/\/brandMessage\/(apply)$/, () => 'profile.applyBrand'],
  [/^\/(upload)\/video\//, () => 'video.upload'],
  [/\/(image)\//, () => 'image.upload'],
];

/** What may be done more than once without harm: nothing is left behind that anybody sees. */
const REPEATABLE = new Set(
  kinds.flatMap(({ operations }) =>
    operations.flatMap(({ name, idempotence }) => (idempotence === 'repeatable' ? [name] : [])),
  ),
);

/** Whether a step is looked for where nobody knows what became of it. */
export function isObservable({ operation }: Pick<Step, 'operation'>): boolean {
  return !REPEATABLE.has(operation);
}

/** Whether a path changes something. */
export function isWrite(path: string): boolean {
  return operationOf(path, null).length > 0;
}

/** Whether it changes something that may not be done twice. */
export function isDelicate(path: string): boolean {
  return operationOf(path, null).some((write) => !REPEATABLE.has(write.trim()));
}

/** A write, by its operation, and the template that it is about where the service's path tells one. */
type Write = string;

/** The writes that the service carried out, whatever it answered. */
export function writesIn(entries: readonly JournalEntry[]): Write[] {
  return entries.flatMap((entry) => (isCarriedOut(entry) ? operationOf(entry.path, entry.templateCode) : []));
}

function isCarriedOut({ path, code, status, fault }: JournalEntry): boolean {
  // The address for videos gives no code; of the faults these come after it has acted (`acts`).
  if (path.startsWith('/upload/video/')) {
    if (fault === null) return status === 200;
    return ['drop-after', 'garbage', 'truncate'].includes(fault) || status === 503 || status === 504;
  }
  // An application that is under way already is what was asked for (assumption 161).
  return code === '200' || (code === '509' && path.endsWith('/brandMessage/apply'));
}

function operationOf(path: string, templateCode: string | null): Write[] {
  for (const [pattern, name] of OPERATIONS) {
    const word = pattern.exec(path)?.[1];
    if (word !== undefined) return [named(name(word), templateCode ?? '')];
  }
  return [];
}

/** Templates have the id as their code here, and versions their number behind it. */
function named(operation: string, id: string): Write {
  return operation.startsWith('template.') ? `${operation} ${id.replace('@', '_')}` : operation;
}

/** The steps of a plan as writes. */
export function writesOfPlan({ changes }: Pick<Plan, 'changes'>): Write[] {
  return changes.flatMap(({ address, steps }) => steps.map(({ operation }) => named(operation, idOf(address))));
}

function writesOfReceipt({ changes }: Receipt, ...outcomes: StepOutcome[]): Write[] {
  return changes.flatMap(({ address, steps }) =>
    steps.flatMap(({ operation, outcome }) => (outcomes.includes(outcome) ? [named(operation, idOf(address))] : [])),
  );
}

function idOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

function countsOf(writes: readonly Write[]): Map<Write, number> {
  const counts = new Map<Write, number>();
  for (const write of writes) counts.set(write, (counts.get(write) ?? 0) + 1);
  return counts;
}

/** What was done of it, each as often as was approved, and no more; a repeatable one at least so often. */
export function expectExactly(done: readonly Write[], approved: readonly Write[], label: string): void {
  const [is, ought] = [countsOf(done), countsOf(approved)];
  const wrong = [...new Set([...done, ...approved])].filter((write) => {
    const [a, b] = [is.get(write) ?? 0, ought.get(write) ?? 0];
    return REPEATABLE.has(write) ? a < b || b === 0 : a !== b;
  });
  expect(wrong, `${label}: done ${done.join(', ')}; approved ${approved.join(', ')}`).toEqual([]);
}

/** Nothing was done that was not approved, nor more often. */
export function expectAtMost(done: readonly Write[], approved: readonly Write[], label: string): void {
  const ought = countsOf(approved);
  const wrong = [...countsOf(done)].filter(([write, count]) => count > (ought.get(write) ?? 0));
  expect(wrong, `${label}: done ${done.join(', ')}; approved ${approved.join(', ')}`).toEqual([]);
}

/** The receipt of a run says what the journal says: nothing done is left out, and nothing is said to be done that was not. */
export function expectReceipt(receipt: Receipt, writes: readonly Write[], label: string): void {
  const [acted, done] = [countsOf(writes), countsOf(writesOfReceipt(receipt, 'done'))];
  const open = countsOf(writesOfReceipt(receipt, 'unknown', 'stale', 'already-so'));
  const wrong = [...new Set([...acted.keys(), ...done.keys()])].filter((write) => {
    const [a, least] = [acted.get(write) ?? 0, done.get(write) ?? 0];
    const most = least + (open.get(write) ?? 0);
    return a < least || (a > most && !(REPEATABLE.has(write) && most > 0));
  });
  const said = receipt.changes.map(({ address, steps }) => [address, ...steps.map((step) => step.outcome)].join(' '));
  expect(wrong, `${label}: the journal has ${writes.join(', ')}; the receipt ${said.join(', ')}`).toEqual([]);
}

/** Every document parses, with its journal, and no serial is smaller than it was. Gives the serials of now. */
export function expectWholeState(project: Project, before: ReadonlyMap<string, number>, label: string) {
  const serials = new Map<string, number>();
  for (const path of project.files.all.keys()) {
    if (!path.startsWith('/project/state/') || !path.endsWith('.json')) continue;
    const { serial = 0 } = documentIn(project.files, path.slice(path.lastIndexOf('/') + 1, -'.json'.length)) ?? {};
    expect(serial, `${label}: ${path}`).toBeGreaterThanOrEqual(before.get(path) ?? 0);
    serials.set(path, serial);
  }
  for (const path of before.keys()) expect(serials.has(path), `${label}: ${path} is gone`).toBe(true);
  return serials;
}

/** A plan has nothing to do, everything was read, nothing is there twice, and what is nobody's business is as it was. */
export async function expectSettled(world: World, plan: Plan, label: string): Promise<void> {
  expect(plan, label).toMatchObject({ changes: [], blocked: [], complete: true });
  const { snapshot } = succeeded(await world.control.snapshot());
  const titles = SHELVES.flatMap(([shelf, title]) => rowsOf(snapshot, shelf).map((row) => `${shelf} ${title(row)}`));
  expect(
    titles.filter((title, index) => titles.indexOf(title) !== index),
    `${label}: there twice`,
  ).toEqual([]);
  // A template that is not wanted any more and cannot be deleted is stopped and forgotten: nobody's, and no second one.
  const unmanaged = plan.unmanaged
    .filter(({ state }) => state !== 'STP')
    .map(({ kind, title, name }) => `${kind} ${kind === 'PluginCallback' ? name : title}`);
  expect(unmanaged.sort(), label).toEqual(UNMANAGED);
  const kept = SHELVES.flatMap(([shelf]) => {
    const now = rowsOf(snapshot, shelf).map(canonical);
    return rowsOf(world.strangers, shelf).filter((row) => !now.includes(canonical(row)));
  });
  expect(kept, `${label}: of others, touched`).toEqual([]);
  expect(foreignGroups(snapshot), `${label}: groups of others`).toEqual(foreignGroups(world.strangers));
}

/** The strangers, and nothing else that is not ours: what was made twice would be here. */
const UNMANAGED = [
  'BrandTemplate 남의 소식',
  'GroupTag 남의 것',
  'NotificationTemplate 남의 안내',
  'PluginCallback stranger',
];

type Rows = readonly JsonObject[];

/** What the service lists, and what tells two of it apart for a person. */
const SHELVES: readonly [string, (row: Rows[number]) => Json | undefined][] = [
  ['templates', titleOf],
  ['brandTemplates', titleOf],
  ['groupTags', ({ groupTagName }) => groupTagName],
  ['pluginCallbacks', ({ pluginId }) => pluginId],
];

function titleOf({ content }: Rows[number]): Json | undefined {
  return isObject(content) ? content['templateName'] : undefined;
}

/** The emulator's own data: each shelf is a list of objects. */
function rowsOf(snapshot: JsonObject, shelf: string): Rows {
  return snapshot[shelf] as Rows;
}

/** Which profiles are in the group that no environment names; one that says nothing is in all. */
function foreignGroups(snapshot: JsonObject) {
  return rowsOf(snapshot, 'profiles').map(({ key, groups }) => [
    key,
    groups === null || (Array.isArray(groups) && groups.includes(FOREIGN.key)),
  ]);
}

/** Nobody holds a lock any more, and there is no file but the documents and their journals. One that a death left at the very end is taken over by whoever has something to do next. */
export function expectUnlocked({ files }: Project, label: string): void {
  const names = [...files.all].flatMap(([path, bytes]) =>
    path.endsWith('.json')
      ? [path, `${path}.${/"journal": "([^"]+)"/.exec(Buffer.from(bytes).toString())?.[1]}.journal`]
      : [],
  );
  const others = [...files.all.keys()].filter((path) => path.startsWith('/project/state/') && !names.includes(path));
  expect(others, label).toEqual([]);
}
