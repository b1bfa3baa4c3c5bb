import { isObject, type JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, flag, needed } from '../members.ts';
import { isExpired, purge } from '../message/retention.ts';
import { messageSeeds } from '../message/seed.ts';
import { withoutSecrets } from '../numbers.ts';
import { resources } from '../resource/registry.ts';
import { type ControlAnswer, get, post, type Route, reject, type Seeder } from '../route.ts';
import { unknownMember } from '../shape.ts';

const name = needed(filledText);

/** Limits the memory that a long test suite can use. */
const MOST_CHECKPOINTS = 20;

export const storeRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/seed',
    does: 'Creates entities as they are, all or none',
    query: {},
    body: 'seeds',
    handle: (machine, { body }) => plantRoute(machine, body),
  },

  get('/snapshot', 'Shows all entities: snapshot', (machine) => ({ snapshot: snapshotOf(machine) }), {}),

  // `ok`: the answer of `GET snapshot` can be sent as it is.
  post(
    '/snapshot',
    'Replaces all entities by those of a snapshot',
    { snapshot: needed({ is: 'open' }), ok: flag },
    plantRoute,
  ),

  // A checkpoint is kept in memory with full numbers and secrets, and is never shown.
  post('/checkpoint', 'Saves all entities in memory under a name', { name }, ({ checkpoints, store }, given) => {
    if (checkpoints.size >= MOST_CHECKPOINTS && !checkpoints.has(given.name))
      return reject(409, 'there are too many checkpoints; reset forgets them');
    checkpoints.set(given.name, structuredClone(store.checkpoint()));
    return {};
  }),

  post(
    '/restore',
    'Restores a checkpoint. Clock, settings, faults and journal do not change',
    { name },
    (machine, given) => {
      const kept = machine.checkpoints.get(given.name);
      if (kept === undefined) return reject(404, `no such checkpoint: ${given.name}`);
      // A copy: the checkpoint can be restored again.
      machine.store.restore(structuredClone(kept));
      machine.resume();
      return {};
    },
  ),

  post('/reset', 'Resets everything to the start, including the clock', {}, async (machine) => {
    await machine.reset();
    return {};
  }),
];

/** Seeders by their member of a seed request, in the order in which they run. */
export const seeders: Readonly<Record<string, Seeder>> = Object.assign(
  {},
  ...resources.map(({ seeds }) => seeds),
  messageSeeds,
);

function plantRoute(machine: Machine, body: JsonObject): ControlAnswer {
  const planted = plantAll(machine, body);
  if (typeof planted === 'string') return reject(400, planted);
  if ('snapshot' in body) machine.resume();
  return planted;
}

/**
 * Stores all seeds of a request, or none: first the entities of a snapshot, which replace all others. Returns the number of each
 * type, or an error message.
 */
export function plantAll(machine: Machine, given: JsonObject): Record<string, number> | string {
  // The answer of `GET snapshot` is a seed too.
  const { ok: _ok, snapshot, ...body } = given;
  for (const [list, seeds] of Object.entries(body)) {
    if (!Object.hasOwn(seeders, list)) return `the seed ${unknownMember(list, Object.keys(seeders))}`;
    if (!Array.isArray(seeds)) return `${list} must be an array`;
    const odd = seeds.findIndex((seed) => !isObject(seed));
    if (odd >= 0) return `${list}[${odd}] must be an object`;
  }
  const before = machine.store.checkpoint();
  const odd = snapshot === undefined ? undefined : machine.store.load(isObject(snapshot) ? snapshot : {});
  if (odd !== undefined) return `snapshot${odd} is not of this version of the emulator`;
  const counts: Record<string, number> = {};
  for (const [list, { plant }] of Object.entries(seeders)) {
    const seeds = body[list];
    if (!Array.isArray(seeds)) continue;
    const wrong = plant(machine, seeds.filter(isObject), list);
    if (wrong !== undefined) {
      machine.store.restore(before);
      return wrong;
    }
    counts[list] =
      list === 'messages' ? seeds.filter((seed) => isObject(seed) && !isExpired(machine, seed)).length : seeds.length;
  }
  purge(machine);
  return counts;
}

/** The whole store, by collection. Secrets are masked, and numbers too if `mask` is true. */
function snapshotOf(machine: Machine): JsonObject {
  const { store } = machine;
  return { serial: store.serial, ...withoutSecrets(machine, store.document()) };
}
