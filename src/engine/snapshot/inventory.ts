import { groupBy, groupOf, keyIn } from '../../core/grouping.ts';
import type { Row } from '../../core/kind.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import type { StateDocuments, StateEntry } from '../../state/document.ts';
import { callsOf, endOf } from '../observe/calls.ts';
import { detailRefused, noList } from '../observe/listing.ts';
import { type Listed, readEach, type View } from '../observe/observe.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput, PredictInput } from '../types.ts';
import { boundsIn } from '../uploads/uploads.ts';
import { look } from './snapshot.ts';

/** A live resource, with its manifest and its state entry. */
export interface InventoryItem<S> {
  kind: Listed<S>;
  profile: ProfileRef;
  /** The service's name for it. */
  name: string;
  /** The title that people read; the name if the service has no title. */
  title: string;
  /** Its list row; undefined if the service has no list. */
  row: Row | undefined;
  /**
   * `new`: no manifest declares it. `managed`: declared and bound. `declared`: declared, and the next apply adopts it. `orphan`:
   * bound, and no longer declared.
   */
  relation: 'new' | 'managed' | 'declared' | 'orphan';
  /** The address that it belongs to; undefined if it is new. */
  address: string | undefined;
  entry: StateEntry | undefined;
}

/** Everything that is live, without a single detail. */
export interface Inventory<S> {
  /** By kind in the order of the registry, then profile, then name. */
  items: readonly InventoryItem<S>[];
  documents: StateDocuments;
  problems: readonly Problem[];
}

/**
 * Lists every live resource of the input's kinds: complete lists, no details (resource API 4.1 to 4.7). Throws a NotiformError as
 * `makePlan` does.
 */
export async function takeInventory<S>(
  input: EngineInput<S> & Pick<PredictInput<S>, 'resources'>,
): Promise<Inventory<S>> {
  try {
    const { subjects, views, documents, problems } = await look({ ...input, listsOnly: true }, callsOf(input));
    const own = groupBy(subjects, keyIn);
    return {
      items: views.flatMap((view) => itemsIn(view, groupOf(own, keyIn(view)))),
      documents,
      problems: [...problems, ...views.flatMap((view) => view.problems)],
    };
  } catch (error) {
    throw endOf(error);
  }
}

function itemsIn<S>({ kind, profile, listing }: View<S>, subjects: readonly Subject<S>[]): InventoryItem<S>[] {
  const declared = subjects.filter((one) => one.declared);
  const unbound = declared.filter(({ entry }) => !entry);
  const bound = new Map(subjects.map((one) => [one.takenOverBy ? undefined : one.boundName, one]));
  const wanted = new Map(declared.map((one) => [one.want.name, one]));
  const titled = new Map(unbound.map((one) => [kind.recognition?.titleOf(one.want.content), one]));
  // Names that can be asked for although the service has no list of them.
  const unlisted = kind.discovery.by === 'name' ? (kind.discovery.names?.(profile) ?? []) : [];
  const found = [
    ...[...listing.rows.values()].map((row) => ({ name: row.name, title: row.title, row })),
    ...unlisted.map((name) => ({ name, title: name, row: undefined })),
  ];
  return found
    .sort((a, b) => compareText(a.name, b.name))
    .map((one) => {
      const by = bound.get(one.name) ?? wanted.get(one.name) ?? titled.get(one.title);
      const relation = !by ? 'new' : !by.declared ? 'orphan' : bound.has(one.name) ? 'managed' : 'declared';
      return { kind, profile, ...one, relation, address: by?.want.address, entry: by?.entry };
    });
}

/** A live resource that was read, or the problem if it could not be read. */
type ItemReading<S> = { item: InventoryItem<S>; live: Live } | { item: InventoryItem<S>; problem: Problem };

/**
 * Reads each resource by its row if that is complete, else by its detail. At most `limits.inFlight` run at once; the order is
 * kept. A resource that cannot be read has a problem of its own. Throws a NotiformError if the service cannot be asked.
 */
export async function readItems<S>(
  input: EngineInput<S>,
  items: readonly InventoryItem<S>[],
): Promise<ItemReading<S>[]> {
  const calls = callsOf(input);
  const boundIn = boundsIn(new Map(), input.environment.profiles);
  const read = new Map<InventoryItem<S>, ItemReading<S>>();
  const readAll = async (all: readonly InventoryItem<S>[], { kind, profile }: InventoryItem<S>): Promise<void> => {
    const rows = new Map(all.flatMap(({ name, row }) => (row ? [[name, row] as const] : [])));
    const access = { kind, profile, input, calls, bound: boundIn(profile.alias) };
    const names = all.map(({ name }) => name);
    const results = await readEach(access, { ...noList, rows }, names);
    for (const item of all) {
      const result = results.get(item.name);
      const problem = result && 'problem' in result ? result.problem : detailRefused(profile, item.name);
      read.set(item, result?.is === 'live' ? { item, live: result.live } : { item, problem });
    }
  };
  try {
    await Promise.all(Array.from(groupBy(items, keyIn).values(), (all) => all[0] && readAll(all, all[0])));
    return items.flatMap((one) => read.get(one) ?? []);
  } catch (error) {
    throw endOf(error);
  }
}
