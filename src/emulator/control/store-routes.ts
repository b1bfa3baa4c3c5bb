import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, read } from '../members.ts';
import { type Given, type Route, reject } from './route.ts';
import { plantAll } from './seeders.ts';
import { snapshotOf } from './snapshot.ts';

/** What the emulator holds as a whole. */
export const storeRoutes: readonly Route[] = [
  { method: 'POST', path: '/seed', needsBody: true, handle: (machine, { body }) => seed(machine, body) },
  { method: 'GET', path: '/snapshot', handle: (machine) => ({ snapshot: snapshotOf(machine) }) },
  { method: 'POST', path: '/checkpoint', handle: (machine, { body }) => checkpoint(machine, body) },
  { method: 'POST', path: '/restore', handle: (machine, { body }) => restore(machine, body) },
  { method: 'POST', path: '/reset', handle: reset },
];

function seed(machine: Machine, body: JsonObject): Given {
  const planted = plantAll(machine, body);
  return typeof planted === 'string' ? reject(400, planted) : planted;
}

function readName(body: JsonObject): string | Given {
  const given = read<{ name: string }>(body, { name: filledText }, ['name']);
  return typeof given === 'string' ? reject(400, given) : given.name;
}

function checkpoint(machine: Machine, body: JsonObject): Given {
  const name = readName(body);
  if (typeof name !== 'string') return name;
  return machine.checkpoints.keep(name, machine.store)
    ? {}
    : reject(409, 'there are too many checkpoints; reset forgets them');
}

/** The entities as they were. Clock, settings, faults and journal stay as they are. */
function restore(machine: Machine, body: JsonObject): Given {
  const name = readName(body);
  if (typeof name !== 'string') return name;
  if (!machine.checkpoints.has(name)) return reject(404, `no such checkpoint: ${name}`);
  machine.clock.clear();
  machine.checkpoints.restore(name, machine.store);
  machine.resume();
  return {};
}

function reset(machine: Machine): Given {
  machine.reset();
  return {};
}
